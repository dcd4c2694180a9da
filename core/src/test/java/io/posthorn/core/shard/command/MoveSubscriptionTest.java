package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.shard.sweep.Sweep;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A new URL moves the waiting messages to the new endpoint: same ids, same schedule. */
final class MoveSubscriptionTest {
  private static final String OLD = ShardFixture.URL;
  private static final String NEW = "https://new.example/hook";

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void a_waiting_message_keeps_its_id_and_its_schedule() {
    Subscription subscription = stage.subscribe(OLD);
    EventKey event = stage.post();
    stage.fail();
    Message before = stage.message(event);
    stage.pass(Duration.ofSeconds(30));

    stage.move(subscription, NEW);
    stage.settle();

    Message after = stage.message(event);
    assertThat(after).isEqualTo(before.movedTo(stage.id(NEW)));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(84_800));
    assertThat(stage.sent().target().url().text()).isEqualTo(NEW);
    assertThat(stage.sent().ticket().message()).isEqualTo(before.id());
    assertThat(stage.sent().ticket().number()).isEqualTo(2);
    assertThat(stage.sent().ticket().slot()).isEqualTo(1);
  }

  @Test
  void the_listing_moves_too() {
    Subscription subscription = stage.subscribe(OLD);
    stage.pause(stage.id(OLD));
    EventKey one = stage.post();
    EventKey two = stage.post();
    stage.move(subscription, NEW);
    stage.settle();
    assertThat(MessageListings.of(stage, stage.id(NEW)))
        .containsExactly(new MessageId(two, 0), new MessageId(one, 0));
    assertThat(MessageListings.of(stage, stage.id(OLD))).isEmpty();
    assertThat(MessageListings.of(stage, subscription.id())).hasSize(2);
  }

  @Test
  void thousands_move_in_bounded_steps_also_over_crashes() {
    Subscription subscription = stage.subscribe(OLD);
    stage.pause(stage.id(OLD));
    List<EventKey> events = stage.postMany(2_000);
    stage.move(subscription, NEW);
    for (int moved = waitingAt(NEW); stage.busy(); moved = waitingAt(NEW)) {
      stage.restart();
      assertThat(waitingAt(NEW) - moved).isLessThanOrEqualTo(Sweep.STEP);
    }
    assertThat(stage.waiting(OLD)).containsOnly(0);
    assertThat(waitingAt(NEW)).isEqualTo(2_000);
    stage.succeedAll();
    assertThat(events)
        .allSatisfy(
            event -> assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED));
    assertThat(stage.effects(Effect.Send.class))
        .allSatisfy(send -> assertThat(send.target().url().text()).isEqualTo(NEW));
  }

  @Test
  void none_is_sent_to_the_old_url_after_the_answer() {
    Subscription subscription = stage.subscribe(OLD);
    stage.postMany(3_000);
    assertThat(stage.onTheWay).hasSize(3);
    List<Effect.Send> old = List.copyOf(stage.onTheWay);
    stage.effects.clear();

    stage.move(subscription, NEW);
    int before = waitingAt(NEW);
    stage.answer(old.getFirst(), Outcome.answered(200, 1));

    assertThat(waitingAt(NEW) - before).as("moved in one turn").isLessThan(1_000);
    stage.succeedAll();
    stage.settle();
    stage.succeedAll();
    assertThat(stage.effects(Effect.Send.class))
        .hasSize(2_997)
        .allSatisfy(send -> assertThat(send.target().url().text()).isEqualTo(NEW));
  }

  @Test
  void one_in_flight_that_fails_goes_on_at_the_new_endpoint_and_the_old_ones_circuit_counts_it() {
    Subscription subscription = stage.subscribe(OLD);
    EventKey event = stage.post();
    stage.move(subscription, NEW);
    stage.settle();
    assertThat(stage.message(event).endpoint()).isEqualTo(stage.id(OLD));
    stage.fail();

    assertThat(stage.message(event).endpoint()).isEqualTo(stage.id(NEW));
    assertThat(stage.endpoint(OLD).failures()).isEqualTo(1);
    assertThat(stage.endpoint(OLD).circuit().consecutiveFailures()).isEqualTo(1);
    assertThat(stage.endpoint(NEW).failures()).isZero();
    assertThat(stage.attempts(event).getFirst().endpoint()).isEqualTo(stage.id(OLD));
    assertThat(MessageListings.of(stage, stage.id(NEW))).hasSize(1);
    assertThat(MessageListings.of(stage, stage.id(OLD))).isEmpty();
    stage.pass(Duration.ofMillis(84_800));
    assertThat(stage.sent().target().url().text()).isEqualTo(NEW);
    stage.succeed();
    assertThat(stage.endpoint(NEW).successes()).isEqualTo(1);
  }

  @Test
  void one_in_flight_that_succeeds_was_delivered_at_the_old_endpoint() {
    Subscription subscription = stage.subscribe(OLD);
    EventKey event = stage.post();
    stage.move(subscription, NEW);
    stage.succeed();
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.message(event).endpoint()).isEqualTo(stage.id(OLD));
    stage.settle();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void one_in_flight_when_the_process_dies_is_repeated_at_the_new_url() {
    Subscription subscription = stage.subscribe(OLD);
    EventKey event = stage.post();
    stage.move(subscription, NEW);
    stage.settle();
    stage.restart();
    stage.settle();
    assertThat(stage.sent().target().url().text()).isEqualTo(NEW);
    assertThat(stage.sent().ticket().message()).isEqualTo(new MessageId(event, 0));
  }

  @Test
  void messages_held_by_a_disabled_endpoint_go_out_at_the_new_one() {
    Subscription subscription = stage.subscribe(OLD);
    stage.failMany(101);
    EventKey fresh = stage.post();
    EventKey probed = stage.post();
    stage.pass(Duration.ofMinutes(10));
    stage.fail();
    assertThat(stage.onTheWay).isEmpty();

    stage.move(subscription, NEW);
    stage.settle();
    while (!stage.onTheWay.isEmpty()) {
      assertThat(stage.onTheWay.getFirst().target().url().text()).isEqualTo(NEW);
      stage.succeed();
    }
    assertThat(stage.message(fresh).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.message(probed).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.waiting(OLD)).containsOnly(0);
    assertThat(stage.waiting(NEW)).containsOnly(0);
    assertThat(stage.endpoint(NEW).successes()).isEqualTo(103);
  }

  @Test
  void there_and_back_again_before_the_sweep_is_done_leaves_every_message_at_home_once() {
    Subscription subscription = stage.subscribe(OLD);
    stage.pause(stage.id(OLD));
    stage.postMany(1_000);
    Subscription moved = stage.move(subscription, NEW);
    stage.pause(stage.id(NEW));
    stage.move(moved, OLD);
    stage.settle();
    assertThat(waitingAt(OLD)).isEqualTo(1_000);
    assertThat(stage.waiting(NEW)).containsOnly(0);
    assertThat(MessageListings.of(stage, stage.id(OLD))).hasSize(1_000);
    assertThat(MessageListings.of(stage, stage.id(NEW))).isEmpty();
  }

  @Test
  void another_subscriptions_messages_stay_where_they_are() {
    Subscription moves = stage.subscribe(OLD);
    stage.subscribe(OLD, "*", "UPDATE");
    stage.pause(stage.id(OLD));
    EventKey event = stage.post();
    stage.move(moves, NEW);
    stage.settle();
    assertThat(stage.message(new MessageId(event, 0)).endpoint()).isEqualTo(stage.id(NEW));
    assertThat(stage.message(new MessageId(event, 1)).endpoint()).isEqualTo(stage.id(OLD));
  }

  private int waitingAt(String url) {
    return (int) stage.endpoint(url).waiting(Lane.FIRST);
  }
}
