package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.EngineMetric;
import io.posthorn.engine.ExpiringMarks;
import io.posthorn.engine.ManualEngine;
import io.posthorn.engine.read.EngineReads;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The embedded engine over an in-memory store; callers run its turns instead of a thread. */
public final class InMemoryEngine extends ManualEngine {
  private final ManualTime time;
  private final IdentityHashMap<Effect.Send, Consumer<Outcome>> waiting = new IdentityHashMap<>();
  private final EmbeddedEngine engine;

  public InMemoryEngine(Rules rules, long now) {
    // A shard starts a millisecond after its stored time, so the stored time is a millisecond
    // earlier.
    time = new ManualTime(now - 1);
    engine =
        EmbeddedEngine.create(
            new MemoryStore(this),
            new ShardIdentity(0, 1),
            rules,
            EmbeddedSettings.DEFAULT,
            new EngineContext(sender(), EffectListener.NONE, time, () -> Long.MAX_VALUE));
    goTo(now);
  }

  private Sender sender() {
    return new Sender() {
      @Override
      public void send(Effect.Send send, Consumer<Outcome> outcome) {
        waiting.put(send, outcome);
        sent.add(send);
      }

      @Override
      public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
        result.accept(
            new TokenResult.NoToken(Outcome.failed(ErrorKind.AUTH, 0, "no token server")));
      }
    };
  }

  @Override
  public synchronized void goTo(long at) {
    time.pass(Duration.ofMillis(at - now()));
    work();
  }

  @Override
  public synchronized long now() {
    return time.wallMillis();
  }

  @Override
  public synchronized void respond(Effect.Send send, Outcome outcome) {
    sent.remove(send);
    Objects.requireNonNull(waiting.remove(send)).accept(outcome);
    work();
  }

  @Override
  public synchronized CompletableFuture<Reply> acceptNow(List<Event> events) {
    CompletableFuture<Reply> reply = engine.accept(events);
    work();
    return reply;
  }

  @Override
  public synchronized CompletableFuture<Reply> executeNow(LongFunction<Command> command) {
    CompletableFuture<Reply> reply = engine.execute(command);
    work();
    return reply;
  }

  /** Runs one turn and, unless long work stays pending, all remaining work. */
  private void work() {
    try {
      while (engine.step() && !longWorkWaits) {
        // The next turn is at the same time.
      }
    } catch (InterruptedException e) {
      throw new AssertionError("the test was interrupted", e);
    }
  }

  @Override
  public EngineReads reads() {
    return engine.reads();
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return engine.subscriptions();
  }

  @Override
  public boolean isInFlight(MessageId message) {
    return engine.isInFlight(message);
  }

  @Override
  public ExpiringMarks marks() {
    return engine.marks();
  }

  @Override
  public List<EngineMetric> metrics() {
    return engine.metrics();
  }

  @Override
  public synchronized CompletableFuture<ShardMetrics> shardMetrics() {
    CompletableFuture<ShardMetrics> reply = engine.shardMetrics();
    work();
    return reply;
  }

  @Override
  public boolean runsEveryShard() {
    return true;
  }

  @Override
  public void close() {}
}
