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
 * An engine in virtual time, whose requests go nowhere: a test lets time pass and answers them. All
 * that follows from a call has happened when it is answered. It can be made to refuse, or to let
 * something happen just before a command.
 */
public abstract class StagedEngine implements Engine {
  /** The requests that were sent and not answered yet. */
  public final List<Effect.Send> sent = new ArrayList<>();

  /** Whether long work is left for later, so that it can be seen under way. */
  public boolean longWorkWaits;

  /** What happens before each of the next commands that callers give. */
  public final Deque<Runnable> before = new ArrayDeque<>();

  /** Why callers' events are refused: at once, or as the failure of the answer. */
  public @Nullable RuntimeException refusal;

  public boolean refuseLater;

  /** Why callers' commands are refused. */
  public @Nullable RuntimeException commandRefusal;

  /** The health that it reports. */
  public EngineHealth health = EngineHealth.RUNNING;

  /** Lets time pass, and what is due happen. */
  public abstract void goTo(long moment);

  public abstract long now();

  /** Answers a request that was sent. */
  public abstract void answer(Effect.Send send, Outcome outcome);

  /** Takes events in, whatever the test has prepared for callers. */
  public abstract CompletableFuture<Reply> acceptNow(List<Event> events);

  /** Executes a command, whatever the test has prepared for callers. */
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
  public void begin(int port) {}

  @Override
  public CompletableFuture<@Nullable Void> ended() {
    return new CompletableFuture<>();
  }
}
