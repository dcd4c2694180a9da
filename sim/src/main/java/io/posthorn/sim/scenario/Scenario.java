package io.posthorn.sim.scenario;

import java.util.List;

/**
 * An outage to be played: how long, by which rules, and what happens to which endpoints. See {@code
 * examples/scenarios} for the format.
 */
public final class Scenario {
  private final String name;
  private final String description;
  private final long run;
  private final SettingValues settings;
  private final List<ScenarioEndpoint> endpoints;

  Scenario(
      String name,
      String description,
      long run,
      SettingValues settings,
      List<ScenarioEndpoint> endpoints) {
    this.name = name;
    this.description = description;
    this.run = run;
    this.settings = settings;
    this.endpoints = List.copyOf(endpoints);
  }

  /**
   * Reads a scenario.
   *
   * @param nameForErrors what the lines of an error begin with, usually the file's name
   * @throws InvalidScenarioException with a line for each thing that is wrong
   */
  public static Scenario parse(String yaml, String nameForErrors) {
    return ScenarioReader.read(yaml, nameForErrors);
  }

  public String name() {
    return name;
  }

  /** What it is about, in the words of whoever wrote it; may be empty. */
  public String description() {
    return description;
  }

  /** How long it plays, in milliseconds. */
  public long run() {
    return run;
  }

  SettingValues settings() {
    return settings;
  }

  List<ScenarioEndpoint> endpoints() {
    return endpoints;
  }
}
