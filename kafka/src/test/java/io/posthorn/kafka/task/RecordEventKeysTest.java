package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.store.InMemoryShardStore;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RecordEventKeysTest {
  private static final long NOW = 1_767_225_600_000L;
  private static final long BOUND = 5_000;

  private static final long LAP = 1L << 21;

  private final InMemoryShardStore store = new InMemoryShardStore();
  private final RecordEventKeys keys = opened();

  private RecordEventKeys opened() {
    return new RecordEventKeys(new ShardIdentity(3, 7), BOUND, store);
  }

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
  void keys_ascend_with_the_position_and_never_have_the_bit_of_operational_events() {
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

  /** The time of acceptance stands still, for an hour for example. */
  @Test
  void keys_never_repeat_however_many_records_come_while_the_clock_of_a_new_leader_is_behind() {
    Set<EventKey> seen = new HashSet<>();
    long last = NOW;
    EventKey before = EventKey.of(0, 3, 0, 7);
    for (long offset : new long[] {5, LAP - 1, LAP, LAP + 5, 2 * LAP - 1, 2 * LAP, 2 * LAP + 5}) {
      ShardInput record = record(offset, NOW - 3_600_000, ShardInput.WHOLE);
      last = keys.acceptedAt(record, last, NOW);
      for (int index : new int[] {0, 1_023}) {
        EventKey key = keys.key(last, record, index);
        assertThat(seen.add(key)).isTrue();
        assertThat(key).isGreaterThan(before);
        before = key;
      }
    }
    assertThat(last).isEqualTo(NOW + 2);
  }

  @Test
  void a_record_at_the_boundary_gets_the_same_key_from_the_next_owner() {
    ShardInput record = record(LAP, NOW - 50, ShardInput.WHOLE);
    assertThat(keys.acceptedAt(record(LAP - 1, NOW, ShardInput.WHOLE), 0, NOW)).isEqualTo(NOW);

    RecordEventKeys next = opened();

    assertThat(next.acceptedAt(record, NOW, NOW)).isEqualTo(NOW + 1);
    assertThat(next.acceptedAt(record(LAP + 1, NOW - 50, ShardInput.WHOLE), NOW + 1, NOW))
        .isEqualTo(NOW + 1);
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
