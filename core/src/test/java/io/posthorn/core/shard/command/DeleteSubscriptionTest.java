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

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void thousands_of_waiting_messages_become_cancelled_in_bounded_steps() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    List<EventKey> events = fixture.postMany(THOUSANDS);
    fixture.effects.clear();

    assertThat(fixture.delete(subscription)).isEqualTo(Reply.DONE);

    int steps = 0;
    long ended = ended();
    assertThat(ended).isLessThanOrEqualTo(Sweep.STEP);
    for (; fixture.busy(); steps++) {
      fixture.step();
      assertThat(ended() - ended).isLessThanOrEqualTo(Sweep.STEP);
      ended = ended();
    }
    assertThat(steps).isGreaterThanOrEqualTo(THOUSANDS / Sweep.STEP - 1);
    assertAllCancelled(events);
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void the_sweep_continues_after_a_crash_between_any_two_steps() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    List<EventKey> events = fixture.postMany(1_500);
    fixture.effects.clear();
    fixture.delete(subscription);
    while (fixture.busy()) {
      fixture.restart();
    }
    assertAllCancelled(events);
    assertThat(ended()).as("each of them once").isEqualTo(1_500);
  }

  @Test
  void none_is_sent_after_the_reply_and_no_single_turn_handles_all_of_them() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = fixture.postMany(THOUSANDS);
    fixture.effects.clear();
    fixture.delete(subscription);

    // Capacity comes free before the sweep has made progress.
    long before = ended();
    fixture.respond(fixture.inFlight.getFirst(), Outcome.responded(200, 1));

    assertThat(fixture.effects(Effect.Send.class)).isEmpty();
    assertThat(ended() - before).isLessThan(1_000);
    fixture.fail();
    fixture.fail();
    fixture.settle();
    assertThat(fixture.effects(Effect.Send.class)).isEmpty();
    assertThat(fixture.message(events.getFirst()).status()).isEqualTo(MessageStatus.DELIVERED);
    assertAllCancelled(events.subList(1, events.size()));
  }

  @Test
  void others_on_the_same_endpoint_are_still_delivered_meanwhile() {
    Subscription deleted = fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(ShardFixture.URL, "PROJ", "UPDATE");
    fixture.postMany(THOUSANDS);
    EventKey other =
        fixture.post(fixture.event(ShardFixture.CUSTOMER, "p", "PROJ", "UPDATE", null));
    fixture.delete(deleted);
    fixture.fail();
    fixture.settle();
    assertThat(fixture.inFlight)
        .extracting(send -> send.ticket().message())
        .contains(new MessageId(other, 0));
    fixture.succeedAll();
    assertThat(fixture.message(other).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void one_in_flight_ends_delivered_if_it_succeeds_else_cancelled() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    EventKey succeeds = fixture.post();
    EventKey fails = fixture.post();
    fixture.delete(subscription);
    fixture.settle();
    assertThat(fixture.message(succeeds).status()).isEqualTo(MessageStatus.WAITING);
    fixture.succeed();
    fixture.fail();
    assertThat(fixture.message(succeeds).status()).isEqualTo(MessageStatus.DELIVERED);
    assertAllCancelled(List.of(fails));
    fixture.pass(Duration.ofDays(3));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void one_in_flight_when_the_process_dies_is_cancelled() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.delete(subscription);
    fixture.settle();
    fixture.restart();
    fixture.settle();
    assertThat(fixture.inFlight).isEmpty();
    assertAllCancelled(List.of(event));
  }

  @Test
  void messages_in_every_lane_are_found() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.failMany(101); // a hundred and one retries, and the endpoint is disabled
    fixture.postMany(3);
    fixture.pass(Duration.ofMinutes(10));
    fixture.fail(); // one probed
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(2, 101, 1);

    fixture.delete(subscription);
    fixture.settle();

    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(MessageListings.of(fixture, MessageStatus.CANCELLED)).hasSize(104);
    fixture.pass(Duration.ofDays(3));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void an_id_that_is_unknown_or_another_customers_is_not_found() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    assertThat(
            fixture.execute(
                new Command.DeleteSubscription(fixture.nextRequest(), "other", subscription.id())))
        .isEqualTo(Reply.NOT_FOUND);
    fixture.post();
    assertThat(fixture.inFlight).hasSize(1);
    fixture.delete(subscription);
    assertThat(fixture.delete(subscription)).isEqualTo(Reply.NOT_FOUND);
  }

  private long ended() {
    return fixture.effects(Effect.MessageEnded.class).size();
  }

  private void assertAllCancelled(List<EventKey> events) {
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.CANCELLED);
              assertThat(fixture.message(event).reason()).isEqualTo(EndReason.SUBSCRIPTION_DELETED);
            });
  }
}
