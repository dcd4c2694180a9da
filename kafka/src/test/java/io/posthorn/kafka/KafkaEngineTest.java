package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.TimeSource;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class KafkaEngineTest {
  @Test
  void an_engine_keeps_its_metrics_for_the_weak_references_of_its_readers() {
    KafkaEngine engine =
        new KafkaEngine(
            port ->
                NodeSettings.builder("127.0.0.1:1", Path.of("shards"), "127.0.0.1:" + port).build(),
            Rules.DEFAULT,
            new RecordingSender(),
            EffectListener.NONE,
            TimeSource.SYSTEM,
            InstallationKey.NONE,
            null);
    try {
      assertThat(engine.metrics()).isNotEmpty().isSameAs(engine.metrics());
    } finally {
      engine.close();
    }
  }
}
