package io.posthorn.server.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Guesses which name was meant. */
final class Spelling {
  private Spelling() {}

  /** A clause that suggests the nearest of the names, or says where all of them can be seen. */
  static String advice(String wrong, List<String> names) {
    return names.stream()
        .min(Comparator.comparingInt(name -> distance(wrong, name)))
        .filter(name -> distance(wrong, name) <= Math.max(2, wrong.length() / 3))
        .map(name -> "did you mean " + name + "?")
        .orElse("\"posthorn config\" lists all of them.");
  }

  /** How many letters must be put in, left out or changed (Levenshtein), case aside. */
  private static int distance(String from, String to) {
    String one = from.toLowerCase(Locale.ROOT);
    String other = to.toLowerCase(Locale.ROOT);
    int[] row = IntStream.rangeClosed(0, other.length()).toArray();
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int change = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
