package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClientsTest {
  private static Map<Object, Object> streams(NodeSettings.Placement placement) {
    return clients(placement).streams(1);
  }

  private static Clients clients(NodeSettings.Placement placement) {
    return new Clients(
        NodeSettings.builder("broker:9092", Path.of("state"), "node:8080")
            .placement(placement)
            .threads(3)
            .storeMemory(64L << 20)
            .build());
  }

  @Test
  void events_and_changelogs_are_compressed_by_zstandard() {
    assertThat(clients(NodeSettings.Placement.DEFAULT).producer())
        .containsEntry("compression.type", "zstd");
    assertThat(streams(NodeSettings.Placement.DEFAULT))
        .containsEntry("producer.compression.type", "zstd");
  }

  @Test
  void standbys_are_placed_in_other_racks_and_records_are_read_from_the_same() {
    assertThat(streams(new NodeSettings.Placement("zone-a", 2, 10_000)))
        .containsEntry("client.tag.rack", "zone-a")
        .containsEntry("rack.aware.assignment.tags", "rack")
        .containsEntry("client.rack", "zone-a");
    assertThat(streams(NodeSettings.Placement.DEFAULT))
        .doesNotContainKeys("client.tag.rack", "rack.aware.assignment.tags", "client.rack");
  }

  @Test
  void warm_ups_recovery_lag_threads_and_memory_are_those_of_the_settings() {
    assertThat(streams(new NodeSettings.Placement(null, 5, 77)))
        .containsEntry("max.warmup.replicas", 5)
        .containsEntry("acceptable.recovery.lag", 77L)
        .containsEntry("num.stream.threads", 3)
        .containsEntry("posthorn.store.memory", String.valueOf(64L << 20));
  }
}
