package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The shards as one reading finds them, each wherever it runs. One that moves is asked for again
 * for a moment; one that stays out of reach is left out from then on, and its node noted. For any
 * thread.
 */
final class Shelves {
  /** A take-over by a standby takes about as long; whoever waits for an answer does not more. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final long BETWEEN_MILLIS = 50;

  private static final Page NOTHING = new Page(List.of(), false);

  private final ShardMap map;
  private final Peers peers;
  private final Set<Integer> away = ConcurrentHashMap.newKeySet();
  private final SortedSet<String> missing = new ConcurrentSkipListSet<>();

  Shelves(ShardMap map, Peers peers) {
    this.map = map;
    this.peers = peers;
  }

  /** The nodes that could not be read. */
  SortedSet<String> missing() {
    return Collections.unmodifiableSortedSet(missing);
  }

  byte @Nullable [] get(int shard, byte[] key) {
    return ask(shard, view -> view.get(key), node -> peers.get(node, shard, key), null);
  }

  Page page(int shard, Range range) {
    return ask(shard, range::read, node -> peers.scan(node, shard, range), NOTHING);
  }

  /** The values of those keys that a shard has. */
  List<Page.Entry> values(int shard, List<byte[]> keys) {
    List<Page.Entry> found = new ArrayList<>();
    List<byte[]> rest = keys;
    while (!rest.isEmpty()) {
      List<byte[]> some = rest.subList(0, Math.min(rest.size(), Range.MOST_ENTRIES));
      Page page =
          ask(shard, view -> Page.of(view, some), node -> peers.values(node, shard, some), NOTHING);
      found.addAll(page.entries());
      rest = rest.subList(page.more() ? settled(some, page) : some.size(), rest.size());
    }
    return found;
  }

  /** How many of the keys a page that ends early has told of. */
  private static int settled(List<byte[]> keys, Page page) {
    byte[] last = page.entries().getLast().key();
    for (int i = 0; i < keys.size(); i++) {
      if (Arrays.equals(keys.get(i), last)) {
        return i + 1;
      }
    }
    throw new IllegalStateException("a value that was not asked for");
  }

  /** Whether a shard runs on this node, so that reading it is quick. */
  boolean isHere(int shard) {
    try {
      return map.here(shard) != null;
    } catch (InvalidStateStoreException e) {
      return false;
    }
  }

  private <T extends @Nullable Object> T ask(
      int shard, Function<ShardView, T> here, Function<String, T> there, T nothing) {
    if (away.contains(shard)) {
      return nothing;
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      String node = "unknown";
      try {
        ShardView view = map.here(shard);
        if (view != null) {
          return here.apply(view);
        }
        String owner = map.node(shard);
        if (owner != null) {
          node = owner;
          return there.apply(owner);
        }
      } catch (ShardUnreachableException | InvalidStateStoreException e) {
        // It is on the move, or its node is: asked for again, until the time is over.
      }
      if (System.nanoTime() > deadline || !pause()) {
        away.add(shard);
        missing.add(node);
        return nothing;
      }
    }
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
