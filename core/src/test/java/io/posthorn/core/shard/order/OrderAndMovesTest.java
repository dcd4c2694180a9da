package io.posthorn.core.shard.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of messages when their subscription gets another URL. */
final class OrderAndMovesTest {
  private static final String OLD = ShardFixture.URL;
  private static final String NEW = "https://new.example/hook";

  private final OrderFixture fixture = new OrderFixture();
  private final ShardFixture shard = fixture.shard;

  @Test
  void messages_at_the_new_url_wait_until_the_last_one_at_the_old_url_has_ended() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey inFlight = fixture.post("a");
    EventKey follower = fixture.post("a");
    move(subscription, NEW);
    shard.settle();
    EventKey added = fixture.post("a");
    EventKey otherObject = fixture.post("b");
    shard.settle();
    assertThat(shard.eventsInFlight()).containsExactly(inFlight);

    shard.succeed();
    shard.settle();

    assertThat(shard.eventsInFlight()).containsExactlyInAnyOrder(follower, otherObject);
    succeed(follower);
    assertThat(shard.eventsInFlight()).containsExactlyInAnyOrder(otherObject, added);
    assertThat(shard.message(follower).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void one_that_fails_at_the_old_url_goes_over_and_comes_before_the_others() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey failing = fixture.post("a");
    EventKey follower = fixture.post("a");
    move(subscription, NEW);
    EventKey added = fixture.post("a");
    shard.fail();
    shard.settle();
    assertThat(shard.inFlight).isEmpty();

    shard.pass(Duration.ofMillis(84_800));
    assertThat(shard.sent().target().url().text()).isEqualTo(NEW);
    assertThat(startedUntilIdle()).containsExactly(failing, follower, added);
    assertThat(shard.count(Table.KEY)).isZero();
  }

  @Test
  void the_turns_come_after_a_crash_too() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey first = fixture.post("a");
    EventKey second = fixture.post("a");
    move(subscription, NEW);
    EventKey third = fixture.post("a");
    shard.restart();
    shard.settle();

    assertThat(startedUntilIdle()).containsExactly(first, second, third);
  }

  @Test
  void a_subscription_that_returns_finds_its_messages_in_order() {
    Subscription subscription = fixture.subscribe(OLD);
    shard.pause(OLD);
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      events.add(fixture.post("a")); // more than one step of a sweep
    }
    Subscription moved = move(subscription, NEW);
    events.add(fixture.post("a"));
    move(moved, OLD);
    events.add(fixture.post("a"));
    shard.settle();
    shard.enable(OLD);

    assertThat(startedUntilIdle()).containsExactlyElementsOf(events);
  }

  @Test
  void a_message_that_was_the_head_waits_too_when_its_subscription_returns() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey first = fixture.post("a");
    shard.fail();
    Subscription moved = move(subscription, NEW);
    EventKey second = fixture.post("a");
    move(moved, OLD);

    shard.retry(first);
    assertThat(shard.inFlight).isEmpty(); // the second one is still at the other URL

    shard.pass(Duration.ofMillis(84_800)); // its slot
    assertThat(startedUntilIdle()).containsExactly(first, second);
  }

  @Test
  void each_of_two_moves_is_completed_when_its_last_message_has_ended() {
    Subscription one = fixture.subscribe(OLD, "TASK", Event.UPDATE);
    Subscription two = fixture.subscribe("https://other.example/hook", "TASK", Event.DELETE);
    EventKey inFlightOne = fixture.post("TASK", Event.UPDATE, "a");
    EventKey followerOne = fixture.post("TASK", Event.UPDATE, "a");
    EventKey inFlightTwo = fixture.post("TASK", Event.DELETE, "b");
    EventKey followerTwo = fixture.post("TASK", Event.DELETE, "b");
    move(one, NEW);
    move(two, "https://newer.example/hook");
    shard.settle();

    succeed(inFlightTwo);
    shard.settle();
    assertThat(shard.eventsInFlight()).containsExactlyInAnyOrder(inFlightOne, followerTwo);
    succeed(inFlightOne);
    shard.settle();
    assertThat(shard.eventsInFlight()).containsExactlyInAnyOrder(followerTwo, followerOne);
  }

  @Test
  void others_of_the_key_at_the_old_url_continue() {
    Subscription leaving = fixture.subscribe(OLD, "TASK", Event.UPDATE);
    fixture.subscribe(OLD, "TASK", Event.DELETE);
    EventKey head = fixture.post("TASK", Event.UPDATE, "a");
    EventKey moved = fixture.post("TASK", Event.UPDATE, "a");
    EventKey stays = fixture.post("TASK", Event.DELETE, "a");
    move(leaving, NEW);
    shard.settle();
    shard.succeed();
    shard.settle();

    assertThat(shard.message(head).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(shard.eventsInFlight()).containsExactlyInAnyOrder(moved, stays);
  }

  @Test
  void one_in_flight_stays_the_head_at_the_old_url_until_its_outcome() {
    Subscription leaving = fixture.subscribe(OLD, "TASK", Event.UPDATE);
    fixture.subscribe(OLD, "TASK", Event.DELETE);
    EventKey inFlight = fixture.post("TASK", Event.UPDATE, "a");
    EventKey stays = fixture.post("TASK", Event.DELETE, "a");
    move(leaving, NEW);
    shard.settle();
    assertThat(shard.eventsInFlight()).containsExactly(inFlight);
    assertThat(shard.message(stays).isBehind()).isTrue();

    shard.fail();
    shard.settle();

    assertThat(shard.eventsInFlight()).containsExactly(stays);
    shard.succeed();
    shard.pass(Duration.ofMillis(84_800));
    assertThat(shard.eventsInFlight()).containsExactly(inFlight);
    assertThat(shard.sent().target().url().text()).isEqualTo(NEW);
  }

  @Test
  void a_retry_in_the_turn_of_the_move_is_refused_while_another_one_is_at_the_old_url() {
    Subscription subscription = fixture.subscribe(OLD);
    EventKey failed = fixture.post("a");
    shard.fail();
    EventKey inFlight = fixture.post("b");
    Subscription moved =
        SubscriptionFixture.like(subscription).url(NEW).modified(shard.now() + 1).done();
    long change = shard.nextRequest();
    long retry = shard.nextRequest();

    shard.turn(
        List.of(
            new Command.ChangeSubscription(
                change, moved, subscription.modifiedAt(), new byte[] {1}),
            new Command.RetryMessage(retry, ShardFixture.CUSTOMER, OrderFixture.id(failed))));

    assertThat(shard.effects(Effect.SendReply.class))
        .filteredOn(reply -> reply.request() == retry)
        .singleElement()
        .satisfies(reply -> assertThat(reply.reply()).isInstanceOf(Reply.Conflict.class));
    assertThat(shard.eventsInFlight()).containsExactly(inFlight);
    shard.succeed();
    shard.settle();
    assertThat(shard.retry(failed)).isEqualTo(Reply.DONE);
    assertThat(shard.eventsInFlight()).containsExactly(failed);
    assertThat(shard.sent().target().url().text()).isEqualTo(NEW);
  }

  private Subscription move(Subscription subscription, String url) {
    return fixture.change(subscription, SubscriptionFixture.like(subscription).url(url).done());
  }

  private void succeed(EventKey event) {
    shard.respond(
        shard.inFlight.stream()
            .filter(send -> send.ticket().message().event().equals(event))
            .findFirst()
            .orElseThrow(),
        Outcome.responded(200, 10));
  }

  private List<EventKey> startedUntilIdle() {
    List<EventKey> started = new ArrayList<>();
    shard.settle();
    while (!shard.inFlight.isEmpty()) {
      assertThat(shard.inFlight).hasSize(1);
      started.add(shard.eventsInFlight().getFirst());
      shard.succeed();
      shard.settle();
    }
    return started;
  }
}
