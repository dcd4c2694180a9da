package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The shards as one reading finds them, each wherever it runs. One that moves is asked for again
 * for a moment; one that stays out of reach is left out from then on, and its node noted.
 */
final class Shelves {
  /** A take-over by a standby takes about as long; whoever waits for an answer does not more. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final long BETWEEN_MILLIS = 50;

  private final ShardMap map;
  private final Peers peers;
  private final Set<Integer> away = new HashSet<>();
  private final SortedSet<String> missing = new TreeSet<>();

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
    Page nothing = new Page(List.of(), false);
    Page page = ask(shard, range::read, node -> peers.scan(node, shard, range), nothing);
    return page;
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
