package io.posthorn.sim.scenario;

import java.util.List;

/**
 * The description of an outage: how long it runs, by which rules, and what happens to which
 * endpoints. See {@code examples/scenarios} for the format.
 *
 * @param description what it is about, in the words of its author; may be empty
 * @param run its length in milliseconds
 */
public record Scenario(
    String name,
    String description,
    long run,
    ScenarioSettings settings,
    List<ScenarioEndpoint> endpoints) {
  /** The customer that all endpoints of a scenario belong to. */
  public static final String CUSTOMER = "default";

  public Scenario {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * Reads a scenario.
   *
   * @param nameForErrors the beginning of each line of an error, usually the file's name
   * @throws InvalidScenarioException with a line for each problem
   */
  public static Scenario parse(String yaml, String nameForErrors) {
    return ScenarioReader.read(yaml, nameForErrors);
  }

  /** The timeout of requests to endpoints without one of their own, in milliseconds. */
  public long timeout() {
    return settings.get(ScenarioSetting.TIMEOUT);
  }
}
