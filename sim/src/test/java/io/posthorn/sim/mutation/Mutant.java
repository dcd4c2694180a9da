package io.posthorn.sim.mutation;

import java.util.ArrayList;
import java.util.List;

/**
 * One deliberate break of a rule.
 *
 * @param breaks the broken rule, in words
 * @param triedBy the checks of which one must fail
 */
record Mutant(String breaks, Checks triedBy, List<Edit> edits) {

  /**
   * The checks that a mutant is tried with.
   *
   * @param module the module whose folder they run in: tests find their files from there
   * @param seeds the seeds to try; 0 where the simulator does not run the broken code
   * @param tests JUnit's selectors
   */
  record Checks(String module, int seeds, List<String> tests) {
    /** The rule tests of the core, then seeds of the simulator. */
    static final Checks RULES_AND_SEEDS =
        new Checks(
            "sim",
            150,
            List.of(
                "package:io.posthorn.core.retry",
                "package:io.posthorn.core.endpoint",
                "package:io.posthorn.core.shard"));

    /** The tests of connections and of their reuse, against scripted servers. */
    static final Checks SENDER =
        new Checks(
            "sender",
            0,
            List.of("package:io.posthorn.sender.http1", "class:io.posthorn.sender.ResendTest"));
  }

  /**
   * A change of one line or expression of a source file.
   *
   * @param file from the root of the project
   * @param from a text that the file contains exactly once
   */
  record Edit(String file, String from, String to) {}

  private static final String CORE = "core/src/main/java/io/posthorn/core/";
  private static final String ENGINE = "engine/src/main/java/io/posthorn/engine/";
  private static final String SENDER = "sender/src/main/java/io/posthorn/sender/";

  static Mutant core(String breaks, String file, String from, String to) {
    return new Mutant(breaks, Checks.RULES_AND_SEEDS, List.of(new Edit(CORE + file, from, to)));
  }

  static Mutant engine(String breaks, String file, String from, String to) {
    return new Mutant(breaks, Checks.RULES_AND_SEEDS, List.of(new Edit(ENGINE + file, from, to)));
  }

  static Mutant sender(String breaks, String file, String from, String to) {
    return new Mutant(breaks, Checks.SENDER, List.of(new Edit(SENDER + file, from, to)));
  }

  /** The same break with one more edit, in the core. */
  Mutant and(String file, String from, String to) {
    List<Edit> all = new ArrayList<>(edits);
    all.add(new Edit(CORE + file, from, to));
    return new Mutant(breaks, triedBy, List.copyOf(all));
  }
}
