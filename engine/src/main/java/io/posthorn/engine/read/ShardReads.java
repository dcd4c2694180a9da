package io.posthorn.engine.read;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.store.ShardView;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The access to committed state that an engine gives to {@link EngineReads}, and to nobody else.
 * For any thread. A view is good inside the call of its reader only.
 */
public interface ShardReads {
  /**
   * Reads all shards as if they were one store; a single shard in a consistent state.
   *
   * @param missed told of each node that cannot be read, before the reader gets what is left
   */
  <T extends @Nullable Object> T readMerged(Consumer<String> missed, Function<ShardView, T> reader);

  /**
   * Reads each shard by itself, for what has to be added up or put together: every shard counts for
   * itself, and has its own copy of an event.
   *
   * @param missed told of each node that cannot be read, before the reader gets what is left
   */
  <T extends @Nullable Object> List<T> readEach(
      Consumer<String> missed, Function<ShardView, T> reader);

  /**
   * Reads one fact about keys, customers and pauses, from memory: what is read after it may be of a
   * later state. For what every call asks.
   */
  <T extends @Nullable Object> T readDirectory(Function<ShardView, T> reader);

  /** The subscriptions as they are. */
  SubscriptionIndex subscriptions();

  /** Whether there is one shard alone, so that nothing has copies. */
  boolean isSingle();

  /** What ended before this moment may be gone; 0 where that is not worth telling. */
  long historyFrom();
}
