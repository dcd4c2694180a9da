package io.posthorn.sender.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous DNS lookups with a short cache.
 *
 * <p>A lookup cannot be interrupted and may hang for as long as the system resolver does. So each
 * name has at most one lookup in progress, which all callers share; names that resolved before use
 * separate threads, so that hanging names cannot delay them; and customers share the threads
 * fairly, so that one with thousands of slow names delays itself only. A lookup that no caller
 * waits for any longer is dropped before it starts.
 *
 * <p>Addresses are cached for a few seconds, failures for one: long enough to save lookups for a
 * busy endpoint, short enough to follow a change.
 */
public final class DnsLookup implements AutoCloseable {
  public static final Duration GOOD_FOR = Duration.ofSeconds(10);
  public static final Duration BAD_FOR = Duration.ofSeconds(1);

  /** The time for which a name counts as known without being requested. */
  private static final long REMEMBERED_FOR = Duration.ofMinutes(10).toNanos();

  /** The number of lookups that can hang at once, of which one customer can have half. */
  private static final int THREADS_FOR_UNKNOWN = 256;

  private static final int THREADS_FOR_KNOWN = 64;

  private final Resolver resolver;
  private final long goodFor;
  private final long badFor;
  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final FairThreads forUnknown = new FairThreads("unknown", THREADS_FOR_UNKNOWN);
  private final FairThreads forKnown = new FairThreads("known", THREADS_FOR_KNOWN);

  public DnsLookup(Resolver resolver, Duration goodFor, Duration badFor) {
    this.resolver = resolver;
    this.goodFor = goodFor.toNanos();
    this.badFor = badFor.toNanos();
  }

  /** The address of a host that is an IP literal; null for a name. */
  static @Nullable InetAddress literal(String host) {
    // A normalised host that ends in a digit is an IPv4 address or a name such as "host1".
    return host.indexOf(':') >= 0 || isNumbers(host) ? InetAddress.ofLiteral(host) : null;
  }

  private static boolean isNumbers(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  /**
   * The addresses of a host, at least one; fails with {@link UnknownHostException}.
   *
   * @param customerId the customer in whose share of the threads the name is looked up
   * @param until how long the caller waits, on the clock of {@link System#nanoTime}
   */
  public CompletableFuture<List<InetAddress>> addressesOf(
      String customerId, String host, long until) {
    InetAddress literal = literal(host);
    if (literal != null) {
      return CompletableFuture.completedFuture(List.of(literal));
    }
    long now = System.nanoTime();
    Entry known = entries.get(host);
    if (known != null && known.ended && known.fresh(now)) {
      return known.addresses;
    }
    while (true) {
      Entry current =
          entries.compute(
              host, (h, old) -> old != null && old.fresh(now) ? old : new Entry(host, old));
      if (current.isWanted(customerId, until)) {
        return current.addresses;
      }
      entries.remove(host, current); // dropped meanwhile
    }
  }

  /**
   * Drops lookups without waiting callers, and evicts names that were not requested for a while.
   */
  public void sweep() {
    long now = System.nanoTime();
    forUnknown.sweep(now);
    forKnown.sweep(now);
    entries.values().removeIf(entry -> entry.forgotten(now));
  }

  /** The number of lookups that wait for a thread. */
  public int waiting() {
    return forUnknown.waiting() + forKnown.waiting();
  }

  @Override
  public void close() {
    forUnknown.close();
    forKnown.close();
  }

  /** The cache entry of a name: its addresses, or the lookup in progress. */
  private final class Entry implements FairThreads.Job {
    final CompletableFuture<List<InetAddress>> addresses = new CompletableFuture<>();
    final String host;
    final FairThreads threads;
    volatile boolean ended;
    volatile boolean good;
    volatile long endedAt;

    /** The customers that wait for a thread; the lookup is in the queue of each. */
    private final Set<String> customers = new HashSet<>();

    private boolean started;
    private long wantedUntil = Long.MIN_VALUE;

    Entry(String host, @Nullable Entry before) {
      this.host = host;
      this.threads = before != null && before.good ? forKnown : forUnknown;
    }

    /** Notes that a caller wants it; returns false if it was dropped before. */
    boolean isWanted(String customerId, long until) {
      synchronized (this) {
        if (ended || started) {
          return started;
        }
        wantedUntil = customers.isEmpty() || until - wantedUntil > 0 ? until : wantedUntil;
        if (!customers.add(customerId)) {
          return true;
        }
      }
      threads.execute(customerId, this); // outside this lock, which it takes under its own
      return true;
    }

    @Override
    public synchronized boolean claim() {
      if (isOver(System.nanoTime())) {
        return false;
      }
      started = true;
      return true;
    }

    @Override
    public synchronized boolean isOver(long now) {
      if (!started && !ended && now - wantedUntil >= 0) {
        end(false); // without a result: its callers have ended, or end now, as timed out
        entries.remove(host, this);
      }
      return started || ended;
    }

    @Override
    public void reject() {
      end(false);
      addresses.completeExceptionally(new UnknownHostException(host));
    }

    @Override
    public void run() {
      try {
        List<InetAddress> found = resolver.resolve(host);
        if (found.isEmpty()) {
          throw new UnknownHostException(host);
        }
        end(true);
        addresses.complete(List.copyOf(found));
      } catch (UnknownHostException | RuntimeException e) {
        end(false);
        addresses.completeExceptionally(e);
      }
    }

    void end(boolean good) {
      this.good = good;
      endedAt = System.nanoTime();
      ended = true;
    }

    boolean fresh(long now) {
      return !ended || now - endedAt < (good ? goodFor : badFor);
    }

    boolean forgotten(long now) {
      return ended && now - endedAt > (good ? REMEMBERED_FOR : badFor);
    }
  }
}
