package io.posthorn.server;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.Reply;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.SubscriptionIndex;
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

  /** Reads a consistent state of what is committed. */
  <T extends @Nullable Object> T read(Function<ShardView, T> reader);

  /**
   * Reads one fact of what is committed: what is read after it may be of a later state. Much
   * cheaper than {@link #read}, for what every call asks.
   */
  default <T extends @Nullable Object> T look(Function<ShardView, T> reader) {
    return read(reader);
  }
}
