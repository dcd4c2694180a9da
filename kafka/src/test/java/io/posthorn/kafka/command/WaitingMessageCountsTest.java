package io.posthorn.kafka.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class WaitingMessageCountsTest {
  private long nanos;
  private final WaitingMessageCounts waiting = new WaitingMessageCounts(100, 4, () -> nanos);

  @Test
  void the_reports_of_all_nodes_are_added() {
    report("node1", 60);
    assertThat(waiting.atLimit("acme")).isFalse();
    report("node2", 40);
    assertThat(waiting.atLimit("acme")).isTrue();
  }

  @Test
  void a_node_that_has_left_is_forgotten() {
    report("node1", 100);
    nanos += Duration.ofSeconds(6).toNanos();
    assertThat(waiting.atLimit("acme")).isFalse();
    report("node2", 1);
    assertThat(waiting.nodes()).isEqualTo(1);
  }

  private void report(String node, long messages) {
    waiting.reported(node, waiting.encode(new TreeMap<>(Map.of("acme", messages))));
  }
}
