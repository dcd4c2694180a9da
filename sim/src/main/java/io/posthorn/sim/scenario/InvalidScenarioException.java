package io.posthorn.sim.scenario;

import java.util.List;

/**
 * The error that a scenario file is invalid. The message has a line for each problem: its position,
 * what is wrong and what to write instead.
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
