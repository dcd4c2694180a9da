package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A message whose request leaves in the turn that accepts it, or soon after, gets no lane entry; no
 * crash, command or long request loses or repeats it.
 */
final class FirstFlightsTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  private Subscription subscribed() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.post(); // the first look at a lane reads it from the store
    fixture.succeed();
    return subscription;
  }

  @Test
  void it_is_never_written_to_a_lane() {
    subscribed();
    fixture.counted.reset();

    fixture.post();
    assertThat(fixture.count(Table.FLIGHTS)).isEqualTo(1);
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(1, 0, 0);
    fixture.succeed();

    assertThat(fixture.counted.writes(Table.LANE)).isZero();
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
  }

  @Test
  void the_entry_of_a_turn_is_removed_with_its_last_message() {
    subscribed();
    fixture.postMany(3); // one turn
    fixture.succeed();
    fixture.fail();
    assertThat(fixture.count(Table.FLIGHTS)).isEqualTo(1);

    fixture.succeed();

    assertThat(fixture.count(Table.FLIGHTS)).isZero();
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 1, 0);
  }

  @Test
  void many_turns_share_a_few_numbers() {
    subscribed();
    fixture.counted.reset();
    for (int i = 0; i < 100; i++) {
      fixture.post();
      fixture.succeed();
    }
    fixture.post();
    fixture.post();
    assertThat(fixture.keys(Table.FLIGHTS)).containsExactly("1900000000", "1900000001");
  }

  @Test
  void a_request_that_takes_five_seconds_moves_to_its_lane() {
    subscribed();
    EventKey event = fixture.post();

    fixture.pass(Duration.ofMillis(4_999));
    assertThat(fixture.count(Table.LANE)).isZero();
    fixture.pass(Duration.ofMillis(1));
    assertThat(fixture.count(Table.LANE)).isEqualTo(1);
    assertThat(fixture.count(Table.FLIGHTS)).isZero();

    fixture.succeed();
    assertThat(fixture.count(Table.LANE)).isZero();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void only_what_is_left_of_an_entry_moves_to_the_lane() {
    subscribed();
    fixture.postMany(3);
    fixture.succeed();
    fixture.pass(Duration.ofSeconds(5));
    assertThat(fixture.count(Table.LANE)).isEqualTo(2);
  }

  @Test
  void after_a_crash_it_is_sent_again_and_counted_once() {
    subscribed();
    EventKey event = fixture.post();

    fixture.restart();

    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(1, 0, 0);
    fixture.succeed();
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 0, 0);
    assertThat(fixture.count(Table.LANE)).isZero();
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
  }

  @Test
  void after_a_crash_those_whose_outcome_was_recorded_are_not_sent_again() {
    subscribed();
    fixture.postMany(3);
    fixture.succeed();
    fixture.fail();
    EventKey left = fixture.eventsInFlight().getFirst();

    fixture.restart();

    assertThat(fixture.eventsInFlight()).containsExactly(left);
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(1, 1, 0);
  }

  @Test
  void a_second_crash_changes_nothing() {
    subscribed();
    EventKey event = fixture.post();
    fixture.restart();
    fixture.restart();
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(1, 0, 0);
  }

  @Test
  void the_first_turn_of_a_new_process_comes_before_it_writes_anything() {
    subscribed();
    fixture.post();
    fixture.counted.reset();
    fixture.anotherShard();
    assertThat(fixture.counted.writes()).isZero();
  }

  @Test
  void one_that_was_cancelled_in_flight_is_cancelled_after_a_crash() {
    subscribed();
    EventKey event = fixture.post();
    fixture.cancel(event);
    fixture.restart();
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.CANCELLED);
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 0, 0);
  }

  @Test
  void one_whose_endpoint_was_paused_in_flight_is_held_after_a_crash() {
    subscribed();
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);
    fixture.restart();
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.count(Table.LANE)).isEqualTo(1);
    fixture.restart();
    fixture.enable(ShardFixture.URL);
    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  @Test
  void one_that_was_held_after_a_crash_expires() {
    subscribed();
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);
    fixture.restart();
    fixture.pass(Duration.ofDays(8));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.count(Table.LANE)).isZero();
  }

  @Test
  void one_whose_subscription_was_deleted_in_flight_is_cancelled_after_a_crash() {
    Subscription subscription = subscribed();
    EventKey event = fixture.post();
    fixture.delete(subscription);
    fixture.settle();
    fixture.restart();
    fixture.settle();
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.CANCELLED);
    assertThat(fixture.count(Table.LANE)).isZero();
  }

  @Test
  void one_whose_subscription_moved_in_flight_is_sent_to_the_new_url_after_a_crash() {
    Subscription subscription = subscribed();
    EventKey event = fixture.post();
    fixture.move(subscription, "https://other.example/");
    fixture.settle();
    fixture.restart();
    fixture.settle();
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.sent().target().url().text()).isEqualTo("https://other.example/");
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 0, 0);
  }

  @Test
  void one_that_moves_and_leaves_in_the_same_turn_stays_in_its_lane() {
    String other = "https://other.example/";
    Subscription first = subscribed();
    fixture.subscribe(other, "TASK", "CREATE");
    fixture.post(fixture.event(ShardFixture.CUSTOMER, "created", "TASK", "CREATE", null));
    fixture.succeed(); // the lanes of both endpoints have been read
    fixture.pause(ShardFixture.URL);
    EventKey event = fixture.post();
    Subscription moved = SubscriptionFixture.moved(first, other, fixture.now());

    fixture.turn(
        List.of(
            new Command.ChangeSubscription(
                fixture.nextRequest(), moved, first.modifiedAt(), new byte[] {1}),
            new Command.RetryMessage(
                fixture.nextRequest(), ShardFixture.CUSTOMER, new MessageId(event, 0))));

    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.count(Table.LANE)).isEqualTo(1);
    fixture.restart();
    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  @Test
  void erasing_its_customer_removes_it() {
    subscribed();
    fixture.post();
    fixture.execute(new Command.EraseCustomer(fixture.nextRequest(), ShardFixture.CUSTOMER));
    fixture.settle();
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
    fixture.restart();
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.count(Table.LANE)).isZero();
  }

  @Test
  void a_probe_stays_in_its_lane() {
    ShardFixture brittle = new ShardFixture(ShardFixture.disablingAfter(2));
    brittle.subscribe(ShardFixture.URL);
    brittle.failMany(2);
    brittle.pass(Duration.ofMinutes(9));
    brittle.cancel(brittle.effects(Effect.Send.class).get(0).ticket().message());
    brittle.cancel(brittle.effects(Effect.Send.class).get(1).ticket().message());
    brittle.pass(Duration.ofMinutes(5));
    brittle.post(); // the probe is due, and leaves at once
    assertThat(brittle.sent().ticket().probe()).isTrue();
    assertThat(brittle.count(Table.LANE)).isEqualTo(1);
    assertThat(brittle.count(Table.FLIGHTS)).isZero();
  }

  @Test
  void readers_find_it_as_the_oldest_that_waits() {
    EndpointReader reader = new EndpointReader(fixture.store, Rules.DEFAULT.circuit());
    subscribed();
    fixture.pass(Duration.ofSeconds(7));
    fixture.post();
    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL)))
        .isEqualTo(ShardFixture.START + 7_000);
    fixture.succeed();
    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL))).isZero();
  }

  /** Posts so many events that only the first four are sent at once. */
  private void postWithSomeWaiting(int events) {
    subscribed();
    fixture.postMany(events);
    assertThat(fixture.inFlight).hasSizeLessThan(events);
  }

  @Test
  void one_that_waits_in_memory_is_in_no_lane_for_five_seconds() {
    postWithSomeWaiting(10);
    fixture.pass(Duration.ofMillis(4_999));
    assertThat(fixture.count(Table.LANE)).isZero();
    fixture.pass(Duration.ofMillis(1));
    assertThat(fixture.count(Table.LANE)).isEqualTo(10);
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
    fixture.succeedAll();
    assertThat(fixture.count(Table.LANE)).isZero();
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(11);
  }

  @Test
  void those_that_wait_in_memory_are_all_there_after_a_crash() {
    postWithSomeWaiting(10);
    fixture.restart();
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(10, 0, 0);
    fixture.restart();
    fixture.succeedAll();
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 0, 0);
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(11);
  }

  @Test
  void those_that_wait_in_memory_go_to_their_lane_when_their_endpoint_is_paused() {
    postWithSomeWaiting(10);
    int sent = fixture.inFlight.size();
    fixture.pause(ShardFixture.URL);
    assertThat(fixture.count(Table.LANE)).isEqualTo(10 - sent);
    fixture.succeedAll();
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
    fixture.restart();
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(10 - sent, 0, 0);
    fixture.enable(ShardFixture.URL);
    fixture.succeedAll();
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(11);
  }

  @Test
  void those_behind_the_part_of_the_lane_in_memory_are_written_to_it() {
    postWithSomeWaiting(20_000);
    assertThat(fixture.count(Table.LANE)).isBetween(9_000, 10_000);
    fixture.restart();
    fixture.succeedAll();
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(20_001);
    assertThat(fixture.count(Table.LANE)).isZero();
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
  }

  @Test
  void those_that_wait_in_memory_are_cancelled_with_their_subscription() {
    Subscription subscription = subscribed();
    fixture.postMany(10);
    fixture.delete(subscription);
    fixture.settle();
    fixture.succeedAll();
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 0, 0);
    assertThat(fixture.count(Table.LANE)).isZero();
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
  }

  @Test
  void readers_find_the_oldest_that_waits_in_memory() {
    EndpointReader reader = new EndpointReader(fixture.store, Rules.DEFAULT.circuit());
    subscribed();
    fixture.configure(ShardFixture.URL, 1, 0);
    fixture.pass(Duration.ofSeconds(7));
    fixture.post();
    fixture.pass(Duration.ofMillis(100));
    fixture.post();
    fixture.succeed(); // the second is sent
    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL)))
        .isEqualTo(ShardFixture.START + 7_100);
  }

  @Test
  void those_that_wait_in_memory_are_in_their_lane_once_their_endpoint_is_held() {
    EndpointReader reader = new EndpointReader(fixture.store, Rules.DEFAULT.circuit());
    subscribed();
    fixture.configure(ShardFixture.URL, 1, 0);
    fixture.pass(Duration.ofSeconds(7));
    fixture.post();
    fixture.pass(Duration.ofMillis(100));
    fixture.post();

    fixture.pause(ShardFixture.URL);
    assertThat(fixture.count(Table.LANE)).isEqualTo(1); // the other one is in flight
    fixture.succeed();

    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL)))
        .isEqualTo(ShardFixture.START + 7_100);
    assertThat(fixture.count(Table.FLIGHTS)).isZero();
  }

  @Test
  void those_that_wait_in_memory_are_in_their_lane_when_their_endpoint_is_disabled() {
    ShardFixture brittle = new ShardFixture(ShardFixture.disablingAfter(2));
    EndpointReader reader = new EndpointReader(brittle.store, Rules.DEFAULT.circuit());
    brittle.subscribe(ShardFixture.URL);
    brittle.configure(ShardFixture.URL, 1, 0);
    brittle.failMany(1);
    brittle.pass(Duration.ofSeconds(7));
    brittle.post();
    brittle.pass(Duration.ofMillis(100));
    brittle.post();
    int before = brittle.count(Table.LANE);

    brittle.fail(); // the second failure in a row

    assertThat(brittle.count(Table.LANE)).isEqualTo(before + 2); // the retry, and what waits
    assertThat(brittle.count(Table.FLIGHTS)).isZero();
    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, brittle.id(ShardFixture.URL)))
        .isEqualTo(ShardFixture.START);
  }

  @Test
  void those_that_wait_in_memory_are_in_their_lane_once_all_delivery_is_paused() {
    EndpointReader reader = new EndpointReader(fixture.store, Rules.DEFAULT.circuit());
    subscribed();
    fixture.configure(ShardFixture.URL, 1, 0);
    fixture.post();
    fixture.pass(Duration.ofMillis(100));
    fixture.post(); // waits for the first one
    assertThat(fixture.count(Table.LANE)).isZero();

    fixture.pauseDelivery(null);

    assertThat(fixture.count(Table.LANE)).isEqualTo(1);
    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL)))
        .isEqualTo(ShardFixture.START);
  }
}
