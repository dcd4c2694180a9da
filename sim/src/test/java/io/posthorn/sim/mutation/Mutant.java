package io.posthorn.sim.mutation;

import java.util.ArrayList;
import java.util.List;

/**
 * One deliberate break of a rule.
 *
 * @param breaks the broken rule, in words
 */
record Mutant(String breaks, List<Edit> edits) {

  /**
   * A change of one line or expression of a source file.
   *
   * @param file from the root of the project
   * @param from a text that the file contains exactly once
   */
  record Edit(String file, String from, String to) {}

  private static final String CORE = "core/src/main/java/io/posthorn/core/";
  private static final String ENGINE = "engine/src/main/java/io/posthorn/engine/";

  static Mutant core(String breaks, String file, String from, String to) {
    return new Mutant(breaks, List.of(new Edit(CORE + file, from, to)));
  }

  static Mutant engine(String breaks, String file, String from, String to) {
    return new Mutant(breaks, List.of(new Edit(ENGINE + file, from, to)));
  }

  /** The same break with one more edit, also in the core. */
  Mutant and(String file, String from, String to) {
    List<Edit> all = new ArrayList<>(edits);
    all.add(new Edit(CORE + file, from, to));
    return new Mutant(breaks, List.copyOf(all));
  }
}
