package io.posthorn.core.shard.state;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * The endpoints that can start a request now. Free capacity goes to the one with the fewest
 * requests in flight; among equals, to the one that has waited longest.
 */
public final class ReadyQueue {
  static final int NOT_READY = -1;

  private final TreeSet<Endpoint> ready =
      new TreeSet<>(
          Comparator.comparingInt((Endpoint e) -> e.readyRank)
              .thenComparingLong((Endpoint e) -> e.readySince));

  private long counter;

  public void add(Endpoint endpoint) {
    if (endpoint.readyRank == endpoint.inFlight()) {
      return; // it keeps its position
    }
    remove(endpoint);
    endpoint.readyRank = endpoint.inFlight();
    endpoint.readySince = counter++;
    ready.add(endpoint);
  }

  public void remove(Endpoint endpoint) {
    if (endpoint.readyRank != NOT_READY) {
      ready.remove(endpoint);
      endpoint.readyRank = NOT_READY;
    }
  }

  public boolean isEmpty() {
    return ready.isEmpty();
  }

  public Endpoint first() {
    return ready.first();
  }
}
