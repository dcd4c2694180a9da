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

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_waiting_message_keeps_its_id_and_its_schedule() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey event = fixture.post();
    fixture.fail();
    Message before = fixture.message(event);
    fixture.pass(Duration.ofSeconds(30));

    fixture.move(subscription, NEW);
    fixture.settle();

    Message after = fixture.message(event);
    assertThat(after).isEqualTo(before.movedTo(fixture.id(NEW)));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(84_800));
    assertThat(fixture.sent().target().url().text()).isEqualTo(NEW);
    assertThat(fixture.sent().ticket().message()).isEqualTo(before.id());
    assertThat(fixture.sent().ticket().number()).isEqualTo(2);
    assertThat(fixture.sent().ticket().slot()).isEqualTo(1);
  }

  @Test
  void the_listing_moves_too() {
    Subscription subscription = fixture.subscribe(OLD);
    fixture.pause(fixture.id(OLD));
    EventKey one = fixture.post();
    EventKey two = fixture.post();
    fixture.move(subscription, NEW);
    fixture.settle();
    assertThat(MessageListings.of(fixture, fixture.id(NEW)))
        .containsExactly(new MessageId(two, 0), new MessageId(one, 0));
    assertThat(MessageListings.of(fixture, fixture.id(OLD))).isEmpty();
    assertThat(MessageListings.of(fixture, subscription.id())).hasSize(2);
  }

  @Test
  void thousands_move_in_bounded_steps_also_over_crashes() {
    Subscription subscription = fixture.subscribe(OLD);
    fixture.pause(fixture.id(OLD));
    List<EventKey> events = fixture.postMany(2_000);
    fixture.move(subscription, NEW);
    for (int moved = waitingAt(NEW); fixture.busy(); moved = waitingAt(NEW)) {
      fixture.restart();
      assertThat(waitingAt(NEW) - moved).isLessThanOrEqualTo(Sweep.STEP);
    }
    assertThat(fixture.waiting(OLD)).containsOnly(0);
    assertThat(waitingAt(NEW)).isEqualTo(2_000);
    fixture.succeedAll();
    assertThat(events)
        .allSatisfy(
            event ->
                assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED));
    assertThat(fixture.effects(Effect.Send.class))
        .allSatisfy(send -> assertThat(send.target().url().text()).isEqualTo(NEW));
  }

  @Test
  void none_is_sent_to_the_old_url_after_the_reply() {
    Subscription subscription = fixture.subscribe(OLD);
    fixture.postMany(3_000);
    assertThat(fixture.inFlight).hasSize(3);
    List<Effect.Send> old = List.copyOf(fixture.inFlight);
    fixture.effects.clear();

    fixture.move(subscription, NEW);
    int before = waitingAt(NEW);
    fixture.respond(old.getFirst(), Outcome.responded(200, 1));

    assertThat(waitingAt(NEW) - before).as("moved in one turn").isLessThan(1_000);
    fixture.succeedAll();
    fixture.settle();
    fixture.succeedAll();
    assertThat(fixture.effects(Effect.Send.class))
        .hasSize(2_997)
        .allSatisfy(send -> assertThat(send.target().url().text()).isEqualTo(NEW));
  }

  @Test
  void one_in_flight_that_fails_is_retried_at_the_new_endpoint_and_counted_by_the_old_circuit() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey event = fixture.post();
    fixture.move(subscription, NEW);
    fixture.settle();
    assertThat(fixture.message(event).endpoint()).isEqualTo(fixture.id(OLD));
    fixture.fail();

    assertThat(fixture.message(event).endpoint()).isEqualTo(fixture.id(NEW));
    assertThat(fixture.endpoint(OLD).failures()).isEqualTo(1);
    assertThat(fixture.endpoint(OLD).circuit().consecutiveFailures()).isEqualTo(1);
    assertThat(fixture.endpoint(NEW).failures()).isZero();
    assertThat(fixture.attempts(event).getFirst().endpoint()).isEqualTo(fixture.id(OLD));
    assertThat(MessageListings.of(fixture, fixture.id(NEW))).hasSize(1);
    assertThat(MessageListings.of(fixture, fixture.id(OLD))).isEmpty();
    fixture.pass(Duration.ofMillis(84_800));
    assertThat(fixture.sent().target().url().text()).isEqualTo(NEW);
    fixture.succeed();
    assertThat(fixture.endpoint(NEW).successes()).isEqualTo(1);
  }

  @Test
  void one_in_flight_that_succeeds_was_delivered_at_the_old_endpoint() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey event = fixture.post();
    fixture.move(subscription, NEW);
    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.message(event).endpoint()).isEqualTo(fixture.id(OLD));
    fixture.settle();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void one_in_flight_when_the_process_dies_is_repeated_at_the_new_url() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey event = fixture.post();
    fixture.move(subscription, NEW);
    fixture.settle();
    fixture.restart();
    fixture.settle();
    assertThat(fixture.sent().target().url().text()).isEqualTo(NEW);
    assertThat(fixture.sent().ticket().message()).isEqualTo(new MessageId(event, 0));
  }

  @Test
  void messages_held_by_a_disabled_endpoint_go_out_at_the_new_one() {
    Subscription subscription = fixture.subscribe(OLD);
    fixture.failMany(101);
    EventKey fresh = fixture.post();
    EventKey probed = fixture.post();
    fixture.pass(Duration.ofMinutes(10));
    fixture.fail();
    assertThat(fixture.inFlight).isEmpty();

    fixture.move(subscription, NEW);
    fixture.settle();
    while (!fixture.inFlight.isEmpty()) {
      assertThat(fixture.inFlight.getFirst().target().url().text()).isEqualTo(NEW);
      fixture.succeed();
    }
    assertThat(fixture.message(fresh).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.message(probed).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.waiting(OLD)).containsOnly(0);
    assertThat(fixture.waiting(NEW)).containsOnly(0);
    assertThat(fixture.endpoint(NEW).successes()).isEqualTo(103);
  }

  @Test
  void moving_back_before_the_sweep_is_done_leaves_every_message_at_the_old_url_once() {
    Subscription subscription = fixture.subscribe(OLD);
    fixture.pause(fixture.id(OLD));
    fixture.postMany(1_000);
    Subscription moved = fixture.move(subscription, NEW);
    fixture.pause(fixture.id(NEW));
    fixture.move(moved, OLD);
    fixture.settle();
    assertThat(waitingAt(OLD)).isEqualTo(1_000);
    assertThat(fixture.waiting(NEW)).containsOnly(0);
    assertThat(MessageListings.of(fixture, fixture.id(OLD))).hasSize(1_000);
    assertThat(MessageListings.of(fixture, fixture.id(NEW))).isEmpty();
  }

  @Test
  void another_subscriptions_messages_stay_where_they_are() {
    Subscription moves = fixture.subscribe(OLD);
    fixture.subscribe(OLD, "*", "UPDATE");
    fixture.pause(fixture.id(OLD));
    EventKey event = fixture.post();
    fixture.move(moves, NEW);
    fixture.settle();
    assertThat(fixture.message(new MessageId(event, 0)).endpoint()).isEqualTo(fixture.id(NEW));
    assertThat(fixture.message(new MessageId(event, 1)).endpoint()).isEqualTo(fixture.id(OLD));
  }

  private int waitingAt(String url) {
    return (int) fixture.endpoint(url).waiting(Lane.FIRST);
  }
}
