package io.posthorn.sim.scenario;

import io.posthorn.core.text.SpellingSuggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The problems of a scenario, collected so that one reading finds all of them. */
final class ScenarioProblems {
  private final String source;
  private final List<String> lines = new ArrayList<>();

  ScenarioProblems(String source) {
    this.source = source;
  }

  /** Adds a problem; {@code path} names the key and may be empty. */
  void add(int line, String path, String detail) {
    lines.add(at(line, path.isEmpty() ? detail : path + ": " + detail));
  }

  /** A problem that ends the reading at once. */
  InvalidScenarioException fatal(int line, String detail) {
    return new InvalidScenarioException(List.of(at(line, detail)));
  }

  private String at(int line, String detail) {
    return source + ":" + line + ": " + detail;
  }

  void throwIfAny() {
    if (!lines.isEmpty()) {
      throw new InvalidScenarioException(lines);
    }
  }

  /** A hint at the name that was probably meant, or at all there are. */
  static String suggest(String name, Collection<String> known) {
    return SpellingSuggestion.nearest(name, known)
        .map(nearest -> "Did you mean " + nearest + "?")
        .orElseGet(() -> "Write one of: " + String.join(", ", known) + ".");
  }
}
