package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import io.posthorn.engine.read.CopyReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The shards as one read operation sees them, local or remote. A shard that is moving is retried
 * until the timeout. If the operation may read copies, one is read instead after a part of that
 * time, and from then on. A shard that stays unreachable is skipped from then on, and its node is
 * reported at once, because readers may stream their results. Thread-safe.
 */
final class ReachableShards {
  private static final long BETWEEN_MILLIS = 50;

  /** The part of the timeout after which a copy is read. */
  private static final int COPIES_AFTER = 4;

  private static final Page NOTHING = new Page(List.of(), false);

  private final ShardMap map;
  private final Peers peers;
  private final Set<Integer> away = ConcurrentHashMap.newKeySet();
  private final Set<Integer> copied = ConcurrentHashMap.newKeySet();
  private final @Nullable CopyReads copies = CopyReads.current();
  private final long timeout;
  private final Consumer<String> missed;

  /**
   * Creates the shards of one read operation.
   *
   * @param timeout how long to retry a shard that cannot be read
   * @param missed receives the nodes that could not be read
   */
  ReachableShards(ShardMap map, Peers peers, Duration timeout, Consumer<String> missed) {
    this.map = map;
    this.peers = peers;
    this.timeout = timeout.toNanos();
    this.missed = missed;
  }

  byte @Nullable [] get(int shard, byte[] key) {
    return ask(shard, view -> view.get(key), remote -> peers.get(remote, key), null);
  }

  Page page(int shard, Range range) {
    return ask(shard, range::read, remote -> peers.scan(remote, range), NOTHING);
  }

  /**
   * Reads the values of keys from a shard, in order, up to a size limit.
   *
   * @param remaining the bytes left; shared between shards
   */
  FetchedValues values(int shard, List<byte[]> keys, AtomicLong remaining) {
    List<Page.Entry> found = new ArrayList<>();
    List<byte[]> rest = keys;
    while (!rest.isEmpty() && remaining.get() > 0) {
      List<byte[]> some = rest.subList(0, Math.min(rest.size(), Range.MOST_ENTRIES));
      Page page =
          ask(shard, view -> Page.of(view, some), remote -> peers.values(remote, some), NOTHING);
      found.addAll(page.entries());
      remaining.addAndGet(-page.bytes());
      rest = rest.subList(page.more() ? settled(some, page) : some.size(), rest.size());
    }
    return new FetchedValues(keys.subList(0, keys.size() - rest.size()), found);
  }

  /** The number of keys that an incomplete page covers. */
  private static int settled(List<byte[]> keys, Page page) {
    byte[] last = page.entries().getLast().key();
    for (int i = 0; i < keys.size(); i++) {
      if (Arrays.equals(keys.get(i), last)) {
        return i + 1;
      }
    }
    throw new IllegalStateException("the page has a key that was not requested");
  }

  /** Returns whether a shard runs on this node. */
  boolean isHere(int shard) {
    try {
      return map.here(shard) != null;
    } catch (InvalidStateStoreException e) {
      return false;
    }
  }

  private <T extends @Nullable Object> T ask(
      int shard, Function<ShardView, T> here, Function<Peers.RemoteShard, T> there, T nothing) {
    if (away.contains(shard)) {
      return nothing;
    }
    long begun = System.nanoTime();
    while (true) {
      String node = "unknown";
      try {
        if (!copied.contains(shard)) {
          ShardView view = map.here(shard);
          if (view != null) {
            return here.apply(view);
          }
          String owner = map.node(shard);
          if (owner != null) {
            node = owner;
            return there.apply(new Peers.RemoteShard(owner, shard, false));
          }
        }
      } catch (ShardUnreachableException | InvalidStateStoreException e) {
        // The shard is moving or its node is down: retry until the deadline.
      }
      long waited = System.nanoTime() - begun;
      if (copies != null && (copied.contains(shard) || waited >= timeout / COPIES_AFTER)) {
        List<T> copy = copy(shard, here, there);
        if (!copy.isEmpty()) {
          copied.add(shard);
          copies.use();
          return copy.getFirst();
        }
        copied.remove(shard);
      }
      if (waited > timeout || !pause()) {
        away.add(shard);
        missed.accept(node);
        return nothing;
      }
    }
  }

  /** Reads a copy, on this node or another one; empty if there is none. */
  private <T extends @Nullable Object> List<T> copy(
      int shard, Function<ShardView, T> here, Function<Peers.RemoteShard, T> there) {
    try {
      ShardView view = map.copyHere(shard);
      if (view != null) {
        return Collections.singletonList(here.apply(view));
      }
    } catch (InvalidStateStoreException e) {
      // It is being closed: another node may have one.
    }
    for (String node : map.copies(shard)) {
      try {
        return Collections.singletonList(there.apply(new Peers.RemoteShard(node, shard, true)));
      } catch (ShardUnreachableException e) {
        // The next one.
      }
    }
    return List.of();
  }

  private static boolean pause() {
    try {
      Thread.sleep(BETWEEN_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
