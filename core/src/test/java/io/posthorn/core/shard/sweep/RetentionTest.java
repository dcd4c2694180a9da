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

/** How long what has ended is kept. What has its time is gone soon after, and never before. */
final class RetentionTest {
  /** What a round may come later: an hour behind the age, and ten minutes between rounds. */
  private static final Duration SOON = Duration.ofMinutes(71);

  private ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void the_payload_of_a_delivered_event_is_kept_for_3_days() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.goTo(Duration.ofDays(3).minusMillis(1));
    assertThat(stage.stored(event).hasPayload()).isTrue();
    stage.goTo(Duration.ofDays(3).plus(SOON));
    assertThat(stage.stored(event).hasPayload()).isFalse();
    assertThat(stage.stored(event).event().newState()).isNull();
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.attempts(event)).hasSize(1);
  }

  @Test
  void the_3_days_count_from_the_end_of_the_last_of_its_messages() {
    stage.subscribe(ShardFixture.URL);
    stage.subscribe("https://second.example/");
    EventKey event = stage.post();
    stage.succeed();
    stage.goTo(Duration.ofHours(20));
    stage.succeed();
    stage.goTo(Duration.ofHours(20 + 72).minusMillis(1));
    assertThat(stage.stored(event).hasPayload()).isTrue();
    stage.goTo(Duration.ofHours(20 + 72).plus(SOON));
    assertThat(stage.stored(event).hasPayload()).isFalse();
  }

  @Test
  void the_payload_of_what_was_dropped_and_then_delivered_by_a_replay_goes_after_3_days_too() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.pause(stage.id(ShardFixture.URL));
    stage.fail();
    stage.goTo(Duration.ofHours(49));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    stage.goTo(Duration.ofDays(4));
    stage.enable(stage.id(ShardFixture.URL));
    stage.replay(new MessageId(event, 0));
    stage.succeed();
    stage.goTo(Duration.ofDays(7).minusMillis(1));
    assertThat(stage.stored(event).hasPayload()).isTrue();
    stage.goTo(Duration.ofDays(7).plus(SOON));
    assertThat(stage.stored(event).hasPayload()).isFalse();
  }

  @Test
  void thousands_that_ended_late_are_not_kept_longer_than_one() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    List<EventKey> events = stage.postMany(1_000);
    stage.goTo(Duration.ofHours(10));
    stage.enable(stage.id(ShardFixture.URL));
    stage.succeedAll();
    stage.goTo(Duration.ofHours(10 + 72).plus(SOON));
    assertThat(events).allSatisfy(e -> assertThat(stage.stored(e).hasPayload()).isFalse());
  }

  @Test
  void records_are_kept_for_30_days() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.goTo(Duration.ofDays(30).minusMillis(1));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.attempts(event)).hasSize(1);
    stage.goTo(Duration.ofDays(30).plus(SOON));
    assertThat(stage.history().event(ShardFixture.CUSTOMER, event)).isNull();
    assertThat(stage.history().message(ShardFixture.CUSTOMER, new MessageId(event, 0))).isNull();
    assertThat(stage.attempts(event)).isEmpty();
    assertThat(MessageListings.ofAll(stage)).isEmpty();
  }

  @Test
  void an_unmatched_event_is_kept_for_24_hours_and_its_id_for_48() {
    EventKey event = stage.post("order-1");
    stage.goTo(Duration.ofHours(24).minusMillis(1));
    assertThat(stage.stored(event).hasPayload()).isTrue();
    stage.goTo(Duration.ofHours(24).plus(SOON));
    assertThat(stage.history().event(ShardFixture.CUSTOMER, event)).isNull();

    stage.goTo(Duration.ofHours(48).minusMillis(1));
    assertThat(stage.post("order-1")).isEqualTo(event);
    stage.goTo(Duration.ofHours(48).plus(SOON));
    assertThat(stage.post("order-1")).isNotEqualTo(event);
  }

  @Test
  void the_id_of_a_matched_event_is_taken_as_long_as_the_event_is_kept() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post("order-1");
    stage.succeed();
    stage.goTo(Duration.ofDays(30).minusMillis(1));
    assertThat(stage.post("order-1")).isEqualTo(event);
    stage.goTo(Duration.ofDays(30).plus(SOON));
    assertThat(stage.post("order-1")).isNotEqualTo(event);
  }

  @Test
  void an_id_stays_taken_for_48_hours_though_records_are_kept_for_less() {
    stage = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post("order-1");
    stage.succeed();
    stage.goTo(Duration.ofHours(48).minusMillis(1));
    assertThat(stage.post("order-1")).isEqualTo(event);
    assertThat(stage.history().event(ShardFixture.CUSTOMER, event)).isNull();
    stage.goTo(Duration.ofHours(48).plusMinutes(1));
    assertThat(stage.post("order-1")).isNotEqualTo(event);
  }

  @Test
  void of_an_event_whose_id_stays_taken_nothing_else_is_left() {
    stage = withRetention(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.goTo(Duration.ofMinutes(5).minusMillis(1));
    assertThat(stage.attempts(event)).hasSize(1);
    stage.goTo(Duration.ofMinutes(6));
    assertThat(stage.history().message(ShardFixture.CUSTOMER, new MessageId(event, 0))).isNull();
    assertThat(stage.attempts(event)).isEmpty();
    assertThat(MessageListings.ofAll(stage)).isEmpty();
    assertThat(stage.history().event(ShardFixture.CUSTOMER, event)).isNull();
    assertThat(tables()).contains(Table.TAKEN_ID, Table.EVENT_ID);
    stage.goTo(Duration.ofHours(48).plusMinutes(1));
    assertThat(tables()).doesNotContain(Table.TAKEN_ID, Table.EVENT_ID);
  }

  /** Each turn takes in more than a step would look at, and there is hardly one beside them. */
  @Test
  void under_a_load_that_never_pauses_nothing_stays_longer_than_a_tenth_and_a_minute() {
    stage = withRetention(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));
    for (int turn = 0; turn < 90; turn++) {
      stage.stepAfter(Duration.ofSeconds(10));
      stage.postMany(600);
    }
    long late = stage.now() - Duration.ofSeconds(5 * 60 + 30 + 60).toMillis();
    assertThat(payloads(StoreKeys.eventsFrom(ShardFixture.CUSTOMER, late))).isZero();
    assertThat(payloads()).isPositive();
  }

  @Test
  void waiting_messages_are_never_touched() {
    stage = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    EventKey held = stage.post();
    stage.goTo(Duration.ofHours(48));
    assertThat(stage.stored(held).hasPayload()).isTrue();
    assertThat(stage.message(held).status()).isEqualTo(MessageStatus.WAITING);
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(ShardFixture.newState(stage.sent().event())).isEqualTo("{\"a\":1}");
    stage.succeed();
    stage.pass(Duration.ofMinutes(9));
    assertThat(stage.stored(held).hasPayload()).isTrue();
  }

  @Test
  void one_waiting_message_keeps_the_payload_of_its_event() {
    stage = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    stage.subscribe(ShardFixture.URL);
    stage.subscribe("https://second.example/");
    stage.pause(stage.id("https://second.example/"));
    EventKey event = stage.post();
    stage.succeed();
    stage.goTo(Duration.ofHours(40));
    assertThat(stage.stored(event).hasPayload()).isTrue();
    assertThat(stage.message(new MessageId(event, 0)).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_dropped_message_keeps_its_payload_for_the_records_time_and_can_be_replayed() {
    stage = new ShardFixture(Rules.DEFAULT.withRetry(new RetrySchedule(1_000, 1, 0)));
    stage.subscribe(ShardFixture.URL);
    EventKey dropped = stage.post();
    stage.fail();
    stage.pass(Duration.ofSeconds(1));
    stage.fail();
    assertThat(stage.message(dropped).status()).isEqualTo(MessageStatus.DROPPED);
    stage.goTo(Duration.ofDays(30));
    assertThat(stage.stored(dropped).hasPayload()).isTrue();
    assertThat(stage.replay(new MessageId(dropped, 0))).isEqualTo(Reply.DONE);
    stage.succeed();
    // From its new end on it is kept as long as any other.
    stage.goTo(Duration.ofDays(33).minusMillis(1));
    assertThat(stage.stored(dropped).hasPayload()).isTrue();
    stage.goTo(Duration.ofDays(33).plus(SOON));
    assertThat(stage.stored(dropped).hasPayload()).isFalse();
    stage.goTo(Duration.ofDays(60).minusMillis(1));
    assertThat(stage.attempts(dropped)).hasSize(3);
    stage.goTo(Duration.ofDays(60).plus(SOON));
    assertThat(stage.history().event(ShardFixture.CUSTOMER, dropped)).isNull();
  }

  @Test
  void nothing_at_all_is_left_when_its_time_is_over() {
    stage.subscribe(ShardFixture.URL);
    stage.subscribe("https://second.example/", "*", "*");
    stage.subscribe("https://news.example/", "POSTHORN_ENDPOINT", "*");
    List<EventKey> events = stage.postMany(300);
    stage.post(stage.event("nobody", "e", "PROJ", "UPDATE", null));
    for (int i = 0; i < 40; i++) {
      stage.fail();
    }
    stage.cancel(new MessageId(events.get(20), 0));
    stage.succeedAll();
    stage.pass(Duration.ofMinutes(2));
    stage.fail();
    stage.restart();
    stage.pause(stage.id(ShardFixture.URL)); // what is held expires
    stage.post();
    stage.tell(new Command.StartBulk(stage.nextRequest(), BulkFixture.replay().job()));
    for (int hour = 0; hour < 60; hour++) {
      stage.succeedAll();
      stage.pass(Duration.ofHours(1));
    }
    stage.succeedAll();
    stage.pass(Duration.ofDays(40));
    assertThat(tables())
        .containsExactlyInAnyOrder(
            Table.META,
            Table.ENDPOINT,
            Table.CIRCUIT, // the endpoint's own history stays with it
            Table.SUBSCRIPTION,
            Table.RETENTION);
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void how_a_replay_of_many_went_can_be_read_for_30_days() {
    BulkJob job = BulkFixture.replay().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    stage.goTo(Duration.ofDays(30).minusMillis(1));
    assertThat(stage.history().bulk(ShardFixture.CUSTOMER, job.id())).isNotNull();
    stage.goTo(Duration.ofDays(30).plus(SOON));
    assertThat(stage.history().bulk(ShardFixture.CUSTOMER, job.id())).isNull();
  }

  @Test
  void small_values_work() {
    stage =
        new ShardFixture(
            Rules.DEFAULT
                .withRetry(new RetrySchedule(50, 3, 0))
                .withRetention(new RetentionRules(10_000, 5_000, 1_000, 2_000)));
    stage.subscribe(ShardFixture.URL);
    EventKey unmatched = stage.post(stage.event("nobody", "u", "PROJ", "UPDATE", null));
    EventKey delivered = stage.post();
    stage.succeed();
    stage.goTo(Duration.ofMillis(1_999));
    assertThat(stage.history().event("nobody", unmatched)).isNotNull();
    stage.goTo(Duration.ofMillis(4_999));
    assertThat(stage.history().event("nobody", unmatched)).isNull();
    assertThat(stage.stored(delivered).hasPayload()).isTrue();
    stage.goTo(Duration.ofMillis(7_000));
    assertThat(stage.stored(delivered).hasPayload()).isFalse();
    stage.goTo(Duration.ofMillis(9_999));
    assertThat(stage.attempts(delivered)).hasSize(1);
    stage.goTo(Duration.ofMillis(13_000));
    assertThat(tables())
        .containsExactlyInAnyOrder(Table.META, Table.ENDPOINT, Table.SUBSCRIPTION, Table.RETENTION);
  }

  @Test
  void thousands_go_in_bounded_steps_also_over_crashes() {
    stage = withRetention(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(5));
    stage.subscribe(ShardFixture.URL);
    stage.postMany(3_000);
    stage.succeedAll();
    stage.goTo(Duration.ofMinutes(13));
    for (int i = 0; i < 100; i++) {
      stage.counted.reset();
      stage.restart();
      assertThat(stage.counted.writes(Table.EVENT)).isLessThanOrEqualTo(400);
    }
    for (int i = 0; i < 20 && stage.busy(); i++) {
      stage.step();
    }
    assertThat(payloads()).isZero();
  }

  @Test
  void steps_are_bounded_by_messages_where_events_have_many_of_them() {
    subscribe150();
    List<EventKey> events = stage.postMany(20);
    stage.succeedAll();
    assertThat(mostMessagesInATurn(Duration.ofMinutes(67))).isBetween(200L, 200L + 150);
    assertThat(events).allSatisfy(this::isGone);
  }

  @Test
  void steps_are_bounded_by_messages_where_events_are_looked_at_again() {
    subscribe150();
    stage.pause(stage.id("https://receiver-7.example/"));
    List<EventKey> events = stage.postMany(20);
    stage.succeedAll();
    assertThat(mostMessagesInATurn(Duration.ofMinutes(67))).isZero();
    assertThat(mostMessagesInATurn(Duration.ofHours(49))).isLessThanOrEqualTo(200L + 150);
    assertThat(mostMessagesInATurn(Duration.ofHours(49))).isBetween(150L, 200L + 150);
    assertThat(events).allSatisfy(this::isGone);
  }

  private void subscribe150() {
    stage = withRetention(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
    for (int i = 0; i < 150; i++) {
      stage.subscribe("https://receiver-" + i + ".example/");
    }
  }

  /** Lets the process be away, and come back to all that fell due meanwhile. */
  private long mostMessagesInATurn(Duration away) {
    stage.counted.reset();
    stage.restartAfter(away);
    long most = stage.counted.writes(Table.MESSAGE);
    while (stage.busy()) {
      stage.counted.reset();
      stage.step();
      most = Math.max(most, stage.counted.writes(Table.MESSAGE));
    }
    return most;
  }

  private void isGone(EventKey event) {
    assertThat(stage.history().message(ShardFixture.CUSTOMER, new MessageId(event, 0))).isNull();
  }

  private long payloads() {
    return payloads(StoreKeys.endOf(StoreKeys.table(Table.EVENT)));
  }

  /** How many events before a key have a payload. */
  private long payloads(byte[] to) {
    long[] payloads = {0};
    stage.store.scan(
        StoreKeys.table(Table.EVENT),
        to,
        (key, value) -> {
          payloads[0] += StoredEvent.decode(value).hasPayload() ? 1 : 0;
          return true;
        });
    return payloads[0];
  }

  private EventKey delivered() {
    EventKey event = stage.post();
    stage.succeed();
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
    stage.store.scan(
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
