package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** What is wrong with a scenario, collected so that one reading finds all of it. */
final class Problems {
  /** A slip of the finger or two; beyond that a suggestion would be a guess. */
  private static final int CLOSE = 2;

  private final String source;
  private final List<String> lines = new ArrayList<>();

  Problems(String source) {
    this.source = source;
  }

  /** Notes a problem at a node; {@code path} names the key and may be empty. */
  void add(Node node, String path, String detail) {
    int line = node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    add(line, path.isEmpty() ? detail : path + ": " + detail);
  }

  void add(int line, String detail) {
    lines.add(source + ":" + line + ": " + detail);
  }

  void throwIfAny() {
    if (!lines.isEmpty()) {
      throw new InvalidScenarioException(lines);
    }
  }

  /** A hint at the word that was probably meant, or all there are. */
  static String suggest(String word, Collection<String> known) {
    String closest = closest(word, known);
    return closest == null
        ? "Write one of: " + String.join(", ", known) + "."
        : "Did you mean " + closest + "?";
  }

  private static @Nullable String closest(String word, Collection<String> known) {
    String best = null;
    int least = CLOSE + 1;
    for (String candidate : known) {
      int distance = distance(word, candidate);
      if (distance < least && distance < candidate.length() / 2) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  /** Levenshtein's: how many characters have to be changed, added or left out. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
