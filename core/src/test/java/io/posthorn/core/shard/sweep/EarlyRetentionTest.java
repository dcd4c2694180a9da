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

/** When disk space is short, the oldest ended messages are removed before their retention time. */
final class EarlyRetentionTest {
  private static final String STATE = "{\"a\":\"" + "x".repeat(992) + "\"}"; // 1,000 bytes
  private static final Duration IDS = Duration.ofHours(48);

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void the_oldest_payloads_are_removed_first_and_no_more_than_needed() {
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = delivered(5);

    Reply.RemovedEarly done = removeEarly(1_500);

    assertThat(done).isEqualTo(new Reply.RemovedEarly(2, 0, 2_000, false));
    assertThat(events).extracting(this::hasPayload).containsExactly(false, false, true, true, true);
    assertThat(fixture.message(events.getFirst()).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.attempts(events.getFirst())).hasSize(1);
  }

  @Test
  void the_next_run_continues_where_the_last_one_ended() {
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = delivered(3);
    removeEarly(1_000);
    assertThat(removeEarly(1_000).payloads()).isEqualTo(1);
    assertThat(events).extracting(this::hasPayload).containsExactly(false, false, true);
  }

  @Test
  void the_oldest_are_found_over_all_customers() {
    fixture.subscribe(ShardFixture.URL);
    EventKey first = delivered(1).getFirst();
    fixture.pass(Duration.ofMinutes(1));
    fixture.post(fixture.eventOf("another", "theirs", STATE)); // matches nothing, so it has ended
    fixture.pass(Duration.ofMinutes(1));
    EventKey last = delivered(1).getFirst();

    removeEarly(1_001);

    assertThat(hasPayload(first)).isFalse();
    assertThat(hasPayload(last)).isTrue();
  }

  @Test
  void waiting_messages_and_those_of_the_same_event_are_never_removed() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe("https://second.example/");
    EventKey event = fixture.post(fixture.event("e", STATE));
    fixture.succeed();
    fixture.fail();
    fixture.pass(IDS.minusHours(1));

    Reply.RemovedEarly done = removeEarly(1_000_000);

    assertThat(done).isEqualTo(new Reply.RemovedEarly(0, 0, 0, true));
    assertThat(hasPayload(event)).isTrue();
  }

  @Test
  void when_no_payload_is_left_records_are_removed_oldest_first() {
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = delivered(3);
    fixture.pass(IDS);

    Reply.RemovedEarly done = removeEarly(3_000 + 1);

    assertThat(done.payloads()).isEqualTo(3);
    assertThat(done.records()).isEqualTo(1);
    assertThat(done.exhausted()).isFalse();
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, events.get(0))).isNull();
    assertThat(fixture.history().message(ShardFixture.CUSTOMER, new MessageId(events.get(0), 0)))
        .isNull();
    assertThat(fixture.stored(events.get(1)).hasPayload()).isFalse();
  }

  @Test
  void messages_that_waited_when_first_checked_lose_their_payload_before_any_record_is_removed() {
    fixture.subscribe(ShardFixture.URL);
    EventKey late = fixture.post(fixture.event("late", STATE));
    fixture.fail();
    EventKey quick = delivered(1).getFirst();
    removeEarly(1_000);
    assertThat(hasPayload(quick)).isFalse();
    assertThat(hasPayload(late)).isTrue();
    fixture.pass(Duration.ofSeconds(85));
    fixture.succeed();
    fixture.pass(IDS);

    Reply.RemovedEarly done = removeEarly(1_000);

    assertThat(done).isEqualTo(new Reply.RemovedEarly(1, 0, 1_000, false));
    assertThat(hasPayload(late)).isFalse();
  }

  @Test
  void an_events_id_stays_taken_for_48_hours_whatever_the_disk_says() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post(fixture.event("e", STATE));
    fixture.succeed();
    fixture.pass(IDS.minusMillis(1));
    assertThat(removeEarly(1_000_000)).isEqualTo(new Reply.RemovedEarly(1, 0, 1_000, true));
    assertThat(fixture.post(fixture.event("e", STATE))).isEqualTo(event);

    fixture.pass(Duration.ofMillis(1));
    assertThat(removeEarly(1_000_000).records()).isEqualTo(1);
    assertThat(fixture.post(fixture.event("e", STATE))).isNotEqualTo(event);
  }

  @Test
  void a_dropped_message_cannot_be_replayed_without_its_payload() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post(fixture.event("e", STATE));
    fixture.cancel(event);
    fixture.fail();
    removeEarly(1);
    assertThat(fixture.replay(new MessageId(event, 0))).isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void thousands_are_removed_in_bounded_steps() {
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = fixture.postMany(1_000);
    fixture.succeedAll();
    int before = fixture.effects.size();
    fixture.counted.reset();

    fixture.turn(List.of(new Command.RemoveEarly(fixture.nextRequest(), 1_000_000)));
    assertThat(fixture.counted.writes(Table.EVENT)).isBetween(1L, 200L);
    assertThat(fixture.busy()).isTrue();
    assertThat(fixture.effects).hasSize(before);

    fixture.settle();
    assertThat(fixture.effects).hasSize(before + 1);
    assertThat(events).noneMatch(this::hasPayload);
  }

  private List<EventKey> delivered(int count) {
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(fixture.post(fixture.event("event-" + fixture.nextRequest(), STATE)));
      fixture.succeed();
    }
    return events;
  }

  private boolean hasPayload(EventKey event) {
    return fixture.stored(event).hasPayload();
  }

  private Reply.RemovedEarly removeEarly(long bytes) {
    Command trim = new Command.RemoveEarly(fixture.nextRequest(), bytes);
    return (Reply.RemovedEarly) fixture.executeAndSettle(trim);
  }
}
