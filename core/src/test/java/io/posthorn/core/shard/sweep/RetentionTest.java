package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.store.Table;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Retention of ended messages: they are removed soon after their retention time, and never before.
 */
final class RetentionTest {
  /** The longest delay of a pass: an hour behind the age, plus ten minutes between passes. */
  private static final Duration SOON = Duration.ofMinutes(71);

  private ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void the_payload_of_a_delivered_event_is_kept_for_3_days() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.goTo(Duration.ofDays(3).minusMillis(1));
    assertThat(fixture.stored(event).hasPayload()).isTrue();
    fixture.goTo(Duration.ofDays(3).plus(SOON));
    assertThat(fixture.stored(event).hasPayload()).isFalse();
    assertThat(fixture.stored(event).event().newState()).isNull();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.attempts(event)).hasSize(1);
  }

  @Test
  void the_3_days_count_from_the_end_of_the_last_of_its_messages() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe("https://second.example/");
    EventKey event = fixture.post();
    fixture.succeed();
    fixture.goTo(Duration.ofHours(20));
    fixture.succeed();
    fixture.goTo(Duration.ofHours(20 + 72).minusMillis(1));
    assertThat(fixture.stored(event).hasPayload()).isTrue();
    fixture.goTo(Duration.ofHours(20 + 72).plus(SOON));
    assertThat(fixture.stored(event).hasPayload()).isFalse();
  }

  @Test
  void the_payload_of_what_was_dropped_and_then_delivered_by_a_replay_goes_after_3_days_too() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.fail();
    fixture.goTo(Duration.ofHours(49));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    fixture.goTo(Duration.ofDays(4));
    fixture.enable(fixture.id(ShardFixture.URL));
    fixture.replay(new MessageId(event, 0));
    fixture.succeed();
    fixture.goTo(Duration.ofDays(7).minusMillis(1));
    assertThat(fixture.stored(event).hasPayload()).isTrue();
    fixture.goTo(Duration.ofDays(7).plus(SOON));
    assertThat(fixture.stored(event).hasPayload()).isFalse();
  }

  @Test
  void thousands_that_ended_late_are_not_kept_longer_than_one() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    List<EventKey> events = fixture.postMany(1_000);
    fixture.goTo(Duration.ofHours(10));
    fixture.enable(fixture.id(ShardFixture.URL));
    fixture.succeedAll();
    fixture.goTo(Duration.ofHours(10 + 72).plus(SOON));
    assertThat(events).allSatisfy(e -> assertThat(fixture.stored(e).hasPayload()).isFalse());
  }

  @Test
  void records_are_kept_for_30_days() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.goTo(Duration.ofDays(30).minusMillis(1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.attempts(event)).hasSize(1);
    fixture.goTo(Duration.ofDays(30).plus(SOON));
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, event)).isNull();
    assertThat(fixture.history().message(ShardFixture.CUSTOMER, new MessageId(event, 0))).isNull();
    assertThat(fixture.attempts(event)).isEmpty();
    assertThat(MessageListings.ofAll(fixture)).isEmpty();
  }

  @Test
  void an_unmatched_event_is_kept_for_24_hours_and_its_id_for_48() {
    EventKey event = fixture.post("order-1");
    fixture.goTo(Duration.ofHours(24).minusMillis(1));
    assertThat(fixture.stored(event).hasPayload()).isTrue();
    fixture.goTo(Duration.ofHours(24).plus(SOON));
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, event)).isNull();

    fixture.goTo(Duration.ofHours(48).minusMillis(1));
    assertThat(fixture.post("order-1")).isEqualTo(event);
    fixture.goTo(Duration.ofHours(48).plus(SOON));
    assertThat(fixture.post("order-1")).isNotEqualTo(event);
  }

  @Test
  void the_id_of_a_matched_event_is_taken_as_long_as_the_event_is_kept() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post("order-1");
    fixture.succeed();
    fixture.goTo(Duration.ofDays(30).minusMillis(1));
    assertThat(fixture.post("order-1")).isEqualTo(event);
    fixture.goTo(Duration.ofDays(30).plus(SOON));
    assertThat(fixture.post("order-1")).isNotEqualTo(event);
  }

  @Test
  void an_id_stays_taken_for_48_hours_though_records_are_kept_for_less() {
    fixture = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post("order-1");
    fixture.succeed();
    fixture.goTo(Duration.ofHours(48).minusMillis(1));
    assertThat(fixture.post("order-1")).isEqualTo(event);
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, event)).isNull();
    fixture.goTo(Duration.ofHours(48).plusMinutes(1));
    assertThat(fixture.post("order-1")).isNotEqualTo(event);
  }

  @Test
  void nothing_but_its_id_is_kept_of_an_event_whose_id_stays_taken() {
    fixture = withRetention(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.goTo(Duration.ofMinutes(5).minusMillis(1));
    assertThat(fixture.attempts(event)).hasSize(1);
    fixture.goTo(Duration.ofMinutes(6));
    assertThat(fixture.history().message(ShardFixture.CUSTOMER, new MessageId(event, 0))).isNull();
    assertThat(fixture.attempts(event)).isEmpty();
    assertThat(MessageListings.ofAll(fixture)).isEmpty();
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, event)).isNull();
    assertThat(tables()).contains(Table.TAKEN_ID, Table.EVENT_ID);
    fixture.goTo(Duration.ofHours(48).plusMinutes(1));
    assertThat(tables()).doesNotContain(Table.TAKEN_ID, Table.EVENT_ID);
  }

  /** Each turn takes in more than a step would look at, and there is hardly one beside them. */
  @Test
  void under_a_load_that_never_pauses_nothing_stays_longer_than_a_tenth_and_a_minute() {
    fixture = withRetention(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));
    for (int turn = 0; turn < 90; turn++) {
      fixture.stepAfter(Duration.ofSeconds(10));
      fixture.postMany(600);
    }
    long late = fixture.now() - Duration.ofSeconds(5 * 60 + 30 + 60).toMillis();
    assertThat(payloads(StoreKeys.eventsFrom(ShardFixture.CUSTOMER, late))).isZero();
    assertThat(payloads()).isPositive();
  }

  @Test
  void waiting_messages_are_never_touched() {
    fixture = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    EventKey held = fixture.post();
    fixture.goTo(Duration.ofHours(48));
    assertThat(fixture.stored(held).hasPayload()).isTrue();
    assertThat(fixture.message(held).status()).isEqualTo(MessageStatus.WAITING);
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(ShardFixture.newState(fixture.sent().event())).isEqualTo("{\"a\":1}");
    fixture.succeed();
    fixture.pass(Duration.ofMinutes(9));
    assertThat(fixture.stored(held).hasPayload()).isTrue();
  }

  @Test
  void one_waiting_message_keeps_the_payload_of_its_event() {
    fixture = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe("https://second.example/");
    fixture.pause(fixture.id("https://second.example/"));
    EventKey event = fixture.post();
    fixture.succeed();
    fixture.goTo(Duration.ofHours(40));
    assertThat(fixture.stored(event).hasPayload()).isTrue();
    assertThat(fixture.message(new MessageId(event, 0)).status())
        .isEqualTo(MessageStatus.DELIVERED);
  }

  /** Events that are removed together, as ranges of keys, on both sides of one that stays. */
  @Test
  void a_waiting_message_stays_between_others_that_are_removed() {
    fixture = withRetention(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> before = fixture.postMany(10);
    fixture.succeedAll();
    EventKey waiting = fixture.post();
    fixture.fail();
    List<EventKey> after = fixture.postMany(10);
    fixture.succeedAll();
    fixture.goTo(Duration.ofMinutes(70));
    assertThat(before).allSatisfy(this::isGone);
    assertThat(after).allSatisfy(this::isGone);
    assertThat(payloads()).isEqualTo(1);
    assertThat(fixture.stored(waiting).hasPayload()).isTrue();
    assertThat(fixture.message(waiting).status().ended()).isFalse();
    assertThat(fixture.attempts(waiting)).hasSize(1);
  }

  @Test
  void a_dropped_message_keeps_its_payload_for_the_records_time_and_can_be_replayed() {
    fixture = new ShardFixture(Rules.DEFAULT.withRetry(new RetrySchedule(1_000, 1, 0)));
    fixture.subscribe(ShardFixture.URL);
    EventKey dropped = fixture.post();
    fixture.fail();
    fixture.pass(Duration.ofSeconds(1));
    fixture.fail();
    assertThat(fixture.message(dropped).status()).isEqualTo(MessageStatus.DROPPED);
    fixture.goTo(Duration.ofDays(30));
    assertThat(fixture.stored(dropped).hasPayload()).isTrue();
    assertThat(fixture.replay(new MessageId(dropped, 0))).isEqualTo(Reply.DONE);
    fixture.succeed();
    // From its new end on it is kept as long as any other.
    fixture.goTo(Duration.ofDays(33).minusMillis(1));
    assertThat(fixture.stored(dropped).hasPayload()).isTrue();
    fixture.goTo(Duration.ofDays(33).plus(SOON));
    assertThat(fixture.stored(dropped).hasPayload()).isFalse();
    fixture.goTo(Duration.ofDays(60).minusMillis(1));
    assertThat(fixture.attempts(dropped)).hasSize(3);
    fixture.goTo(Duration.ofDays(60).plus(SOON));
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, dropped)).isNull();
  }

  @Test
  void nothing_at_all_is_left_when_its_time_is_over() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe("https://second.example/", "*", "*");
    fixture.subscribe("https://operations.example/", "POSTHORN_ENDPOINT", "*");
    List<EventKey> events = fixture.postMany(300);
    fixture.post(fixture.event("unknown", "e", "PROJ", "UPDATE", null));
    for (int i = 0; i < 40; i++) {
      fixture.fail();
    }
    fixture.cancel(new MessageId(events.get(20), 0));
    fixture.succeedAll();
    fixture.pass(Duration.ofMinutes(2));
    fixture.fail();
    fixture.restart();
    fixture.pause(fixture.id(ShardFixture.URL)); // what is held expires
    fixture.post();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), BulkFixture.replay().job()));
    for (int hour = 0; hour < 60; hour++) {
      fixture.succeedAll();
      fixture.pass(Duration.ofHours(1));
    }
    fixture.succeedAll();
    fixture.pass(Duration.ofDays(40));
    assertThat(tables())
        .containsExactlyInAnyOrder(
            Table.META,
            Table.ENDPOINT,
            Table.ENDPOINT_STATE,
            Table.SUBSCRIPTION_ENDPOINT,
            Table.CIRCUIT, // the endpoint's own history stays with it
            Table.SUBSCRIPTION,
            Table.RETENTION);
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void the_result_of_a_bulk_replay_can_be_read_for_30_days() {
    BulkJob job = BulkFixture.replay().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.goTo(Duration.ofDays(30).minusMillis(1));
    assertThat(fixture.history().bulk(ShardFixture.CUSTOMER, job.id())).isNotNull();
    fixture.goTo(Duration.ofDays(30).plus(SOON));
    assertThat(fixture.history().bulk(ShardFixture.CUSTOMER, job.id())).isNull();
  }

  @Test
  void small_values_work() {
    fixture =
        new ShardFixture(
            Rules.DEFAULT
                .withRetry(new RetrySchedule(50, 3, 0))
                .withRetention(new RetentionRules(10_000, 5_000, 1_000, 2_000)));
    fixture.subscribe(ShardFixture.URL);
    EventKey unmatched = fixture.post(fixture.event("unknown", "u", "PROJ", "UPDATE", null));
    EventKey delivered = fixture.post();
    fixture.succeed();
    fixture.goTo(Duration.ofMillis(1_999));
    assertThat(fixture.history().event("unknown", unmatched)).isNotNull();
    fixture.goTo(Duration.ofMillis(4_999));
    assertThat(fixture.history().event("unknown", unmatched)).isNull();
    assertThat(fixture.stored(delivered).hasPayload()).isTrue();
    fixture.goTo(Duration.ofMillis(7_000));
    assertThat(fixture.stored(delivered).hasPayload()).isFalse();
    fixture.goTo(Duration.ofMillis(9_999));
    assertThat(fixture.attempts(delivered)).hasSize(1);
    fixture.goTo(Duration.ofMillis(13_000));
    assertThat(tables())
        .containsExactlyInAnyOrder(
            Table.META,
            Table.ENDPOINT,
            Table.ENDPOINT_STATE,
            Table.SUBSCRIPTION,
            Table.SUBSCRIPTION_ENDPOINT,
            Table.RETENTION);
  }

  @Test
  void thousands_are_removed_in_bounded_steps_even_across_crashes() {
    fixture = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(3_000);
    fixture.succeedAll();
    fixture.goTo(Duration.ofMinutes(13));
    for (int i = 0; i < 100; i++) {
      fixture.counted.reset();
      fixture.restart();
      assertThat(fixture.counted.writes(Table.EVENT)).isLessThanOrEqualTo(400);
    }
    for (int i = 0; i < 20 && fixture.busy(); i++) {
      fixture.step();
    }
    assertThat(payloads()).isZero();
  }

  @Test
  void steps_are_bounded_by_messages_where_events_have_many_of_them() {
    subscribe150();
    List<EventKey> events = fixture.postMany(20);
    fixture.succeedAll();
    assertThat(mostMessagesInATurn(Duration.ofMinutes(67))).isBetween(200L, 200L + 150);
    assertThat(events).allSatisfy(this::isGone);
  }

  @Test
  void steps_are_bounded_by_messages_when_events_are_checked_again() {
    subscribe150();
    fixture.pause(fixture.id("https://receiver-7.example/"));
    List<EventKey> events = fixture.postMany(20);
    fixture.succeedAll();
    assertThat(mostMessagesInATurn(Duration.ofMinutes(67))).isZero();
    assertThat(mostMessagesInATurn(Duration.ofHours(49))).isLessThanOrEqualTo(200L + 150);
    assertThat(mostMessagesInATurn(Duration.ofHours(49))).isBetween(150L, 200L + 150);
    assertThat(events).allSatisfy(this::isGone);
  }

  private void subscribe150() {
    fixture = withRetention(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
    for (int i = 0; i < 150; i++) {
      fixture.subscribe("https://receiver-" + i + ".example/");
    }
  }

  /** Lets the process be away, and come back to all that fell due meanwhile. */
  private long mostMessagesInATurn(Duration away) {
    fixture.counted.reset();
    fixture.restartAfter(away);
    long most = fixture.counted.writes(Table.MESSAGE);
    while (fixture.busy()) {
      fixture.counted.reset();
      fixture.step();
      most = Math.max(most, fixture.counted.writes(Table.MESSAGE));
    }
    return most;
  }

  private void isGone(EventKey event) {
    assertThat(fixture.history().message(ShardFixture.CUSTOMER, new MessageId(event, 0))).isNull();
  }

  private long payloads() {
    return payloads(StoreKeys.endOf(StoreKeys.table(Table.EVENT)));
  }

  /** The number of events before a key that have a payload. */
  private long payloads(byte[] to) {
    long[] payloads = {0};
    fixture.store.scan(
        StoreKeys.table(Table.EVENT),
        to,
        (key, value) -> {
          payloads[0] += StoredEvent.decode(value).hasPayload() ? 1 : 0;
          return true;
        });
    return payloads[0];
  }

  private EventKey delivered() {
    EventKey event = fixture.post();
    fixture.succeed();
    return event;
  }

  private static ShardFixture withRetention(
      Duration records, Duration payloads, Duration unmatched) {
    return new ShardFixture(
        Rules.DEFAULT.withRetention(
            new RetentionRules(
                records.toMillis(),
                payloads.toMillis(),
                unmatched.toMillis(),
                Duration.ofHours(48).toMillis())));
  }

  private Set<Table> tables() {
    Set<Table> tables = new TreeSet<>();
    fixture.store.scan(
        new byte[] {0},
        new byte[] {(byte) 0xFF},
        (key, value) -> {
          for (Table table : Table.values()) {
            if (table.number() == key[0]) {
              tables.add(table);
            }
          }
          return true;
        });
    return tables;
  }
}
