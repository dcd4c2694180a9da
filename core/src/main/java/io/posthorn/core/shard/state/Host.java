package io.posthorn.core.shard.state;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A host and port that endpoints of any customer have in common: its requests in flight, their
 * limit, and the endpoints that wait for capacity there.
 *
 * <p>The limit grows by one with each success and halves when a connection cannot be opened; the
 * duration of a response does not matter. Free capacity goes to the customer with the fewest
 * requests in flight at this host, and among its endpoints to the one with the fewest.
 *
 * <p>Implementation notes. Free capacity is offered: an endpoint with an offer is in the {@link
 * ReadyQueue}, where it may have to wait for its customer's share of the total. So each customer
 * has an offer, as long as there is capacity for it; one customer that has to wait delays no other.
 * A customer has one offer at a time, because the endpoint that uses it may be first again.
 */
final class Host {
  private static final Comparator<Share> FEWEST_HERE =
      (one, other) ->
          one.rank != other.rank
              ? Integer.compare(one.rank, other.rank)
              : Long.compare(one.since, other.since);

  /** One customer's requests at a host, and its endpoints that wait there. */
  private static final class Share {
    final CustomerLoad customer;
    int inFlight;
    int rank;
    long since;
    final TreeSet<Endpoint> waiting = new TreeSet<>(EndpointLoad.FEWEST_IN_FLIGHT);

    /** Its endpoint that was offered capacity; null if none was. */
    @Nullable Endpoint offered;

    Share(CustomerLoad customer) {
      this.customer = customer;
    }

    boolean idle() {
      return inFlight == 0 && waiting.isEmpty() && offered == null;
    }
  }

  final String name;

  /** The number of endpoints at this host; {@link Endpoints} counts them. */
  int endpoints;

  private final Map<CustomerLoad, Share> shares = new HashMap<>(0); // never iterated

  /** The customers with waiting endpoints that were offered no capacity. */
  private final TreeSet<Share> waiting = new TreeSet<>(FEWEST_HERE);

  /** The customers that were offered capacity. */
  private final TreeSet<Share> offered = new TreeSet<>(FEWEST_HERE);

  private int limit;
  private int inFlight;
  private long counter;

  Host(String name, DeliveryLimits limits) {
    this.name = name;
    limit = Math.min(limits.startInFlightPerHost(), limits.maxInFlightPerHost());
  }

  int limit() {
    return limit;
  }

  int inFlight() {
    return inFlight;
  }

  boolean full() {
    return inFlight >= limit;
  }

  /** Returns whether a customer waits without an offer. */
  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Returns whether there is more capacity than was offered. */
  boolean hasSpare() {
    return offered.size() < limit - inFlight;
  }

  /** Returns whether to offer capacity to the first waiting endpoint. */
  boolean canOffer() {
    return hasWaiting()
        && !full()
        && (hasSpare() || offered.last().rank - 1 > waiting.first().rank);
  }

  void adapt(Outcome outcome, int most) {
    if (outcome.success()) {
      limit = Math.min(limit + 1, most);
    } else if (outcome.unconnected()) {
      limit = Math.max(1, limit / 2);
    }
  }

  void requestStarted(CustomerLoad customer) {
    count(customer, 1);
  }

  void requestEnded(CustomerLoad customer) {
    count(customer, -1);
  }

  private void count(CustomerLoad customer, int more) {
    inFlight += more;
    Share share = shares.computeIfAbsent(customer, Share::new);
    leave(share);
    share.inFlight += more;
    enter(share);
  }

  void enqueue(Endpoint endpoint) {
    Share share = shares.computeIfAbsent(endpoint.customer(), Share::new);
    boolean first = share.waiting.isEmpty() && share.offered == null;
    share.waiting.add(endpoint);
    if (first) {
      enter(share);
    }
  }

  void dequeue(Endpoint endpoint) {
    Share share = shares.computeIfAbsent(endpoint.customer(), Share::new);
    share.waiting.remove(endpoint);
    if (share.waiting.isEmpty() && share.offered == null) {
      waiting.remove(share);
      enter(share);
    }
  }

  /** The endpoint of a customer that was offered capacity; null if none was. */
  @Nullable Endpoint offeredTo(CustomerLoad customer) {
    Share share = shares.get(customer);
    return share == null ? null : share.offered;
  }

  /** Offers capacity to an endpoint of a customer that has no offer. */
  void offer(Endpoint endpoint) {
    Share share = shares.computeIfAbsent(endpoint.customer(), Share::new);
    leave(share);
    share.waiting.remove(endpoint);
    share.offered = endpoint;
    enter(share);
  }

  /** An offer was used, or is taken back. */
  void endOffer(Endpoint endpoint) {
    Share share = shares.computeIfAbsent(endpoint.customer(), Share::new);
    leave(share);
    share.offered = null;
    enter(share);
  }

  /** The waiting endpoint that gets the next capacity. */
  Endpoint firstWaiting() {
    return waiting.first().waiting.first();
  }

  /** The endpoint that has to leave its offer to the first waiting one; null if there is none. */
  @Nullable Endpoint lastOffered() {
    return hasSpare() ? null : offered.last().offered;
  }

  /** The first waiting endpoint of a customer that may start a request; null if there is none. */
  @Nullable Endpoint firstWaiting(Predicate<CustomerLoad> mayStart) {
    for (Share share : waiting) {
      if (mayStart.test(share.customer)) {
        return share.waiting.first();
      }
    }
    return null;
  }

  private void leave(Share share) {
    if (share.offered != null) {
      offered.remove(share);
    } else if (!share.waiting.isEmpty()) {
      waiting.remove(share);
    }
  }

  /** An offer counts as if it had been used. */
  private void enter(Share share) {
    share.rank = share.inFlight + (share.offered == null ? 0 : 1);
    share.since = counter++;
    if (share.offered != null) {
      offered.add(share);
    } else if (!share.waiting.isEmpty()) {
      waiting.add(share);
    } else if (share.idle()) {
      shares.remove(share.customer);
    }
  }
}
