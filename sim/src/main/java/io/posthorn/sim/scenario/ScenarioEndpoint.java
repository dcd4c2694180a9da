package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.url.TargetUrl;
import java.util.List;

/**
 * One endpoint of a scenario.
 *
 * @param number its position in the scenario, from 1
 * @param latency its response time while it is healthy
 * @param health its changes in the order of time, the first at 0
 * @param tokenServer the same of the server that gives access tokens for it; empty if it asks for
 *     none
 * @param actions what operators do to it
 * @param orderedObjects how many objects its events are about in turn, with order per object; 0 for
 *     no order
 */
public record ScenarioEndpoint(
    int number,
    String name,
    List<EventFlow> events,
    long latency,
    EndpointSettings settings,
    List<HealthChange> health,
    List<HealthChange> tokenServer,
    List<Action> actions,
    int orderedObjects) {

  /** A time, and the health of the receiver from then on. */
  public record HealthChange(long at, ReceiverHealth health) {}

  /** A time, and what an operator does then. */
  public record Action(long at, Kind kind) {
    /** The actions that a scenario can contain. */
    public enum Kind {
      ENABLE,
      PAUSE
    }
  }

  /**
   * The id of an event, from which a receiver knows the event's number.
   *
   * @param endpoint the number of the endpoint that the event is for
   * @param number the event's number at that endpoint, from 1
   */
  public record EventId(int endpoint, int number) {
    public static EventId parse(String id) {
      int dash = id.indexOf('-');
      return new EventId(
          Integer.parseInt(id, 0, dash, 10), Integer.parseInt(id, dash + 1, id.length(), 10));
    }

    @Override
    public String toString() {
      return endpoint + "-" + number;
    }
  }

  /** The events of one endpoint have a code of their own. */
  public String objCode() {
    return "SCENARIO" + number;
  }

  /** The last change of its token server until a time; it must have one. */
  public HealthChange tokenServerAt(long time) {
    return tokenServer.stream()
        .filter(change -> change.at() <= time)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  public TargetUrl url() {
    return TargetUrl.parse("https://receiver-" + number + ".example/");
  }

  public EndpointId id() {
    return url().endpointOf(Scenario.CUSTOMER);
  }

  long totalEvents() {
    return events.stream().mapToLong(EventFlow::total).sum();
  }
}
