package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.kafka.RecordingSender;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.TopologyDescription;
import org.junit.jupiter.api.Test;

final class SinksTest {
  @Test
  void a_record_about_a_message_goes_to_the_partition_of_the_shard_in_its_id() {
    for (int shard : new int[] {0, 1, 7, 11, 2_047}) {
      MessageId id = new MessageId(EventKey.of(1_763_200_000_000L, shard, -1, -2), 40);
      assertThat(Sinks.byMessage("attempts", id.toString().getBytes(US_ASCII), new byte[0], 2_048))
          .contains(Set.of(shard));
    }
  }

  @Test
  void every_topic_that_tasks_write_is_watched_for_hanging_transactions() {
    try (DrivenTopology driven =
        new DrivenTopology(
            null,
            new ShardAssignment(1),
            Rules.DEFAULT,
            new RecordingSender(),
            0,
            1_763_200_000_000L)) {
      Set<String> written =
          DeliveryTopology.of(driven.context(), 1 << 20, 1).describe().subtopologies().stream()
              .flatMap(part -> part.nodes().stream())
              .filter(TopologyDescription.Sink.class::isInstance)
              .map(node -> ((TopologyDescription.Sink) node).topic())
              .collect(Collectors.toSet());

      assertThat(DrivenTopology.NAMES.writtenByShards()).containsAll(written);
    }
  }
}
