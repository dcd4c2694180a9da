package io.posthorn.core.shard;

import static io.posthorn.core.shard.ShardsFixture.CUSTOMER;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The same event id again makes no second message for a subscription that had it, in whichever
 * shard it was then.
 */
class EventIdsOfShardsTest {
  /** A late turn, the longest schedule from then on, and the time that records are kept. */
  private static final Duration LONGEST =
      Duration.ofMillis(
          Rules.DEFAULT.limits().orderedWait()
              + RetryPolicy.LATEST
              + Rules.DEFAULT.retention().records());

  private final ShardsFixture shards = ShardsFixture.three();
  private final String urlAt0 = shards.url(0, 1);
  private final String urlAt1 = shards.url(1, 2);
  private final String urlAt2 = shards.url(2, 3);
  private final Subscription subscription = shards.subscribe(urlAt0);
  private final Event event = shards.event("posted-twice");

  private void post() {
    shards.publish(event);
    shards.settle();
  }

  private void deliver() {
    shards.succeed();
    shards.settle();
    assertThat(shards.inFlight).isEmpty();
  }

  @Test
  void at_the_same_shard_it_is_a_duplicate() {
    post();
    deliver();

    post();

    assertThat(shards.inFlight).isEmpty();
    assertThat(shards.metrics(0).eventsAccepted()).isEqualTo(1);
    assertThat(shards.metrics(0).eventsKnown()).isEqualTo(1);
  }

  @Test
  void twice_in_one_record_it_is_a_duplicate() {
    shards.publish(event);
    shards.publish(event);
    shards.settle();

    assertThat(shards.inFlight).hasSize(1);
  }

  @Test
  void a_subscription_that_was_created_in_between_at_another_shard_gets_it() {
    post();
    deliver();
    shards.subscribe(urlAt1);

    post();

    assertThat(shards.sent().shard()).isEqualTo(1);
  }

  @Test
  void a_subscription_that_had_it_before_it_moved_gets_no_second_message() {
    post();
    deliver();
    shards.move(subscription, urlAt1);

    post();

    assertThat(shards.inFlight).isEmpty();
  }

  @Test
  void a_subscription_that_had_it_two_moves_ago_gets_no_second_message() {
    post();
    deliver();
    shards.move(shards.move(subscription, urlAt1), urlAt2);
    shards.crash(2); // the former owners are stored

    post();

    assertThat(shards.inFlight).isEmpty();
  }

  @Test
  void a_subscription_that_had_it_elsewhere_and_came_back_gets_no_second_message() {
    Subscription moved = shards.move(subscription, urlAt1);
    post();
    deliver();
    shards.move(moved, urlAt0);

    post();

    assertThat(shards.inFlight).isEmpty();
  }

  @Test
  void a_node_that_does_not_know_of_the_second_move_causes_no_second_message() {
    post();
    deliver();
    Subscription moved = shards.move(subscription, urlAt1);
    shards.move(moved, urlAt2);

    shards.publish(event, s -> 1);
    shards.settle();

    assertThat(shards.inFlight).isEmpty();
  }

  @Test
  void a_message_that_the_new_owner_has_removed_is_still_known() {
    post();
    shards.fail();
    shards.move(subscription, urlAt1);
    shards.pass(Duration.ofSeconds(90));
    shards.succeed();
    shards.settle();
    shards.pass(Duration.ofMillis(Rules.DEFAULT.retention().records()).minusHours(2));

    post();

    assertThat(shards.inFlight).isEmpty();
  }

  @Test
  void a_new_event_reaches_a_moved_subscription_once_all_former_owners_were_asked() {
    shards.move(shards.move(subscription, urlAt1), urlAt2);

    post();

    assertThat(shards.sent().shard()).isEqualTo(2);
    assertThat(shards.sent().send().ticket().message()).isEqualTo(shards.message(2, event.id(), 0));
    assertThat(shards.history(0).eventKey(CUSTOMER, event.id())).isNull();
    assertThat(shards.history(1).eventKey(CUSTOMER, event.id())).isNull();
    assertThat(shards.metrics(0).eventsAccepted()).isZero();
    assertThat(shards.metrics(2).eventsAccepted()).isEqualTo(1);
  }

  @Test
  void if_it_moves_on_while_former_owners_are_asked_the_event_follows() {
    Subscription moved = shards.move(subscription, urlAt1);
    shards.publish(event);
    shards.take(1); // asks shard 0
    shards.startMove(moved, shards.at(moved, urlAt2));
    shards.take(1);
    shards.take(2);
    shards.take(1); // shard 2 has it now
    shards.settle();

    assertThat(shards.sent().send().target().url().text()).isEqualTo(urlAt2);
  }

  @Test
  void former_owners_are_not_asked_once_their_ids_have_expired() {
    shards.move(subscription, urlAt1);
    shards.pass(LONGEST.plusMillis(1));
    shards.publish(event);

    shards.take(1);

    assertThat(shards.sent().shard()).isEqualTo(1);
  }

  @Test
  void former_owners_are_asked_for_as_long_as_an_ordered_message_can_live() {
    shards.move(subscription, urlAt1);
    shards.pass(LONGEST.minusHours(1));
    shards.publish(event);

    shards.take(1); // asks shard 0
    assertThat(shards.inFlight).isEmpty();

    shards.settle();
    assertThat(shards.sent().shard()).isEqualTo(1);
  }
}
