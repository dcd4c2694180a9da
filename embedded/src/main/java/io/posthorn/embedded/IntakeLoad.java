package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The capacity that a call's events use in the intake, from arrival to reply.
 *
 * @param shares the load by customer; nearly always just one
 */
record IntakeLoad(List<Share> shares, int events, long weight) {
  /** The load of one customer. */
  record Share(String customerId, int events, long weight) {
    private Share plus(Share more) {
      return new Share(customerId, events + more.events, weight + more.weight);
    }
  }

  static final IntakeLoad NONE = new IntakeLoad(List.of(), 0, 0);

  static IntakeLoad of(List<Event> events) {
    String first = events.isEmpty() ? "" : events.getFirst().customerId();
    long weight = 0;
    boolean alone = true;
    for (Event event : events) {
      weight += weight(event);
      alone &= event.customerId().equals(first);
    }
    List<Share> shares =
        alone ? List.of(new Share(first, events.size(), weight)) : byCustomer(events);
    return new IntakeLoad(shares, events.size(), weight);
  }

  private static List<Share> byCustomer(List<Event> events) {
    Map<String, Share> shares = new LinkedHashMap<>();
    for (Event event : events) {
      String customerId = event.customerId();
      shares.merge(customerId, new Share(customerId, 1, weight(event)), Share::plus);
    }
    return List.copyOf(shares.values());
  }

  /** The approximate memory of an event: its states and 512 bytes of overhead. */
  private static long weight(Event event) {
    long bytes = 512;
    if (event.newState() != null) {
      bytes += event.newState().length();
    }
    if (event.oldState() != null) {
      bytes += event.oldState().length();
    }
    return bytes;
  }
}
