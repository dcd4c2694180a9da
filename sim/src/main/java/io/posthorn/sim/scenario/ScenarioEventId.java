package io.posthorn.sim.scenario;

/**
 * The id of an event of a scenario. It tells a receiver which of its events it gets.
 *
 * @param endpoint the number of the endpoint that the event is for
 * @param number the event's number at that endpoint, from 1
 */
public record ScenarioEventId(int endpoint, int number) {
  public static ScenarioEventId parse(String id) {
    int dash = id.indexOf('-');
    return new ScenarioEventId(
        Integer.parseInt(id, 0, dash, 10), Integer.parseInt(id, dash + 1, id.length(), 10));
  }

  @Override
  public String toString() {
    return endpoint + "-" + number;
  }
}
