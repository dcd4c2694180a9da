package io.posthorn.core.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** The known name that a misspelled one probably means. */
public final class SpellingSuggestion {
  /** The tolerated typos in a short name; in longer ones a third of the characters may differ. */
  private static final int TYPING_ERRORS = 2;

  private SpellingSuggestion() {}

  /** The closest known name; empty if none is close enough. */
  public static Optional<String> nearest(String name, Collection<String> known) {
    String nearest = null;
    int least = Math.max(TYPING_ERRORS, name.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (distance < least && 2 * distance < candidate.length()) {
        least = distance;
        nearest = candidate;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** The Levenshtein distance, ignoring case. */
  private static int distance(String from, String to) {
    String source = from.toLowerCase(Locale.ROOT);
    String target = to.toLowerCase(Locale.ROOT);
    int[] row = IntStream.rangeClosed(0, target.length()).toArray();
    for (int i = 1; i <= source.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= target.length(); j++) {
        int replaced = diagonal + (source.charAt(i - 1) == target.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[target.length()];
  }
}
