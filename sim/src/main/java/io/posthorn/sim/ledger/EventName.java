package io.posthorn.sim.ledger;

/** An event's id, which is unique within its customer. */
public record EventName(String customerId, String eventId) implements Comparable<EventName> {
  @Override
  public int compareTo(EventName that) {
    int byCustomer = customerId.compareTo(that.customerId);
    return byCustomer != 0 ? byCustomer : eventId.compareTo(that.eventId);
  }
}
