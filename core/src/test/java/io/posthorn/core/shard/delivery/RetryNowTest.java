package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Attempting a waiting message now, before it is due. */
final class RetryNowTest {
  private static final long UNIT = 84_800;
  private static final String OTHER_URL = "https://other.example/hook";

  private final ShardFixture fixture = ShardFixture.withDefaults();

  /** A message that failed at once and waits for slot 1. */
  private EventKey waiting() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();
    fixture.pass(Duration.ofSeconds(10));
    assertThat(fixture.inFlight).isEmpty();
    return event;
  }

  private long dueAt(EventKey event) {
    return fixture.message(event).due() - ShardFixture.START;
  }

  @Test
  void a_waiting_message_is_attempted_now() {
    EventKey event = waiting();

    assertThat(fixture.retry(event)).isEqualTo(Reply.DONE);

    assertThat(fixture.sent().ticket().message()).isEqualTo(new MessageId(event, 0));
    assertThat(fixture.sent().ticket().startedAt()).isEqualTo(fixture.now());
    assertThat(fixture.sent().ticket().number()).isEqualTo(2);
    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    fixture.pass(Duration.ofMinutes(5));
    assertThat(fixture.inFlight).as("its slot is no longer due").isEmpty();
  }

  @Test
  void if_it_fails_the_message_keeps_its_due_time_that_lies_ahead() {
    EventKey event = waiting();
    fixture.retry(event);
    fixture.fail();

    assertThat(dueAt(event)).isEqualTo(UNIT);
    assertThat(fixture.message(event).slot()).isEqualTo(1);
    assertThat(fixture.attempts(event).getLast().nextAt()).isEqualTo(ShardFixture.START + UNIT);
    fixture.goTo(Duration.ofMillis(UNIT - 1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(UNIT));
    assertThat(fixture.sent().ticket().slot()).isEqualTo(1);
    fixture.fail();
    assertThat(dueAt(event)).as("slots stay as they were without the retry").isEqualTo(3 * UNIT);
  }

  @Test
  void if_its_due_time_has_passed_when_it_fails_it_takes_the_first_later_slot() {
    EventKey event = waiting();
    fixture.retry(event);
    fixture.goTo(Duration.ofMillis(UNIT));
    fixture.fail();

    assertThat(dueAt(event)).isEqualTo(3 * UNIT);
    assertThat(fixture.message(event).slot()).isEqualTo(2);
  }

  @Test
  void a_retry_after_of_the_message_does_not_hold_it_but_that_of_the_endpoint_does() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.respond(Outcome.responded(503, 10, "7200")); // the endpoint is held for an hour at most
    assertThat(dueAt(event)).isEqualTo(7_200_000);

    fixture.pass(Duration.ofMinutes(30));
    assertThat(fixture.retry(event)).isEqualTo(Reply.DONE);
    assertThat(fixture.inFlight).as("the endpoint asked for an hour").isEmpty();

    fixture.goTo(Duration.ofHours(1).minusMillis(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofHours(1));
    assertThat(fixture.sent().ticket().message().event()).isEqualTo(event);
    fixture.fail();
    assertThat(dueAt(event)).as("it keeps its own time").isEqualTo(7_200_000);
  }

  @Test
  void a_retry_after_in_its_own_response_is_honoured() {
    EventKey event = waiting();
    fixture.retry(event);
    fixture.respond(Outcome.responded(429, 10, "300"));

    assertThat(dueAt(event)).isEqualTo(fixture.time().toMillis() + 300_000);
    assertThat(fixture.message(event).slot()).isEqualTo(1);
  }

  @Test
  void it_obeys_the_limits() {
    EventKey event = waiting();
    fixture.configure(ShardFixture.URL, 1, 0);
    fixture.post();
    assertThat(fixture.inFlight).hasSize(1);

    assertThat(fixture.retry(event)).isEqualTo(Reply.DONE);

    assertThat(fixture.inFlight).as("the limit of 1 is reached").hasSize(1);
    fixture.succeed();
    assertThat(fixture.sent().ticket().message().event()).isEqualTo(event);
  }

  @Test
  void it_is_a_conflict_while_in_flight() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();

    assertThat(fixture.retry(event))
        .isEqualTo(
            new Reply.Conflict("The message is in flight; wait for the outcome of its request."));
  }

  @Test
  void it_is_a_conflict_once_ended() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.succeed();

    assertThat(fixture.retry(event))
        .isEqualTo(new Reply.Conflict("The message has ended as delivered; replay it instead."));
  }

  @Test
  void it_is_a_conflict_while_the_endpoint_is_paused_or_delivery_is() {
    EventKey event = waiting();
    fixture.pause(ShardFixture.URL);
    assertThat(fixture.retry(event))
        .isEqualTo(new Reply.Conflict("The message's endpoint is paused; resume it first."));
    fixture.enable(ShardFixture.URL);

    fixture.pauseDelivery(ShardFixture.CUSTOMER);
    assertThat(fixture.retry(event))
        .isEqualTo(new Reply.Conflict("Delivery is paused; resume it first."));
    fixture.resumeDelivery(ShardFixture.CUSTOMER);
    assertThat(fixture.retry(event)).isEqualTo(Reply.DONE);
  }

  @Test
  void it_is_a_conflict_while_the_endpoint_is_disabled_or_frozen() {
    ShardFixture disabled = new ShardFixture(ShardFixture.disablingAfter(2));
    disabled.subscribe(ShardFixture.URL);
    disabled.failMany(2);
    EventKey event = disabled.post();
    assertThat(disabled.retry(event))
        .isEqualTo(new Reply.Conflict("The message's endpoint is disabled; enable it first."));

    ShardFixture frozen = new ShardFixture(ShardFixture.freezingAfter(2));
    frozen.subscribe(ShardFixture.URL);
    frozen.failMany(2);
    EventKey held = frozen.post();
    assertThat(frozen.retry(held))
        .isEqualTo(new Reply.Conflict("The message's endpoint is frozen; enable it first."));
  }

  @Test
  void a_message_that_is_already_due_keeps_its_position() {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 1, 0);
    fixture.post();
    EventKey second = fixture.post();
    EventKey third = fixture.post();
    Message before = fixture.message(third);

    assertThat(fixture.retry(third)).isEqualTo(Reply.DONE);

    assertThat(fixture.message(third)).isEqualTo(before);
    fixture.succeed();
    assertThat(fixture.sent().ticket().message().event()).isEqualTo(second);
  }

  @Test
  void a_crash_before_the_outcome_repeats_the_attempt_and_keeps_the_due_time() {
    EventKey event = waiting();
    fixture.retry(event);
    assertThat(fixture.inFlight).hasSize(1);

    fixture.restart();

    assertThat(fixture.sent().ticket().message().event()).isEqualTo(event);
    fixture.fail();
    assertThat(dueAt(event)).isEqualTo(UNIT);
  }

  @Test
  void an_endpoint_disabled_before_the_attempt_holds_it_and_a_probe_fulfils_it() {
    ShardFixture brittle = new ShardFixture(ShardFixture.disablingAfter(3));
    brittle.subscribe(ShardFixture.URL);
    brittle.configure(ShardFixture.URL, 1, 0);
    EventKey event = brittle.post();
    brittle.fail();
    brittle.post();
    brittle.retry(event); // waits for the limit of 1
    brittle.fail();
    assertThat(brittle.sent().ticket().message().event()).isEqualTo(event);
    brittle.fail(); // the third in a row disables it
    assertThat(brittle.message(event).requestedAt()).isZero();
    assertThat(brittle.message(event).due()).isEqualTo(ShardFixture.START + UNIT);
  }

  @Test
  void the_messages_of_a_moved_subscription_are_retried_at_its_new_url() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();
    fixture.move(subscription, OTHER_URL);

    assertThat(fixture.retry(event)).isEqualTo(Reply.DONE);

    assertThat(fixture.sent().ticket().endpoint()).isEqualTo(fixture.id(OTHER_URL));
  }

  @Test
  void another_customers_message_is_not_found() {
    EventKey event = waiting();

    Reply reply =
        fixture.execute(
            new Command.RetryMessage(fixture.nextRequest(), "other", new MessageId(event, 0)));

    assertThat(reply).isEqualTo(Reply.NOT_FOUND);
    assertThat(fixture.inFlight).isEmpty();
  }
}
