package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import org.junit.jupiter.api.Test;

final class NodeBuilderTest {
  @Test
  void a_shard_gets_its_share_of_the_in_flight_limit_of_a_node() {
    DeliveryLimits limits = NodeBuilder.perShard(Rules.DEFAULT, 10).limits();
    assertThat(limits.maxInFlight()).isEqualTo(1_000);
    assertThat(limits.maxBytesInFlight()).isEqualTo((256L << 20) / 10);
    assertThat(limits.maxInFlightPerEndpoint()).isEqualTo(32);
    assertThat(limits.maxInFlightPerHost()).isEqualTo(102);
    assertThat(limits.startInFlightPerHost()).isEqualTo(12);
  }

  @Test
  void a_share_is_large_enough_for_one_message() {
    DeliveryLimits limits = NodeBuilder.perShard(Rules.DEFAULT, 2_048).limits();
    assertThat(limits.maxInFlight()).isEqualTo(4);
    assertThat(limits.maxInFlightPerHost()).isEqualTo(1);
    assertThat(limits.startInFlightPerHost()).isEqualTo(1);
    assertThat(limits.maxBytesInFlight()).isEqualTo(4L << 20);
  }

  @Test
  void an_acknowledged_event_is_never_refused() {
    Rules limited = Rules.DEFAULT.withLimits(Rules.DEFAULT.limits().withWaitingMessages(100));
    assertThat(NodeBuilder.perShard(limited, 4).limits().waitingMessages())
        .isEqualTo(DeliveryLimits.UNLIMITED);
  }
}
