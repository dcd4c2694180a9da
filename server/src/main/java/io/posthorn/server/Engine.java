package io.posthorn.server;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ShardView;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the API stands on: takes events and commands in, and lets the state be read.
 *
 * <ul>
 *   <li>Answers rest on a commit; those to events and commands on one that is on disk.
 *   <li>For any thread.
 * </ul>
 */
public interface Engine {
  /**
   * Takes events in: all of them, or none.
   *
   * @throws IntakeRefusedException here or as the failure of the answer, where it cannot now
   */
  CompletableFuture<Reply> accept(List<Event> events);

  CompletableFuture<Reply> tell(LongFunction<Command> command);

  SubscriptionIndex subscriptions();

  /**
   * Reads what is committed; on one machine a consistent state of it.
   *
   * @throws IntakeRefusedException where a node that it needs cannot be reached
   */
  <T extends @Nullable Object> T read(Function<ShardView, T> reader);

  /**
   * Reads one fact of what is committed: what is read after it may be of a later state. Much
   * cheaper than {@link #read}, for what every call asks.
   */
  default <T extends @Nullable Object> T look(Function<ShardView, T> reader) {
    return read(reader);
  }

  /** The same without the nodes that cannot be reached, which are noted while it reads. */
  default <T extends @Nullable Object> T read(Unreached unreached, Function<ShardView, T> reader) {
    return read(reader);
  }

  /**
   * Reads each shard by itself, for what must be added up or put together: every shard counts for
   * itself, and has a copy of its own of an event.
   *
   * @throws IntakeRefusedException where a node cannot be reached
   */
  default <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    return Collections.singletonList(read(reader));
  }

  /** The same without the nodes that cannot be reached, which are noted. */
  default <T extends @Nullable Object> List<T> readEach(
      Unreached unreached, Function<ShardView, T> reader) {
    return readEach(reader);
  }

  /** What ended before this moment may be gone from here; 0 where that is not worth telling. */
  default long historyFrom() {
    return 0;
  }

  /** Whether there is one shard alone, so that nothing has copies. */
  default boolean alone() {
    return true;
  }
}
