package io.posthorn.core.shard.state;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.InFlightBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests and bytes in flight of a shard, and the endpoints that wait for their share of them.
 *
 * <ul>
 *   <li>Free capacity goes to the customer with the fewest requests in flight, and of its endpoints
 *       to the one with the fewest.
 *   <li>Where there are several customers, each may have at most {@value #PER_FREE} times as many
 *       requests in flight as are still free: however much one customer has waiting, there is
 *       capacity left for the next.
 *   <li>An endpoint's share of the bytes is the total divided by the customers that have requests
 *       in flight, and a customer's part divided by its endpoints that have. Within the total any
 *       body fits. Beyond it, and up to twice the total, a body fits if it keeps its endpoint
 *       within its share, or if its endpoint has nothing in flight; but the last ninth is for those
 *       within their share.
 *   <li>An endpoint whose body does not fit is skipped. Bytes that come free go to the customer
 *       with the fewest bytes in flight, and of its endpoints to the one with the fewest.
 *   <li>An endpoint whose host is at its limit waits at the host.
 * </ul>
 *
 * <p>Implementation notes. An endpoint that can start a request is in exactly one of three queues:
 * ready, at its host, or waiting for bytes; {@link EndpointLoad#queue} says which. It keeps its age
 * when it changes the queue, so that none is overtaken by those that come back at once. Each step
 * costs the logarithm of the endpoints or customers that wait. Of a customer's endpoints at a host
 * the first is ready, if the host has capacity for it; the others wait at the host. Ready endpoints
 * start in the order of their requests in flight, also those whose bodies fit again; until they
 * start, they have a claim to their bytes against endpoints with more bytes in flight. Only where
 * all ready customers are beyond their share of the requests there is a search over the hosts at
 * which others wait.
 */
public final class InFlightShares {
  /** Leaves a ninth of the total to the next. */
  static final int PER_FREE = 8;

  /** The size of a body that has to be looked up again. */
  private static final int UNWEIGHED = 0;

  /**
   * The most claims at a time: each start examines all of them, and the next claim follows when one
   * of them has started.
   */
  private static final int MOST_CLAIMS = 16;

  /** The queue that an endpoint is in. */
  enum Queue {
    NONE,
    READY,
    HOST,
    BYTES
  }

  private static final Comparator<Endpoint> FEWEST_BYTES =
      Comparator.comparingLong((Endpoint e) -> e.customer().bytesInFlight)
          .thenComparingLong((Endpoint e) -> e.load().bytesInFlight())
          .thenComparingLong((Endpoint e) -> e.load().since());

  private final Endpoints endpoints;
  private InFlightBudget budget;

  private final ReadyQueue ready = new ReadyQueue();
  private final ByteQueue bytes = new ByteQueue();
  private final ByteShares byteShares;

  private final WaitingHosts hosts = new WaitingHosts();

  /** The endpoints that returned from waiting for bytes and have not started yet. */
  private final List<Endpoint> claimants = new ArrayList<>(MOST_CLAIMS);

  private int inFlight;
  private long counter;

  InFlightShares(InFlightBudget budget, Endpoints endpoints) {
    this.endpoints = endpoints;
    this.budget = budget;
    byteShares = new ByteShares(budget);
  }

  /** Sets the limits from now on. Requests that exceed a lower one stay in flight. */
  public void limit(InFlightBudget changed) {
    if (!changed.equals(budget)) {
      budget = changed;
      byteShares.limit(changed);
      bytes.freed(); // also if there are fewer: others with less may fit
    }
  }

  /** Returns whether an endpoint could start a request if the shard might have more of them. */
  public boolean waitForRequests() {
    return !ready.isEmpty();
  }

  /** Returns whether an endpoint could start a request if the shard might have more bytes. */
  public boolean waitForBytes() {
    return !bytes.isEmpty();
  }

  /** Requests in flight. */
  public int inFlight() {
    return inFlight;
  }

  public long bytesInFlight() {
    return byteShares.inFlight();
  }

  /** Adds an endpoint that can start a request now, or moves it to its present position. */
  public void add(Endpoint endpoint) {
    EndpointLoad load = endpoint.load();
    boolean asBefore = load.queue() != Queue.NONE && load.rank() == endpoint.inFlight();
    boolean waitsForBytes = load.queue() == Queue.BYTES;
    if (asBefore && !waitsForBytes) {
      return; // it keeps its position
    }
    remove(endpoint);
    if (!asBefore) {
      load.beginWaiting(endpoint.inFlight(), counter++);
    }
    if (waitsForBytes) {
      enqueueForBytes(endpoint, UNWEIGHED); // its next message may be another one
      bytes.freed();
    } else {
      enqueue(endpoint);
    }
  }

  /** Removes an endpoint that cannot start a request now. */
  public void remove(Endpoint endpoint) {
    if (endpoint.load().queue() != Queue.NONE) {
      dequeue(endpoint);
    }
  }

  /** The endpoint that starts the next request; null if the total is reached, or none waits. */
  public @Nullable Endpoint next() {
    return inFlight < budget.requests() ? choose() : null;
  }

  private @Nullable Endpoint choose() {
    returnFitting();
    offerCapacity();
    while (!ready.isEmpty()) {
      Endpoint first = ready.first();
      if (!mayStart(first.customer())) {
        return waitingElsewhere(); // all ready customers have as many in flight or more
      }
      if (!first.host().full()) {
        return first;
      }
      dequeue(first);
      enqueue(first); // at its host
    }
    return null;
  }

  /** Lets endpoints return whose bodies fit, those with the fewest bytes in flight first. */
  private void returnFitting() {
    if (claimants.removeIf(claimant -> !claims(claimant))) {
      bytes.freed();
    }
    while (claimants.size() < MOST_CLAIMS) {
      Endpoint fitting = bytes.takeFitting(this);
      if (fitting == null) {
        return;
      }
      enqueue(fitting);
      claimants.add(fitting);
    }
  }

  /**
   * The first endpoint that waits at a host whose free capacity is offered only to customers above
   * their share.
   */
  private @Nullable Endpoint waitingElsewhere() {
    for (Host host : hosts.all()) {
      Endpoint waiting = host.full() ? null : host.firstWaiting(this::mayStart);
      if (waiting != null) {
        leave(host, waiting);
        enqueueReady(waiting);
        return waiting;
      }
    }
    return null;
  }

  private boolean mayStart(CustomerLoad customer) {
    return withinShare(customer.inFlight + 1L, budget.requests() - inFlight);
  }

  /** Skips an endpoint if the body of its next message may not be added to the bytes in flight. */
  public boolean skip(Endpoint endpoint, int weight) {
    boolean fits = byteShares.fit(endpoint, weight, byteShares.inFlight());
    if (fits && !takesClaimedBytes(endpoint, weight)) {
      return false;
    }
    // It may wait with both its lanes; then the smaller body counts.
    boolean other = endpoint.load().queue() == Queue.BYTES && endpoint.load().body() != UNWEIGHED;
    int body = other ? Math.min(weight, endpoint.load().body()) : weight;
    dequeue(endpoint);
    enqueueForBytes(endpoint, body);
    if (fits) {
      bytes.freed(); // it may still fit after those with a claim have started
    }
    return true;
  }

  /**
   * Returns whether an endpoint would take bytes that were freed for others with fewer bytes in
   * flight.
   */
  private boolean takesClaimedBytes(Endpoint endpoint, int weight) {
    claimants.sort(FEWEST_BYTES);
    long before = byteShares.inFlight() + weight;
    for (Endpoint claimant : claimants) {
      if (FEWEST_BYTES.compare(claimant, endpoint) >= 0) {
        return false;
      }
      if (claims(claimant)) {
        if (claimant.load().body() == UNWEIGHED
            || !byteShares.fit(claimant, claimant.load().body(), before)) {
          return true;
        }
        before += claimant.load().body();
      }
    }
    return false;
  }

  /** Returns whether a claimant can start: none waits for one that waits for something else. */
  private boolean claims(Endpoint claimant) {
    return !claimant.host().full() && mayStart(claimant.customer());
  }

  private void endClaim(Endpoint endpoint) {
    if (claimants.remove(endpoint)) {
      bytes.freed(); // others that fit waited for it
    }
  }

  /** Counts a request that starts; the endpoint has counted it already. */
  public void requestStarted(Endpoint endpoint, int weight) {
    CustomerLoad customer = endpoint.customer();
    if (endpoint.inFlight() == 1) {
      customer.active++;
    }
    if (customer.inFlight == 0) {
      byteShares.countCustomer(1);
    }
    endClaim(endpoint);
    if (!claimants.isEmpty()) {
      bytes.freed(); // with more bytes, this customer's claims may come after others that wait
    }
    endpoint.host().requestStarted(customer);
    count(endpoint, 1, weight);
  }

  /** Counts a request that ended without an outcome; the endpoint has counted it already. */
  public void requestEnded(Endpoint endpoint, int weight) {
    CustomerLoad customer = endpoint.customer();
    if (endpoint.inFlight() == 0) {
      customer.active--;
    }
    if (customer.inFlight == 1) {
      byteShares.countCustomer(-1);
    }
    bytes.freed();
    Host host = endpoint.host();
    host.requestEnded(customer);
    hosts.changed(host);
    count(endpoint, -1, -weight);
  }

  /** Counts a request that ended, and adapts the limit of its host to the outcome. */
  public void requestEnded(Endpoint endpoint, int weight, Outcome outcome) {
    endpoint.host().adapt(outcome, budget.perHost());
    requestEnded(endpoint, weight);
  }

  private void count(Endpoint endpoint, int more, int weight) {
    CustomerLoad customer = endpoint.customer();
    inFlight += more;
    byteShares.count(weight);
    endpoint.load().countBytes(weight);
    customer.inFlight += more;
    customer.bytesInFlight += weight;
    ready.reposition(customer);
    bytes.reposition(customer);
  }

  /**
   * Returns whether the body that an endpoint waits with fits now, beside those with a better
   * claim.
   */
  boolean fits(Endpoint endpoint) {
    return byteShares.fit(endpoint, endpoint.load().body(), byteShares.inFlight())
        && !takesClaimedBytes(endpoint, endpoint.load().body());
  }

  /** Returns whether a customer's part is within its share of a total of which so much is free. */
  private boolean withinShare(long part, long free) {
    boolean alone = endpoints.customers() == 1 && !budget.severalCustomers();
    return alone || part <= PER_FREE * free;
  }

  private void enqueue(Endpoint endpoint) {
    Host host = endpoint.host();
    Endpoint offered = host.offeredTo(endpoint.customer());
    if (offered == null && !host.hasWaiting() && host.hasSpare()) {
      enqueueReady(endpoint);
    } else if (offered != null && EndpointLoad.FEWEST_IN_FLIGHT.compare(endpoint, offered) < 0) {
      withdraw(offered);
      enqueueReady(endpoint);
    } else {
      enqueueAtHost(endpoint);
    }
  }

  private void enqueueAtHost(Endpoint endpoint) {
    Host host = endpoint.host();
    endpoint.load().moveTo(Queue.HOST);
    host.enqueue(endpoint);
    hosts.changed(host);
  }

  private void enqueueForBytes(Endpoint endpoint, int body) {
    endpoint.load().moveTo(Queue.BYTES);
    bytes.add(endpoint, body, ByteShares.fitRank(endpoint, body));
  }

  private void enqueueReady(Endpoint endpoint) {
    endpoint.load().moveTo(Queue.READY);
    endpoint.host().offer(endpoint);
    hosts.changed(endpoint.host());
    ready.add(endpoint);
  }

  private void dequeue(Endpoint endpoint) {
    endClaim(endpoint);
    switch (endpoint.load().queue()) {
      case READY -> {
        ready.remove(endpoint);
        endpoint.host().endOffer(endpoint);
        hosts.changed(endpoint.host());
      }
      case HOST -> leave(endpoint.host(), endpoint);
      case BYTES -> bytes.remove(endpoint);
      case NONE -> {} // nothing to leave
    }
    endpoint.load().moveTo(Queue.NONE);
  }

  private void leave(Host host, Endpoint endpoint) {
    host.dequeue(endpoint);
    hosts.changed(host);
  }

  /** Takes an offer back; a claim to bytes stays. */
  private void withdraw(Endpoint endpoint) {
    ready.remove(endpoint);
    endpoint.host().endOffer(endpoint);
    enqueueAtHost(endpoint);
  }

  /** Makes endpoints ready that wait at hosts with free capacity. */
  private void offerCapacity() {
    for (Host host = hosts.takeChanged(); host != null; host = hosts.takeChanged()) {
      while (host.canOffer()) {
        Endpoint last = host.lastOffered();
        Endpoint first = host.firstWaiting();
        if (last != null) {
          withdraw(last);
        }
        leave(host, first);
        enqueueReady(first);
      }
      hosts.examined(host);
    }
  }
}
