package io.posthorn.sender.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous DNS lookups with a short cache.
 *
 * <p>A lookup cannot be interrupted and may hang for as long as the system resolver does. So each
 * name has at most one lookup in progress, which all callers share, and names that resolved before
 * use separate threads, so that hanging names cannot delay them. These are platform threads,
 * because a lookup pins the carrier of a virtual thread.
 *
 * <p>Addresses are cached for a few seconds, failures for one: long enough to save lookups for a
 * busy endpoint, short enough to follow a change.
 */
public final class DnsLookup implements AutoCloseable {
  public static final Duration GOOD_FOR = Duration.ofSeconds(10);
  public static final Duration BAD_FOR = Duration.ofSeconds(1);

  /** The time for which a name counts as known without being requested. */
  private static final long REMEMBERED_FOR = Duration.ofMinutes(10).toNanos();

  /**
   * The number of lookups that can hang at once; further unknown names wait for each other only.
   */
  private static final int THREADS_FOR_UNKNOWN = 128;

  private static final int THREADS_FOR_KNOWN = 32;

  private final Resolver resolver;
  private final long goodFor;
  private final long badFor;
  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final ExecutorService forUnknown = threads("unknown", THREADS_FOR_UNKNOWN);
  private final ExecutorService forKnown = threads("known", THREADS_FOR_KNOWN);

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

  /** The addresses of a host, at least one; fails with {@link UnknownHostException}. */
  public CompletableFuture<List<InetAddress>> addressesOf(String host) {
    InetAddress literal = literal(host);
    if (literal != null) {
      return CompletableFuture.completedFuture(List.of(literal));
    }
    long now = System.nanoTime();
    Entry known = entries.get(host);
    if (known != null && known.fresh(now)) {
      return known.addresses;
    }
    Entry asked = new Entry();
    Entry current = entries.compute(host, (h, old) -> old != null && old.fresh(now) ? old : asked);
    if (current == asked) {
      start(host, asked, known != null && known.good ? forKnown : forUnknown);
    }
    return current.addresses;
  }

  private void start(String host, Entry entry, Executor threads) {
    try {
      threads.execute(() -> resolve(host, entry));
    } catch (RejectedExecutionException e) {
      entry.end(false);
      entry.addresses.completeExceptionally(new UnknownHostException(host));
    }
  }

  private void resolve(String host, Entry entry) {
    try {
      List<InetAddress> addresses = resolver.resolve(host);
      if (addresses.isEmpty()) {
        throw new UnknownHostException(host);
      }
      entry.end(true);
      entry.addresses.complete(List.copyOf(addresses));
    } catch (UnknownHostException | RuntimeException e) {
      entry.end(false);
      entry.addresses.completeExceptionally(e);
    }
  }

  /** Evicts names that have not been requested for a while. */
  public void sweep() {
    long now = System.nanoTime();
    entries.values().removeIf(entry -> entry.forgotten(now));
  }

  @Override
  public void close() {
    forUnknown.shutdownNow();
    forKnown.shutdownNow();
  }

  private static ExecutorService threads(String what, int count) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task ->
                Thread.ofPlatform()
                    .daemon()
                    .name("posthorn-dns-" + what + "-" + number.incrementAndGet())
                    .unstarted(task));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** The cache entry of a name: its addresses, or the lookup in progress. */
  private final class Entry {
    final CompletableFuture<List<InetAddress>> addresses = new CompletableFuture<>();
    volatile boolean ended;
    volatile boolean good;
    volatile long endedAt;

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
