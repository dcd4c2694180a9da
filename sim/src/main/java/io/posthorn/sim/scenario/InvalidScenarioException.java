package io.posthorn.sim.scenario;

import java.util.List;

/**
 * The rejection of a scenario that cannot be played. The message has one line for each problem: its
 * position, the problem and the remedy.
 */
public final class InvalidScenarioException extends RuntimeException {
  private final transient List<String> problems;

  InvalidScenarioException(List<String> problems) {
    super(String.join("\n", problems), null, false, false);
    this.problems = List.copyOf(problems);
  }

  /** The lines of the message. */
  public List<String> problems() {
    return problems;
  }
}
