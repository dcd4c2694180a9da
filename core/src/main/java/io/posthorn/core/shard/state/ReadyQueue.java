package io.posthorn.core.shard.state;

import java.util.TreeSet;

/**
 * The endpoints that can start a request now, by customer. Free capacity goes to the customer with
 * the fewest requests in flight, and of its endpoints to the one with the fewest; among equals, to
 * the one that has waited longest.
 */
final class ReadyQueue {
  private final TreeSet<CustomerLoad> customers =
      new TreeSet<>(
          (one, other) ->
              one.readyRank != other.readyRank
                  ? Integer.compare(one.readyRank, other.readyRank)
                  : Long.compare(one.readySince, other.readySince));

  private long counter;

  void add(Endpoint endpoint) {
    CustomerLoad customer = endpoint.customer();
    if (customer.ready.isEmpty()) {
      insert(customer);
    }
    customer.ready.add(endpoint);
  }

  void remove(Endpoint endpoint) {
    CustomerLoad customer = endpoint.customer();
    customer.ready.remove(endpoint);
    if (customer.ready.isEmpty()) {
      customers.remove(customer);
    }
  }

  /** Moves a customer whose requests in flight have changed to its new position. */
  void reposition(CustomerLoad customer) {
    if (!customer.ready.isEmpty() && customer.readyRank != customer.inFlight) {
      customers.remove(customer);
      insert(customer);
    }
  }

  private void insert(CustomerLoad customer) {
    customer.readyRank = customer.inFlight;
    customer.readySince = counter++;
    customers.add(customer);
  }

  boolean isEmpty() {
    return customers.isEmpty();
  }

  /** The endpoint that starts the next request. */
  Endpoint first() {
    return customers.first().ready.first();
  }
}
