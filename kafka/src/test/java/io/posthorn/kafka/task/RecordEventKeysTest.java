package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;
import org.junit.jupiter.api.Test;

final class RecordEventKeysTest {
  private static final long NOW = 1_767_225_600_000L;
  private static final long BOUND = 5_000;

  private final RecordEventKeys keys = new RecordEventKeys(new ShardIdentity(3, 7), BOUND);

  private static ShardInput record(long offset, long timestamp, int event) {
    return new ShardInput("posthorn.shards", 3, offset, timestamp, event, false, new byte[0]);
  }

  @Test
  void a_key_has_the_time_of_the_record_and_its_place() {
    ShardInput record = record(5, NOW - 9, ShardInput.WHOLE);
    long acceptedAt = keys.acceptedAt(record, 0, NOW);

    assertThat(acceptedAt).isEqualTo(NOW - 9);
    assertThat(keys.key(acceptedAt, record, 2)).isEqualTo(EventKey.of(NOW - 9, 3, 5 << 10 | 2, 7));
  }

  @Test
  void an_event_that_is_taken_out_of_its_record_keeps_its_key() {
    assertThat(keys.key(NOW, record(5, NOW, 2), 0))
        .isEqualTo(keys.key(NOW, record(5, NOW, ShardInput.WHOLE), 2));
  }

  @Test
  void keys_ascend_with_the_place_and_never_have_the_bit_of_operational_events() {
    EventKey before = keys.key(NOW, record((1L << 40) + (1 << 20), NOW, ShardInput.WHOLE), 1_023);
    EventKey after = keys.key(NOW, record((1L << 40) + (1 << 20) + 1, NOW, ShardInput.WHOLE), 0);

    assertThat(before).isLessThan(after);
    assertThat(keys.key(NOW, record(Long.MAX_VALUE, NOW, ShardInput.WHOLE), 1_023).low())
        .isPositive();
  }

  @Test
  void time_does_not_go_back_with_a_new_leader() {
    assertThat(keys.acceptedAt(record(6, NOW - 50, ShardInput.WHOLE), NOW - 20, NOW))
        .isEqualTo(NOW - 20);
  }

  @Test
  void a_broker_whose_clock_is_far_ahead_is_not_followed() {
    assertThat(keys.acceptedAt(record(6, NOW + BOUND, ShardInput.WHOLE), 0, NOW))
        .isEqualTo(NOW + BOUND);
    assertThat(keys.acceptedAt(record(6, NOW + BOUND + 1, ShardInput.WHOLE), NOW - 20, NOW))
        .isEqualTo(NOW);
  }

  @Test
  void more_events_than_a_record_has_keys_for_are_an_error() {
    assertThatThrownBy(() -> keys.key(NOW, record(6, NOW, ShardInput.WHOLE), 1_024))
        .hasMessageContaining("more than 1024 events");
  }
}
