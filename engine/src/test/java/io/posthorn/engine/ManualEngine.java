package io.posthorn.engine;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A test engine in virtual time that sends no requests: the test moves time and supplies the
 * outcomes. All effects of a call have happened when it returns. The test can make it refuse calls,
 * or run code before a command.
 */
public abstract class ManualEngine implements Engine {
  /** The requests without an outcome. */
  public final List<Effect.Send> sent = new ArrayList<>();

  /** True if long work stays pending, so that a test can observe its progress. */
  public boolean longWorkWaits;

  /** Runs before each of the next commands. */
  public final Deque<Runnable> before = new ArrayDeque<>();

  /** The refusal of events, thrown at once or as the failure of the future. */
  public @Nullable RuntimeException refusal;

  public boolean refuseLater;

  /** The refusal of commands. */
  public @Nullable RuntimeException commandRefusal;

  /** The health that it reports. */
  public EngineHealth health = EngineHealth.RUNNING;

  /** Moves time forward and runs due work. */
  public abstract void goTo(long time);

  public abstract long now();

  /** Supplies the outcome of a request. */
  public abstract void respond(Effect.Send send, Outcome outcome);

  /** Accepts events, bypassing the refusals above. */
  public abstract CompletableFuture<Reply> acceptNow(List<Event> events);

  /** Executes a command, bypassing the refusals above. */
  public abstract CompletableFuture<Reply> executeNow(LongFunction<Command> command);

  @Override
  public final CompletableFuture<Reply> accept(List<Event> events) {
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
    return acceptNow(events);
  }

  @Override
  public final CompletableFuture<Reply> execute(LongFunction<Command> command) {
    Runnable first = before.poll();
    if (first != null) {
      first.run();
    }
    if (commandRefusal != null) {
      throw commandRefusal;
    }
    return executeNow(command);
  }

  @Override
  public EngineHealth health() {
    return health;
  }

  @Override
  public void start(int port) {}

  @Override
  public CompletableFuture<@Nullable Void> termination() {
    return new CompletableFuture<>();
  }
}
