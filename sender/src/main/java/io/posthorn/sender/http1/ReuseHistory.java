package io.posthorn.sender.http1;

import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The recent experience with reused connections, by peer: a peer that often ends them before it
 * responds gets a new connection for each request, for a while.
 *
 * <p>Only peers that ended a reused connection are remembered, and only until ten later reuses went
 * well or their suspension is over; at most {@value #MAX_PEERS}.
 */
final class ReuseHistory {
  static final int MAX_PEERS = 10_000;

  /** Of the last ten reuses, the number that may end without a response before reuse stops. */
  private static final int REMEMBERED = 10;

  private static final int TOO_MANY = 2;
  private static final long SUSPENDED_NANOS = Duration.ofMinutes(10).toNanos();

  /**
   * The last reuses of one peer.
   *
   * @param ended a bit for each, the latest lowest: whether it ended without a response
   * @param suspended whether connections are not reused until {@code until}
   */
  private record Reuses(int ended, boolean suspended, long until) {
    Reuses after(boolean endedToo, long now) {
      int latest = (ended << 1 | (endedToo ? 1 : 0)) & ((1 << REMEMBERED) - 1);
      return suspended || Integer.bitCount(latest) < TOO_MANY
          ? new Reuses(latest, suspended, until)
          : new Reuses(0, true, now + SUSPENDED_NANOS);
    }

    boolean isOver(long now) {
      return suspended ? now - until >= 0 : ended == 0;
    }
  }

  private final ConcurrentHashMap<Peer, Reuses> peers = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  ReuseHistory(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns whether connections to a peer are kept and reused. */
  boolean allows(Peer peer) {
    Reuses reuses = peers.get(peer);
    return reuses == null || !reuses.suspended || reuses.isOver(nanoTime.getAsLong());
  }

  /** A reused connection brought a response. */
  void responded(Peer peer) {
    if (!peers.isEmpty()) {
      long now = nanoTime.getAsLong();
      peers.computeIfPresent(peer, (p, reuses) -> unlessOver(reuses.after(false, now), now));
    }
  }

  /** A reused connection ended before any byte of a response. */
  void ended(Peer peer) {
    long now = nanoTime.getAsLong();
    if (peers.size() >= MAX_PEERS) {
      forgetOne();
    }
    peers.compute(
        peer,
        (p, known) -> {
          boolean begins = known == null || known.isOver(now);
          return (begins ? new Reuses(0, false, 0) : known).after(true, now);
        });
  }

  private static @Nullable Reuses unlessOver(Reuses reuses, long now) {
    return reuses.isOver(now) ? null : reuses;
  }

  private void forgetOne() {
    Iterator<Peer> any = peers.keySet().iterator();
    if (any.hasNext()) {
      peers.remove(any.next());
    }
  }

  /** Forgets peers whose suspension is over. */
  void sweep() {
    long now = nanoTime.getAsLong();
    peers.values().removeIf(reuses -> reuses.isOver(now));
  }

  int size() {
    return peers.size();
  }
}
