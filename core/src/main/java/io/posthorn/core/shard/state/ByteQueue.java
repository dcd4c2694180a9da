package io.posthorn.core.shard.state;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints whose next body does not fit into the bytes in flight. They are skipped, so that no
 * other endpoint waits behind them, and return when their body fits: first those of the customer
 * with the fewest bytes in flight, and of its endpoints the one with the fewest.
 *
 * <p>Implementation notes. A search costs no more than a fixed number of comparisons, however many
 * wait: it examines the first {@value #EXAMINED} endpoints of the first {@value #EXAMINED}
 * customers. If none of their bodies fits, it examines the one that fits at the most bytes in
 * flight, and the one that needs the smallest share: if these do not fit, none does. Positions are
 * those of the time an endpoint was added; an endpoint whose requests change is added again.
 */
final class ByteQueue {
  /** The number of endpoints and customers that a search examines in their order. */
  private static final int EXAMINED = 8;

  private static final Comparator<Endpoint> OLDEST =
      Comparator.comparingLong((Endpoint e) -> e.load().since());

  /** One customer's endpoints that wait for bytes, in the three orders of a search. */
  static final class Waiting {
    private final CustomerLoad customer;

    private final TreeSet<Endpoint> fewestBytes =
        new TreeSet<>(
            Comparator.comparingLong((Endpoint e) -> e.load().byteRank()).thenComparing(OLDEST));

    private final TreeSet<Endpoint> fitsFirst =
        new TreeSet<>(
            Comparator.comparingLong((Endpoint e) -> e.load().fitRank()).thenComparing(OLDEST));

    private final TreeSet<Endpoint> smallestShare =
        new TreeSet<>(Comparator.comparingLong(Waiting::share).thenComparing(OLDEST));

    // Its position among the customers.
    private long bytes;
    private long fitRank;
    private long share;
    private long since;

    Waiting(CustomerLoad customer) {
      this.customer = customer;
    }

    /** The bytes in flight that an endpoint would have with its next body. */
    private static long share(Endpoint endpoint) {
      return endpoint.load().byteRank() + endpoint.load().body();
    }
  }

  private static final Comparator<Waiting> LONGEST =
      Comparator.comparingLong((Waiting w) -> w.since);

  private final TreeSet<Waiting> fewestBytes =
      new TreeSet<>(Comparator.comparingLong((Waiting w) -> w.bytes).thenComparing(LONGEST));

  private final TreeSet<Waiting> fitsFirst =
      new TreeSet<>(Comparator.comparingLong((Waiting w) -> w.fitRank).thenComparing(LONGEST));

  private final TreeSet<Waiting> smallestShare =
      new TreeSet<>(Comparator.comparingLong((Waiting w) -> w.share).thenComparing(LONGEST));

  private long counter;
  private boolean freed;

  /**
   * Adds an endpoint with the size of its next body.
   *
   * @param fitRank its position among the endpoints by when their bodies fit
   */
  void add(Endpoint endpoint, int body, long fitRank) {
    endpoint.load().beginWaitingForBytes(body, fitRank);
    CustomerLoad customer = endpoint.customer();
    Waiting theirs = customer.waitingForBytes;
    if (theirs == null) {
      theirs = new Waiting(customer);
      customer.waitingForBytes = theirs;
    } else {
      leave(theirs);
    }
    theirs.fewestBytes.add(endpoint);
    theirs.fitsFirst.add(endpoint);
    theirs.smallestShare.add(endpoint);
    enter(theirs);
  }

  void remove(Endpoint endpoint) {
    Waiting theirs = endpoint.customer().waitingForBytes;
    if (theirs == null) {
      return;
    }
    leave(theirs);
    theirs.fewestBytes.remove(endpoint);
    theirs.fitsFirst.remove(endpoint);
    theirs.smallestShare.remove(endpoint);
    if (theirs.fewestBytes.isEmpty()) {
      endpoint.customer().waitingForBytes = null;
    } else {
      enter(theirs);
    }
  }

  boolean isEmpty() {
    return fewestBytes.isEmpty();
  }

  /** A body may fit now: bytes in flight were freed. */
  void freed() {
    freed = true;
  }

  /** Moves a customer whose requests in flight have changed to its new position. */
  void reposition(CustomerLoad customer) {
    if (customer.waitingForBytes != null) {
      leave(customer.waitingForBytes);
      enter(customer.waitingForBytes);
    }
  }

  private void leave(Waiting theirs) {
    fewestBytes.remove(theirs);
    fitsFirst.remove(theirs);
    smallestShare.remove(theirs);
  }

  private void enter(Waiting theirs) {
    CustomerLoad customer = theirs.customer;
    theirs.bytes = customer.bytesInFlight;
    theirs.fitRank = theirs.fitsFirst.first().load().fitRank();
    // A customer's share is divided over its active endpoints, so its needs count once for each of
    // them.
    theirs.share = Waiting.share(theirs.smallestShare.first()) * Math.max(1, customer.active);
    theirs.since = counter++;
    fewestBytes.add(theirs);
    fitsFirst.add(theirs);
    smallestShare.add(theirs);
  }

  /** Takes the endpoint that comes first of those whose body fits now; null if there is none. */
  @Nullable Endpoint takeFitting(InFlightShares shares) {
    Endpoint fitting = freed && !fewestBytes.isEmpty() ? fitting(shares) : null;
    if (fitting == null) {
      freed = false;
    } else {
      remove(fitting);
    }
    return fitting;
  }

  private @Nullable Endpoint fitting(InFlightShares shares) {
    int examined = 0;
    for (Waiting theirs : fewestBytes) {
      Endpoint fitting = fitting(theirs, shares);
      if (fitting != null) {
        return fitting;
      }
      if (++examined == EXAMINED) {
        break;
      }
    }
    Endpoint fitting = fitsFirst.first().fitsFirst.first();
    if (!shares.fits(fitting)) {
      fitting = smallestShare.first().smallestShare.first();
    }
    return shares.fits(fitting) ? fitting : null;
  }

  private static @Nullable Endpoint fitting(Waiting theirs, InFlightShares shares) {
    int examined = 0;
    for (Endpoint endpoint : theirs.fewestBytes) {
      if (shares.fits(endpoint)) {
        return endpoint;
      }
      if (++examined == EXAMINED) {
        break;
      }
    }
    Endpoint fitting = theirs.fitsFirst.first();
    if (!shares.fits(fitting)) {
      fitting = theirs.smallestShare.first();
    }
    return shares.fits(fitting) ? fitting : null;
  }
}
