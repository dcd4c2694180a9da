package io.posthorn.core.shard.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Order per object, sentence by sentence. */
final class OrderPerObjectTest {
  private static final String URL = ShardFixture.URL;
  private static final long DAYS_7 = Duration.ofDays(7).toMillis();

  private final OrderFixture fixture = new OrderFixture();
  private final ShardFixture shard = fixture.shard;

  @Test
  void the_messages_of_a_key_are_attempted_one_at_a_time_in_the_order_of_acceptance() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    EventKey second = fixture.post("a");
    EventKey third = fixture.post("a");

    assertThat(shard.eventsInFlight()).containsExactly(first);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(second);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(third);
    assertThat(shard.behind(URL)).isZero();
    shard.succeed();
    assertThat(shard.count(Table.KEY)).isZero();
    assertThat(shard.count(Table.ORDER)).isZero();
    assertThat(shard.waiting(URL)).containsOnly(0);
  }

  @Test
  void create_update_and_delete_of_an_object_keep_their_order_over_all_subscriptions() {
    fixture.subscribe(URL, "TASK", Event.CREATE);
    fixture.subscribe(URL, "TASK", Event.UPDATE);
    fixture.subscribe(URL, "*", Event.DELETE);
    EventKey created = fixture.post("TASK", Event.CREATE, "a");
    EventKey updated = fixture.post("TASK", Event.UPDATE, "a");
    EventKey deleted = fixture.post("TASK", Event.DELETE, "a");

    assertThat(startedUntilIdle()).containsExactly(created, updated, deleted);
  }

  @Test
  void an_array_keeps_its_order_and_messages_of_one_event_go_by_id() {
    fixture.subscribe(URL, "TASK", Event.UPDATE);
    fixture.subscribe(URL, "*", "*");
    List<EventKey> keys = fixture.postArray("a", "a");

    List<MessageId> started = new ArrayList<>();
    while (!shard.inFlight.isEmpty()) {
      started.add(shard.sent().ticket().message());
      shard.succeed();
    }
    assertThat(started)
        .containsExactly(
            new MessageId(keys.get(0), 0),
            new MessageId(keys.get(0), 1),
            new MessageId(keys.get(1), 0),
            new MessageId(keys.get(1), 1));
  }

  @Test
  void objects_of_different_codes_have_keys_of_their_own() {
    fixture.subscribe(URL, "TASK", "*");
    fixture.subscribe(URL, "PROJECT", "*");
    EventKey task = fixture.post("TASK", Event.UPDATE, "1");
    EventKey project = fixture.post("PROJECT", Event.UPDATE, "1");

    assertThat(fixture.shard.eventsInFlight()).containsExactly(task, project);
  }

  @Test
  void keys_run_in_parallel_and_a_failing_message_holds_up_its_own_key_alone() {
    fixture.subscribe(URL);
    EventKey poisoned = fixture.post("a");
    fixture.post("a");
    EventKey other = fixture.post("b");
    EventKey otherCode = fixture.post("TASK", Event.UPDATE, "c");

    assertThat(shard.eventsInFlight()).containsExactly(poisoned, other, otherCode);
    shard.fail();
    shard.succeed();
    shard.succeed();
    assertThat(shard.inFlight).isEmpty();
    EventKey next = fixture.post("b");
    assertThat(shard.eventsInFlight()).containsExactly(next);
  }

  @Test
  void each_waits_until_every_earlier_one_has_ended_however_it_ended() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    EventKey second = fixture.post("a");
    EventKey third = fixture.post("a");
    EventKey fourth = fixture.post("a");
    shard.fail();
    shard.pass(Duration.ofMillis(84_799));
    assertThat(shard.inFlight).isEmpty();
    shard.cancel(second); // one behind the head leaves the order
    shard.cancel(first);
    assertThat(shard.eventsInFlight()).containsExactly(third);
    failUntilEnded(third);
    assertThat(shard.message(third).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
    assertThat(shard.eventsInFlight()).containsExactly(fourth);
  }

  @Test
  void without_objId_there_is_no_key_and_no_order() {
    fixture.subscribe(URL);
    EventKey first = fixture.post((String) null);
    EventKey second = fixture.post((String) null);

    assertThat(shard.eventsInFlight()).containsExactly(first, second);
    assertThat(shard.inFlight.getFirst().sequence()).isNull();
  }

  @Test
  void ordering_is_fixed_at_acceptance() {
    Subscription ordered = fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    EventKey second = fixture.post("a");
    Subscription plain = fixture.change(ordered, ordered.withOrdered(false));
    EventKey unordered = fixture.post("a");
    assertThat(shard.eventsInFlight()).containsExactly(first, unordered);
    fixture.change(plain, plain.withOrdered(true));
    EventKey third = fixture.post("a");
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(unordered, second);
    assertThat(shard.message(third).isBehind()).isTrue();
  }

  @Test
  void during_a_version_switch_the_copy_in_the_old_version_is_unordered() {
    Subscription subscription = fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    fixture.change(
        subscription,
        SubscriptionFixture.like(subscription).switched(PayloadVersion.V1, shard.now()).done());
    EventKey second = fixture.post("a");

    assertThat(shard.inFlight)
        .extracting(send -> send.ticket().message())
        .containsExactly(new MessageId(first, 0), new MessageId(second, 1));
    Effect.Send copy = shard.inFlight.getLast();
    assertThat(copy.rendering().version()).isEqualTo(PayloadVersion.V2);
    assertThat(copy.sequence()).isNull();
  }

  @Test
  void a_message_behind_another_is_not_retried() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    EventKey second = fixture.post("a");
    shard.fail();

    assertThat(shard.retry(second)).isInstanceOf(Reply.Conflict.class);
    assertThat(shard.inFlight).isEmpty();
    assertThat(shard.retry(first)).isEqualTo(Reply.DONE);
    assertThat(shard.eventsInFlight()).containsExactly(first);
  }

  @Test
  void a_message_behind_another_is_not_probed() {
    OrderFixture brittle = new OrderFixture(ShardFixture.disablingAfter(1));
    brittle.subscribe(URL);
    EventKey first = brittle.post("a");
    brittle.post("a");
    brittle.shard.fail();
    for (int probe = 0; probe < 3; probe++) {
      brittle.shard.pass(Duration.ofMinutes(10));
      assertThat(brittle.shard.eventsInFlight()).containsExactly(first);
      assertThat(brittle.shard.sent().ticket().probe()).isTrue();
      brittle.shard.fail(); // where there is one key, its head keeps the endpoint shut
    }
  }

  @Test
  void a_failed_probe_goes_behind_the_other_heads_never_behind_its_own_key() {
    OrderFixture brittle = new OrderFixture(ShardFixture.disablingAfter(1));
    brittle.subscribe(URL);
    EventKey poisoned = brittle.post("a");
    EventKey behind = brittle.post("a");
    brittle.shard.fail();
    EventKey other = brittle.post("b");
    brittle.shard.pass(Duration.ofMinutes(10));
    assertThat(brittle.shard.eventsInFlight()).containsExactly(other);
    brittle.shard.fail();
    brittle.shard.pass(Duration.ofMinutes(10));
    assertThat(brittle.shard.eventsInFlight()).containsExactly(poisoned);
    brittle.shard.fail();
    brittle.shard.pass(Duration.ofMinutes(10));
    assertThat(brittle.shard.eventsInFlight()).containsExactly(other);
    brittle.shard.succeed();
    assertThat(brittle.shard.message(behind).isBehind()).isTrue();
  }

  @Test
  void where_there_is_one_key_its_head_keeps_the_endpoint_shut_until_it_ends() {
    OrderFixture brittle = new OrderFixture(ShardFixture.disablingAfter(1));
    brittle.subscribe(URL);
    EventKey head = brittle.post("a");
    EventKey next = brittle.post("a");
    brittle.shard.fail();
    for (int probe = 0; probe < 5; probe++) {
      brittle.shard.pass(Duration.ofMinutes(10));
      assertThat(brittle.shard.eventsInFlight()).containsExactly(head);
      brittle.shard.fail();
    }
    brittle.shard.cancel(OrderFixture.id(head));
    assertThat(brittle.shard.inFlight).isEmpty();

    brittle.shard.pass(Duration.ofMinutes(10));

    assertThat(brittle.shard.eventsInFlight()).containsExactly(next);
    assertThat(brittle.shard.sent().ticket().probe()).isTrue();
    brittle.shard.succeed();
    assertThat(brittle.shard.endpoint(URL).circuit().state()).isEqualTo(CircuitState.ENABLED);
  }

  @Test
  void as_the_head_of_its_key_it_is_due_at_once_in_the_first_lane_and_slot_0_is_that_attempt() {
    fixture.subscribe(URL);
    fixture.post("a");
    EventKey second = fixture.post("a");
    shard.goTo(Duration.ofHours(1));
    shard.succeed();

    assertThat(shard.sent().ticket().lane()).isEqualTo(Lane.FIRST);
    assertThat(shard.sent().ticket().slot()).isZero();
    assertThat(shard.sent().ticket().startedAt()).isEqualTo(shard.now());
    shard.pass(Duration.ofSeconds(3));
    shard.fail();
    Message message = shard.message(second);
    assertThat(message.slot()).isEqualTo(1);
    assertThat(message.start()).isEqualTo(ShardFixture.START + 3_600_000);
    assertThat(message.due()).isEqualTo(ShardFixture.START + 3_600_000 + 84_800);
  }

  @Test
  void held_time_counts_from_acceptance_until_the_first_attempt() {
    long lifetime = Rules.DEFAULT.retry().lifetime();
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    shard.pass(Duration.ofHours(1));
    EventKey second = fixture.post("a");
    shard.pause(URL);
    shard.succeed();
    assertThat(shard.message(second).isBehind()).isFalse();
    shard.goTo(Duration.ofHours(1).plusMillis(lifetime - 1));
    assertThat(shard.message(second).status()).isEqualTo(MessageStatus.WAITING);
    shard.pass(Duration.ofMillis(1));
    assertThat(shard.message(second).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(shard.message(first).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(shard.count(Table.EXPIRY)).isZero();
  }

  @Test
  void a_probe_is_that_first_attempt_too_and_held_time_counts_from_it() {
    OrderFixture brittle = new OrderFixture(ShardFixture.disablingAfter(1));
    ShardFixture probed = brittle.shard;
    brittle.subscribe(URL);
    brittle.post("a");
    EventKey second = brittle.post("a");
    EventKey other = brittle.post("b");
    probed.respond(probed.inFlight.getLast(), Outcome.responded(404, 10)); // disables it
    probed.goTo(Duration.ofMinutes(5));
    probed.succeed(); // a late result, which ends the first one
    probed.goTo(Duration.ofMinutes(10));
    assertThat(probed.eventsInFlight()).containsExactly(second);
    probed.fail();
    long lifetime = Rules.DEFAULT.retry().lifetime();
    assertThat(probed.message(second).start()).isEqualTo(ShardFixture.START + 600_000);
    probed.pause(URL);
    probed.goTo(Duration.ofMinutes(10).plusMillis(lifetime - 1));
    assertThat(probed.message(second).status()).isEqualTo(MessageStatus.WAITING);
    assertThat(probed.message(other).reason()).isEqualTo(EndReason.EXPIRED);
    probed.pass(Duration.ofMillis(1));
    assertThat(probed.message(second).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void held_messages_of_a_key_expire_one_after_the_other() {
    long lifetime = Rules.DEFAULT.retry().lifetime();
    fixture.subscribe(URL);
    shard.pause(URL);
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      events.add(fixture.post("a"));
    }
    shard.goTo(Duration.ofMillis(lifetime - 1));
    events.forEach(
        event -> assertThat(shard.message(event).status()).isEqualTo(MessageStatus.WAITING));
    shard.pass(Duration.ofMillis(1));
    events.forEach(event -> assertThat(shard.message(event).reason()).isEqualTo(EndReason.EXPIRED));
    assertThat(shard.waiting(URL)).containsOnly(0);
  }

  @Test
  void a_wait_longer_than_the_longest_drops_the_message() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    EventKey second = fixture.post("a");
    shard.goTo(Duration.ofMillis(1));
    EventKey third = fixture.post("a");
    shard.goTo(Duration.ofMillis(DAYS_7 + 1));
    shard.succeed();

    assertThat(shard.message(first).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(shard.message(second).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(shard.message(second).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(shard.eventsInFlight()).containsExactly(third); // after exactly 7 days
  }

  @Test
  void the_longest_wait_of_a_replay_counts_from_the_replay() {
    fixture.subscribe(URL);
    EventKey early = fixture.post("a");
    shard.succeed();
    EventKey late = fixture.post("a");
    shard.succeed();
    shard.pass(Duration.ofDays(2));
    fixture.post("a");
    assertThat(shard.replay(OrderFixture.id(early))).isEqualTo(Reply.DONE);
    shard.pass(Duration.ofMillis(1));
    assertThat(shard.replay(OrderFixture.id(late))).isEqualTo(Reply.DONE);
    shard.goTo(Duration.ofDays(2).plusMillis(DAYS_7 + 1));
    shard.succeed();

    assertThat(shard.message(early).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(shard.eventsInFlight()).containsExactly(late); // after exactly 7 days
  }

  @Test
  void a_replay_joins_its_key_at_the_end_and_is_attempted_in_the_retry_lane() {
    fixture.subscribe(URL);
    EventKey replayed = fixture.post("a");
    shard.succeed();
    EventKey head = fixture.post("a");
    EventKey follower = fixture.post("a");
    shard.restart(); // which positions came before is stored
    assertThat(shard.replay(OrderFixture.id(replayed))).isEqualTo(Reply.DONE);
    EventKey last = fixture.post("a");

    assertThat(shard.eventsInFlight()).containsExactly(head);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(follower);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(replayed);
    assertThat(shard.sent().ticket().lane()).isEqualTo(Lane.RETRY);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(last);
  }

  @Test
  void after_a_crash_attempts_without_an_outcome_are_repeated_in_order() {
    fixture.subscribe(URL);
    EventKey a = fixture.post("a");
    EventKey b = fixture.post("a");
    assertThat(shard.eventsInFlight()).containsExactly(a);
    shard.restart();
    assertThat(shard.eventsInFlight()).containsExactly(a);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(b);
    shard.restart();
    assertThat(shard.eventsInFlight()).containsExactly(b);
  }

  @Test
  void the_sequence_has_a_fixed_length_rises_and_is_constant_over_attempts_and_replays() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    fixture.post("a");
    String one = sequence();
    shard.fail();
    shard.pass(Duration.ofMillis(84_800));
    assertThat(sequence()).isEqualTo(one).hasSize(16);
    shard.succeed();
    String two = sequence();
    assertThat(two).hasSize(16).isGreaterThan(one);
    shard.replay(OrderFixture.id(first));
    shard.succeed();
    assertThat(sequence()).isEqualTo(one);
    shard.succeed();
    shard.restart();
    fixture.post("a");
    assertThat(sequence()).isGreaterThan(two);
  }

  @Test
  void a_deleted_subscription_leaves_the_others_of_the_key_in_order() {
    Subscription one = fixture.subscribe(URL, "TASK", Event.UPDATE);
    fixture.subscribe(URL, "TASK", Event.DELETE);
    EventKey head = fixture.post("TASK", Event.DELETE, "a");
    EventKey gone = fixture.post("TASK", Event.UPDATE, "a");
    EventKey last = fixture.post("TASK", Event.DELETE, "a");
    shard.delete(one);
    shard.settle();
    assertThat(shard.message(gone).status()).isEqualTo(MessageStatus.CANCELLED);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(last);
    assertThat(shard.message(head).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_million_waiting_keys_cost_disk_and_no_memory() {
    // The queues in memory hold heads only, and no more of them than of any lane.
    fixture.subscribe(URL);
    shard.pause(URL);
    for (int i = 0; i < 1_000; i++) {
      fixture.post("object-" + i);
      fixture.post("object-" + i);
    }
    assertThat(shard.waiting(URL)).containsExactly(1_000, 0, 0);
    assertThat(shard.behind(URL)).isEqualTo(1_000);
    shard.counted.reset();
    shard.restart();
    assertThat(shard.counted.reads(Table.KEY)).isZero();
    assertThat(shard.counted.reads(Table.ORDER)).isZero();
  }

  @Test
  void a_message_that_is_alone_in_its_key_costs_no_more_writes_than_an_unordered_one() {
    fixture.subscribe(URL);
    fixture.post("first");
    shard.succeed();
    shard.counted.reset();
    for (int i = 0; i < 100; i++) {
      fixture.post("object-" + i);
      shard.succeed();
    }
    assertThat(shard.counted.writes(Table.KEY)).isZero();
    assertThat(shard.counted.writes(Table.ORDER)).isZero();
    assertThat(shard.counted.writes(Table.LANE)).isZero();
    assertThat(shard.counted.writes(Table.MESSAGE)).isEqualTo(100); // with its last attempt
  }

  @Test
  void a_message_that_waits_in_memory_stays_the_head_and_keeps_its_sequence_over_a_crash() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    String one = sequence();
    assertThat(shard.count(Table.KEY)).isZero();
    shard.restart();
    EventKey second = fixture.post("a");
    assertThat(shard.eventsInFlight()).containsExactly(first);
    assertThat(sequence()).isEqualTo(one);
    assertThat(shard.count(Table.KEY)).isOne();
    shard.restart();
    assertThat(shard.eventsInFlight()).containsExactly(first);
    assertThat(sequence()).isEqualTo(one);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(second);
    shard.succeed();
    assertThat(shard.count(Table.KEY)).isZero();
  }

  @Test
  void a_key_is_stored_with_the_lane_entry_of_its_head() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    shard.fail(); // it waits for its retry, in a lane
    assertThat(shard.count(Table.KEY)).isOne();
    shard.restart();
    EventKey second = fixture.post("a");
    assertThat(shard.message(second).isBehind()).isTrue();
    shard.pass(Duration.ofMillis(84_800));
    assertThat(shard.eventsInFlight()).containsExactly(first);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(second);
  }

  @Test
  void a_long_first_attempt_is_stored_with_its_key() {
    fixture.subscribe(URL);
    EventKey first = fixture.post("a");
    String one = sequence();
    shard.pass(Duration.ofSeconds(6));
    assertThat(shard.count(Table.KEY)).isOne();
    shard.restart();
    EventKey second = fixture.post("a");
    assertThat(shard.eventsInFlight()).containsExactly(first);
    assertThat(sequence()).isEqualTo(one);
    shard.succeed();
    assertThat(shard.eventsInFlight()).containsExactly(second);
  }

  private String sequence() {
    return Objects.requireNonNull(shard.sent().sequence());
  }

  private List<EventKey> startedUntilIdle() {
    List<EventKey> started = new ArrayList<>();
    while (!shard.inFlight.isEmpty()) {
      assertThat(shard.inFlight).hasSize(1);
      started.add(shard.eventsInFlight().getFirst());
      shard.succeed();
    }
    return started;
  }

  private void failUntilEnded(EventKey event) {
    while (!shard.message(event).status().ended()) {
      if (shard.inFlight.isEmpty()) {
        shard.pass(Duration.ofMinutes(1));
      } else {
        shard.respond(Outcome.responded(404, 10));
      }
    }
  }
}
