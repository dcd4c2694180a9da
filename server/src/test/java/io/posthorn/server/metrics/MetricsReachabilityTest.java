package io.posthorn.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.embedded.InMemoryEngine;
import io.posthorn.engine.EngineMetric;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Micrometer references what it measures weakly, so metrics must keep it reachable. */
final class MetricsReachabilityTest {
  private final Metrics metrics = new Metrics("test");

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void metrics_of_an_engine_are_current_after_a_garbage_collection() {
    AtomicLong value = new AtomicLong(1);
    metrics.watch(
        List.of(
            EngineMetric.gauge("posthorn.test.level", "A level.", value::get),
            EngineMetric.counter("posthorn.test.count", "A count.", value::get)));
    assertThat(metrics.scrape())
        .contains("posthorn_test_level 1.0\n", "posthorn_test_count_total 1.0\n");

    collectGarbage();
    value.set(2);

    assertThat(metrics.scrape())
        .contains("posthorn_test_level 2.0\n", "posthorn_test_count_total 2.0\n");
  }

  @Test
  void counters_of_the_shards_are_current_after_a_garbage_collection() {
    long now = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    InMemoryEngine engine = new InMemoryEngine(Rules.DEFAULT, now);
    metrics.watch(engine, InstantSource.system());
    assertThat(metrics.scrape()).contains("posthorn_events_accepted_total 0.0\n");

    collectGarbage();
    engine.execute(id -> new Command.PutCustomer(id, "acme")).join();
    engine.accept(List.of(event())).join();

    await()
        .untilAsserted(
            () -> assertThat(metrics.scrape()).contains("posthorn_events_accepted_total 1.0\n"));
  }

  private static Event event() {
    JsonSlice state = JsonSlice.of("{}");
    return new Event(
        "acme", "e1", "TASK", Event.UPDATE, null, Instant.EPOCH, null, state, null, null);
  }

  private static void collectGarbage() {
    WeakReference<Object> garbage = new WeakReference<>(new Object());
    await()
        .until(
            () -> {
              System.gc();
              return garbage.get() == null;
            });
  }
}
