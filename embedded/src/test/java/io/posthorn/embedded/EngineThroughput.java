package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.TimeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load of 1 KB events for 100 endpoints in calls of 100. Each caller waits for the reply before
 * it posts again; every request succeeds at once.
 */
final class EngineThroughput {
  private static final int ENDPOINTS = 100;
  private static final int PER_CALL = 100;
  private static final int CALLERS = 16;

  private EngineThroughput() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println(run(Path.of(arguments[0]), Integer.parseInt(arguments[1])));
  }

  /** Runs until the last message is delivered and reports the throughput. */
  static String run(Path directory, int events) throws InterruptedException {
    CountDownLatch delivered = new CountDownLatch(events);
    try (RocksShardStore store = RocksShardStore.open(directory, RocksShardStore.DEFAULT_MEMORY)) {
      Sender sender = ScriptedSender.succeeding();
      EngineContext around =
          new EngineContext(sender, counting(delivered), TimeSource.SYSTEM, () -> Long.MAX_VALUE);
      try (EmbeddedEngine engine =
          EmbeddedEngine.start(
              store, store.identity(), Rules.DEFAULT, EmbeddedSettings.DEFAULT, around)) {
        for (int i = 0; i < ENDPOINTS; i++) {
          engine.execute(SampleEvents.create(SampleEvents.subscription(i, "C" + i))).join();
        }
        long start = System.nanoTime();
        post(engine, events);
        double accepted = (System.nanoTime() - start) / 1e9;
        delivered.await();
        double done = (System.nanoTime() - start) / 1e9;
        var metrics = store.metrics();
        return ("%d events: %.0f events/s accepted, %.0f events/s delivered; "
                + "%d commits (%d synced) of %d KiB and %.2f ms on average, %.0f %% of the time")
            .formatted(
                events,
                events / accepted,
                events / done,
                metrics.commits(),
                metrics.syncs(),
                metrics.bytes() / metrics.commits() / 1024,
                metrics.nanos() / 1e6 / metrics.commits(),
                metrics.nanos() / 1e7 / done);
      }
    }
  }

  private static void post(EmbeddedEngine engine, int events) throws InterruptedException {
    JsonSlice state = JsonSlice.of("{\"a\":\"" + "x".repeat(1_000) + "\"}");
    AtomicLong next = new AtomicLong();
    List<Thread> callers = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      callers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (long first = next.getAndAdd(PER_CALL);
                        first < events;
                        first = next.getAndAdd(PER_CALL)) {
                      engine.accept(batch(first, state)).join();
                    }
                  }));
    }
    for (Thread caller : callers) {
      caller.join();
    }
  }

  private static List<Event> batch(long first, JsonSlice state) {
    List<Event> batch = new ArrayList<>(PER_CALL);
    for (long n = first; n < first + PER_CALL; n++) {
      batch.add(SampleEvents.event("event-" + n, "C" + n % ENDPOINTS, state));
    }
    return batch;
  }

  private static EffectListener counting(CountDownLatch delivered) {
    return new EffectListener() {
      @Override
      public void attemptRecorded(Effect.AttemptRecorded effect) {}

      @Override
      public void messageEnded(Effect.MessageEnded effect) {
        delivered.countDown();
      }

      @Override
      public void endpointChanged(Effect.EndpointChanged effect) {}
    };
  }
}
