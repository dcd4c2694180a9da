package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the disk is short the oldest of what has ended goes before its time. */
final class EarlyRetentionTest {
  private static final String STATE = "{\"a\":\"" + "x".repeat(992) + "\"}"; // 1,000 bytes
  private static final Duration IDS = Duration.ofHours(48);

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void the_oldest_payloads_go_first_and_no_more_than_needed() {
    stage.subscribe(ShardFixture.URL);
    List<EventKey> events = delivered(5);

    Reply.Trimmed done = trim(1_500);

    assertThat(done).isEqualTo(new Reply.Trimmed(2, 0, 2_000, false));
    assertThat(events).extracting(this::hasPayload).containsExactly(false, false, true, true, true);
    assertThat(stage.message(events.getFirst()).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.attempts(events.getFirst())).hasSize(1);
  }

  @Test
  void the_next_time_goes_on_where_the_last_one_ended() {
    stage.subscribe(ShardFixture.URL);
    List<EventKey> events = delivered(3);
    trim(1_000);
    assertThat(trim(1_000).payloads()).isEqualTo(1);
    assertThat(events).extracting(this::hasPayload).containsExactly(false, false, true);
  }

  @Test
  void the_oldest_are_found_over_all_customers() {
    stage.subscribe(ShardFixture.URL);
    EventKey first = delivered(1).getFirst();
    stage.pass(Duration.ofMinutes(1));
    stage.post(stage.eventOf("another", "theirs", STATE)); // matches nothing, so it has ended
    stage.pass(Duration.ofMinutes(1));
    EventKey last = delivered(1).getFirst();

    trim(1_001);

    assertThat(hasPayload(first)).isFalse();
    assertThat(hasPayload(last)).isTrue();
  }

  @Test
  void what_waits_is_never_touched_nor_what_shares_its_event() {
    stage.subscribe(ShardFixture.URL);
    stage.subscribe("https://second.example/");
    EventKey event = stage.post(stage.event("e", STATE));
    stage.succeed();
    stage.fail();
    stage.pass(IDS.minusHours(1));

    Reply.Trimmed done = trim(1_000_000);

    assertThat(done).isEqualTo(new Reply.Trimmed(0, 0, 0, true));
    assertThat(hasPayload(event)).isTrue();
  }

  @Test
  void when_no_payload_is_left_records_go_oldest_first() {
    stage.subscribe(ShardFixture.URL);
    List<EventKey> events = delivered(3);
    stage.pass(IDS);

    Reply.Trimmed done = trim(3_000 + 1);

    assertThat(done.payloads()).isEqualTo(3);
    assertThat(done.records()).isEqualTo(1);
    assertThat(done.exhausted()).isFalse();
    assertThat(stage.history().event(ShardFixture.CUSTOMER, events.get(0))).isNull();
    assertThat(stage.history().message(ShardFixture.CUSTOMER, new MessageId(events.get(0), 0)))
        .isNull();
    assertThat(stage.stored(events.get(1)).hasPayload()).isFalse();
  }

  @Test
  void what_waited_when_it_was_looked_at_loses_its_payload_before_any_record_goes() {
    stage.subscribe(ShardFixture.URL);
    EventKey late = stage.post(stage.event("late", STATE));
    stage.fail();
    EventKey quick = delivered(1).getFirst();
    trim(1_000);
    assertThat(hasPayload(quick)).isFalse();
    assertThat(hasPayload(late)).isTrue();
    stage.pass(Duration.ofSeconds(85));
    stage.succeed();
    stage.pass(IDS);

    Reply.Trimmed done = trim(1_000);

    assertThat(done).isEqualTo(new Reply.Trimmed(1, 0, 1_000, false));
    assertThat(hasPayload(late)).isFalse();
  }

  @Test
  void an_events_id_stays_taken_for_48_hours_whatever_the_disk_says() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post(stage.event("e", STATE));
    stage.succeed();
    stage.pass(IDS.minusMillis(1));
    assertThat(trim(1_000_000)).isEqualTo(new Reply.Trimmed(1, 0, 1_000, true));
    assertThat(stage.post(stage.event("e", STATE))).isEqualTo(event);

    stage.pass(Duration.ofMillis(1));
    assertThat(trim(1_000_000).records()).isEqualTo(1);
    assertThat(stage.post(stage.event("e", STATE))).isNotEqualTo(event);
  }

  @Test
  void what_was_dropped_cannot_be_replayed_without_its_payload() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post(stage.event("e", STATE));
    stage.cancel(event);
    stage.fail();
    trim(1);
    assertThat(stage.replay(new MessageId(event, 0))).isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void thousands_are_removed_in_bounded_steps() {
    stage.subscribe(ShardFixture.URL);
    List<EventKey> events = stage.postMany(1_000);
    stage.succeedAll();
    int before = stage.effects.size();
    stage.counted.reset();

    stage.turn(List.of(new Command.Trim(stage.nextRequest(), 1_000_000)));
    assertThat(stage.counted.writes(Table.EVENT)).isBetween(1L, 200L);
    assertThat(stage.busy()).isTrue();
    assertThat(stage.effects).hasSize(before);

    stage.settle();
    assertThat(stage.effects).hasSize(before + 1);
    assertThat(events).noneMatch(this::hasPayload);
  }

  private List<EventKey> delivered(int count) {
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(stage.post(stage.event("event-" + stage.nextRequest(), STATE)));
      stage.succeed();
    }
    return events;
  }

  private boolean hasPayload(EventKey event) {
    return stage.stored(event).hasPayload();
  }

  private Reply.Trimmed trim(long bytes) {
    Command trim = new Command.Trim(stage.nextRequest(), bytes);
    return (Reply.Trimmed) stage.tellAndSettle(trim);
  }
}
