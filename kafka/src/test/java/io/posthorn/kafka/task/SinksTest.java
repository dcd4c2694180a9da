package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import java.util.Set;
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
}
