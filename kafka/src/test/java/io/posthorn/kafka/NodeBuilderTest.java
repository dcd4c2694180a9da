package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import org.junit.jupiter.api.Test;

final class NodeBuilderTest {
  @Test
  void an_acknowledged_event_is_never_refused() {
    Rules limited = Rules.DEFAULT.withLimits(Rules.DEFAULT.limits().withWaitingMessages(100));
    assertThat(NodeBuilder.withoutWaitingLimit(limited).limits().waitingMessages())
        .isEqualTo(DeliveryLimits.UNLIMITED);
  }
}
