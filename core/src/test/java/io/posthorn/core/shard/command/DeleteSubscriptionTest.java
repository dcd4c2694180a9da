package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.shard.sweep.Sweep;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A deleted subscription's waiting messages become cancelled, in steps; none is sent any more. */
final class DeleteSubscriptionTest {
  private static final int THOUSANDS = 5_000;

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void thousands_of_waiting_messages_become_cancelled_in_bounded_steps() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    List<EventKey> events = stage.postMany(THOUSANDS);
    stage.effects.clear();

    assertThat(stage.delete(subscription)).isEqualTo(Reply.DONE);

    int steps = 0;
    long ended = ended();
    assertThat(ended).isLessThanOrEqualTo(Sweep.STEP);
    for (; stage.busy(); steps++) {
      stage.step();
      assertThat(ended() - ended).isLessThanOrEqualTo(Sweep.STEP);
      ended = ended();
    }
    assertThat(steps).isGreaterThanOrEqualTo(THOUSANDS / Sweep.STEP - 1);
    assertAllCancelled(events);
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void the_sweep_goes_on_after_a_crash_between_any_two_steps() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    List<EventKey> events = stage.postMany(1_500);
    stage.effects.clear();
    stage.delete(subscription);
    while (stage.busy()) {
      stage.restart();
    }
    assertAllCancelled(events);
    assertThat(ended()).as("each of them once").isEqualTo(1_500);
  }

  @Test
  void none_is_sent_after_the_answer_and_no_turn_sees_to_all_of_them() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    List<EventKey> events = stage.postMany(THOUSANDS);
    stage.effects.clear();
    stage.delete(subscription);

    // A place comes free before the sweep has got anywhere.
    long before = ended();
    stage.answer(stage.onTheWay.getFirst(), Outcome.answered(200, 1));

    assertThat(stage.effects(Effect.Send.class)).isEmpty();
    assertThat(ended() - before).isLessThan(1_000);
    stage.fail();
    stage.fail();
    stage.settle();
    assertThat(stage.effects(Effect.Send.class)).isEmpty();
    assertThat(stage.message(events.getFirst()).status()).isEqualTo(MessageStatus.DELIVERED);
    assertAllCancelled(events.subList(1, events.size()));
  }

  @Test
  void others_on_the_same_endpoint_go_on_meanwhile() {
    Subscription deleted = stage.subscribe(ShardFixture.URL);
    stage.subscribe(ShardFixture.URL, "PROJ", "UPDATE");
    stage.postMany(THOUSANDS);
    EventKey other = stage.post(stage.event(ShardFixture.CUSTOMER, "p", "PROJ", "UPDATE", null));
    stage.delete(deleted);
    stage.fail();
    stage.settle();
    assertThat(stage.onTheWay)
        .extracting(send -> send.ticket().message())
        .contains(new MessageId(other, 0));
    stage.succeedAll();
    assertThat(stage.message(other).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void one_in_flight_ends_delivered_if_it_succeeds_else_cancelled() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    EventKey succeeds = stage.post();
    EventKey fails = stage.post();
    stage.delete(subscription);
    stage.settle();
    assertThat(stage.message(succeeds).status()).isEqualTo(MessageStatus.WAITING);
    stage.succeed();
    stage.fail();
    assertThat(stage.message(succeeds).status()).isEqualTo(MessageStatus.DELIVERED);
    assertAllCancelled(List.of(fails));
    stage.pass(Duration.ofDays(3));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void one_in_flight_when_the_process_dies_is_cancelled() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.delete(subscription);
    stage.settle();
    stage.restart();
    stage.settle();
    assertThat(stage.onTheWay).isEmpty();
    assertAllCancelled(List.of(event));
  }

  @Test
  void messages_in_every_lane_are_found() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    stage.failMany(101); // a hundred and one retries, and the endpoint is disabled
    stage.postMany(3);
    stage.pass(Duration.ofMinutes(10));
    stage.fail(); // one probed
    assertThat(stage.waiting(ShardFixture.URL)).containsExactly(2, 101, 1);

    stage.delete(subscription);
    stage.settle();

    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(MessageListings.of(stage, MessageStatus.CANCELLED)).hasSize(104);
    stage.pass(Duration.ofDays(3));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void what_does_not_exist_or_is_another_customers_is_not_found() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    assertThat(
            stage.tell(
                new Command.DeleteSubscription(stage.nextRequest(), "other", subscription.id())))
        .isEqualTo(Reply.NOT_FOUND);
    stage.post();
    assertThat(stage.onTheWay).hasSize(1);
    stage.delete(subscription);
    assertThat(stage.delete(subscription)).isEqualTo(Reply.NOT_FOUND);
  }

  private long ended() {
    return stage.effects(Effect.MessageEnded.class).size();
  }

  private void assertAllCancelled(List<EventKey> events) {
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(stage.message(event).status()).isEqualTo(MessageStatus.CANCELLED);
              assertThat(stage.message(event).reason()).isEqualTo(EndReason.SUBSCRIPTION_DELETED);
            });
  }
}
