package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.EndpointSettings;
import java.util.List;

/**
 * One endpoint of a scenario.
 *
 * @param latency how quickly it answers when it is well
 * @param health its changes, in the order of time, the first at 0
 * @param actions what people do to it
 */
record ScenarioEndpoint(
    String name,
    List<EventFlow> events,
    long latency,
    EndpointSettings settings,
    List<Change> health,
    List<Action> actions) {

  /** From this moment on it answers like this. */
  record Change(long at, Health health) {}

  /** What a person does at a moment. */
  record Action(long at, Deed deed) {}

  /** What a person can do to an endpoint. */
  enum Deed {
    ENABLE,
    PAUSE
  }

  long totalEvents() {
    long total = 0;
    for (EventFlow flow : events) {
      total += flow.total();
    }
    return total;
  }

  /** The change whose health holds at a moment. */
  Change healthAt(long moment) {
    Change current = health.getFirst();
    for (Change change : health) {
      if (change.at() <= moment) {
        current = change;
      }
    }
    return current;
  }
}
