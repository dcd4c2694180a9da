package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.ShardMetrics.Depth;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class EngineMetricsTest {
  @TempDir Path parent;

  @Test
  void an_idle_engine_reports_its_shard_metrics() {
    try (EngineFixture fixture =
        new EngineFixture(parent.resolve("store"), EmbeddedSettings.DEFAULT)) {
      fixture.subscribe(1, "TASK");
      fixture.accepted("e1");
      fixture.accepted("e1");

      ShardMetrics metrics = fixture.engine.shardMetrics().join();

      assertThat(metrics.eventsAccepted()).isEqualTo(1);
      assertThat(metrics.eventsKnown()).isEqualTo(1);
      assertThat(metrics.first()).isEqualTo(new Depth(1, 1));
      fixture.sender.next().succeeds();
      fixture.nextEnded();
      assertThat(fixture.engine.shardMetrics().join().first()).isEqualTo(Depth.EMPTY);
    }
  }

  @Test
  void a_stopped_engine_cancels_requests_for_metrics() {
    EngineFixture fixture = new EngineFixture(parent.resolve("store"), EmbeddedSettings.DEFAULT);
    fixture.close();

    assertThatThrownBy(() -> fixture.engine.shardMetrics().join())
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void the_store_reports_its_memory() {
    try (EngineFixture fixture =
        new EngineFixture(parent.resolve("store"), EmbeddedSettings.DEFAULT)) {
      fixture.subscribe(1, "TASK");

      assertThat(fixture.rocks.memory().writeBuffers()).isPositive();
      assertThat(fixture.rocks.memory().cache()).isPositive();
    }
  }
}
