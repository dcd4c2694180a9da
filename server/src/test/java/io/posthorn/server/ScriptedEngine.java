package io.posthorn.server;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ShardView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** An engine that can be made to refuse, or to let something happen just before a command. */
public final class ScriptedEngine implements Engine, AutoCloseable {
  public final StagedEngine staged;

  /** What happens before each of the next commands. */
  public final Deque<Runnable> before = new ArrayDeque<>();

  /** Why events are refused: at once, or as the failure of the answer. */
  public @Nullable RuntimeException refusal;

  public boolean refuseLater;

  /** Why commands are refused. */
  public @Nullable RuntimeException commandRefusal;

  public ScriptedEngine(StagedEngine staged) {
    this.staged = staged;
  }

  @Override
  public CompletableFuture<Reply> accept(List<Event> events) {
    if (refusal != null && refuseLater) {
      return CompletableFuture.supplyAsync(
          () -> {
            throw refusal;
          },
          Runnable::run);
    }
    if (refusal != null) {
      throw refusal;
    }
    return staged.accept(events);
  }

  @Override
  public CompletableFuture<Reply> tell(LongFunction<Command> command) {
    Runnable first = before.poll();
    if (first != null) {
      first.run();
    }
    if (commandRefusal != null) {
      throw commandRefusal;
    }
    return staged.tell(command);
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return staged.subscriptions();
  }

  @Override
  public <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    return staged.read(reader);
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    return staged.readEach(reader);
  }

  @Override
  public long historyFrom() {
    return staged.historyFrom();
  }

  @Override
  public boolean alone() {
    return staged.alone();
  }

  @Override
  public void close() {
    staged.close();
  }
}
