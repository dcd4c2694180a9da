package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.read.History;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.EngineHealth;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A test fixture: an engine on a real store, with clocks, free space and receivers under the test's
 * control.
 */
final class EngineFixture implements AutoCloseable {
  final ManualTime time = new ManualTime();
  final AtomicLong freeBytes = new AtomicLong(Long.MAX_VALUE);
  final LinkedBlockingQueue<Effect.MessageEnded> ended = new LinkedBlockingQueue<>();
  final EmbeddedSettings settings;
  private final Path directory;
  ScriptedSender sender = new ScriptedSender();
  RocksShardStore rocks;
  WatchedStore store;
  EmbeddedEngine engine;

  EngineFixture(Path directory, EmbeddedSettings settings) {
    this.directory = directory;
    this.settings = settings;
    rocks = RocksShardStore.open(directory, 8 << 20);
    store = new WatchedStore(rocks);
    engine = start(sender);
  }

  private EmbeddedEngine start(Sender to) {
    EngineContext around = new EngineContext(to, listener(), time, freeBytes::get);
    return EmbeddedEngine.start(store, rocks.identity(), Rules.DEFAULT, settings, around);
  }

  /** Restarts on the same store, with new receivers. */
  void restart() {
    close();
    sender = new ScriptedSender();
    rocks = RocksShardStore.open(directory, 8 << 20);
    store = new WatchedStore(rocks);
    engine = start(sender);
  }

  /** Stops and lets the drain time pass for requests in flight. */
  @Override
  public void close() {
    CompletableFuture<Void> stopped = beginToStop();
    time.pass(settings.drain());
    engine.checkClocks();
    stopped.join();
    rocks.close();
  }

  CompletableFuture<Void> beginToStop() {
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(engine::close);
    while (engine.health().state() == EngineHealth.State.RUNNING) {
      Thread.onSpinWait();
    }
    return stopped;
  }

  void subscribe(int number, String objCode) {
    Reply reply =
        engine.execute(SampleEvents.create(SampleEvents.subscription(number, objCode))).join();
    if (!reply.equals(Reply.DONE)) {
      throw new AssertionError(reply);
    }
  }

  CompletableFuture<Reply> post(String id) {
    return engine.accept(List.of(event(id)));
  }

  static Event event(String id) {
    return SampleEvents.event(id, "TASK", 10);
  }

  /** Posts an event and waits for the reply. */
  EventKey accepted(String id) {
    Reply.Accepted reply = (Reply.Accepted) post(id).join();
    return reply.events().getFirst().key();
  }

  Effect.MessageEnded nextEnded() {
    try {
      return Objects.requireNonNull(ended.poll(20, TimeUnit.SECONDS), "no message ended");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Message message(EventKey event) {
    return rocks.withSnapshot(
        view ->
            Objects.requireNonNull(
                new History(view).message(SampleEvents.CUSTOMER, new MessageId(event, 0))));
  }

  private EffectListener listener() {
    return new EffectListener() {
      @Override
      public void attemptRecorded(Effect.AttemptRecorded effect) {}

      @Override
      public void messageEnded(Effect.MessageEnded effect) {
        ended.add(effect);
      }

      @Override
      public void endpointChanged(Effect.EndpointChanged effect) {}
    };
  }
}
