package io.posthorn.engine.read;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.store.ShardView;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Access to the committed state of an engine's shards, for {@link EngineReads} only. Thread-safe. A
 * view is valid only inside the call of its reader.
 */
public interface ShardReads {
  /**
   * Reads all shards as one store; a single shard as a consistent snapshot.
   *
   * @param missed receives each unreachable node, before the reader gets the remaining data
   */
  <T extends @Nullable Object> T readMerged(Consumer<String> missed, Function<ShardView, T> reader);

  /**
   * Reads each shard separately, for counts and events: every shard has its own counts and its own
   * copy of an event.
   *
   * @param missed receives each unreachable node, before the reader gets the remaining data
   */
  <T extends @Nullable Object> List<T> readEach(
      Consumer<String> missed, Function<ShardView, T> reader);

  /**
   * Reads keys, customers and delivery pauses from memory, without a snapshot. For lookups that
   * every call makes.
   */
  <T extends @Nullable Object> T readDirectory(Function<ShardView, T> reader);

  /** The current subscriptions. */
  SubscriptionIndex subscriptions();

  /** Returns whether there is only one shard, so that events have no copies. */
  boolean isSingle();

  /** Messages that ended before this time may be gone; 0 if not applicable. */
  long historyFrom();
}
