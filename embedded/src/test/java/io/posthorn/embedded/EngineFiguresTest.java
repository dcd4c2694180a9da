package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.shard.protocol.ShardFigures.Depth;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class EngineFiguresTest {
  @TempDir Path parent;

  @Test
  void an_idle_engine_reports_its_shard_figures() {
    try (EngineFixture fixture =
        new EngineFixture(parent.resolve("store"), EmbeddedSettings.DEFAULT)) {
      fixture.subscribe(1, "TASK");
      fixture.accepted("e1");
      fixture.accepted("e1");

      ShardFigures figures = fixture.engine.shardFigures().join();

      assertThat(figures.eventsAccepted()).isEqualTo(1);
      assertThat(figures.eventsKnown()).isEqualTo(1);
      assertThat(figures.first()).isEqualTo(new Depth(1, 1));
      fixture.sender.next().succeeds();
      fixture.ending();
      assertThat(fixture.engine.shardFigures().join().first()).isEqualTo(Depth.EMPTY);
    }
  }

  @Test
  void a_stopped_engine_cancels_requests_for_figures() {
    EngineFixture fixture = new EngineFixture(parent.resolve("store"), EmbeddedSettings.DEFAULT);
    fixture.close();

    assertThatThrownBy(() -> fixture.engine.shardFigures().join())
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
