package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request that the host did not send comes back: its message waits as if nothing had started. */
final class ReturnedRequestTest {
  private static final String OTHER = "https://other.example/";

  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(2));

  private void giveBack(Effect.Send send) {
    fixture.inFlight.remove(send);
    fixture.turn(List.of(new Command.ReturnRequest(send.ticket())));
  }

  @Test
  void it_is_sent_again_with_the_same_number_slot_and_lane_and_counts_for_nothing() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();
    fixture.pass(Duration.ofMillis(84_800));
    Effect.Send retry = fixture.sent();
    fixture.pass(Duration.ofSeconds(30));

    giveBack(retry);

    AttemptTicket again = fixture.sent().ticket();
    AttemptTicket before = retry.ticket();
    assertThat(again)
        .isEqualTo(
            new AttemptTicket(
                before.endpoint(),
                before.message(),
                before.number(),
                before.slot(),
                before.lane(),
                false,
                fixture.now()));
    assertThat(fixture.attempts(event)).hasSize(1);
    assertThat(fixture.endpoint(ShardFixture.URL).failures()).isEqualTo(1);
    assertThat(fixture.metrics().inFlight()).isEqualTo(1);
    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.metrics().bytesInFlight()).isZero();
  }

  @Test
  void at_a_paused_endpoint_its_message_is_held_and_expires() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);

    giveBack(fixture.sent());

    assertThat(fixture.inFlight).isEmpty();
    fixture.pass(Duration.ofHours(49));
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void a_message_that_was_cancelled_or_lost_its_subscription_ends() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    EventKey first = fixture.post();
    EventKey second = fixture.post();
    Effect.Send one = fixture.inFlight.getFirst();
    Effect.Send two = fixture.inFlight.getLast();
    fixture.cancel(first);
    giveBack(one);
    assertThat(fixture.message(first).reason()).isEqualTo(EndReason.BY_REQUEST);

    fixture.delete(subscription);
    giveBack(two);

    assertThat(fixture.message(second).reason()).isEqualTo(EndReason.SUBSCRIPTION_DELETED);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_cancelled_message_ends_even_if_its_endpoint_is_paused() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);
    fixture.cancel(event);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);

    giveBack(fixture.sent());

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.BY_REQUEST);
  }

  @Test
  void a_message_whose_subscription_has_another_url_goes_there() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.post();
    Effect.Send send = fixture.sent();
    fixture.move(subscription, OTHER);

    giveBack(send);

    assertThat(fixture.sent().target().url().text()).isEqualTo(OTHER);
  }

  @Test
  void a_probe_comes_again_at_once_and_not_ten_minutes_later() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.post();
    fixture.fail();
    fixture.fail();
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state())
        .isEqualTo(CircuitState.DISABLED);
    fixture.pass(Duration.ofMinutes(10));
    Effect.Send probe = fixture.sent();
    assertThat(probe.ticket().probe()).isTrue();

    giveBack(probe);

    assertThat(fixture.sent().ticket().probe()).isTrue();
    assertThat(fixture.sent().ticket().message()).isEqualTo(probe.ticket().message());
  }

  @Test
  void it_survives_a_restart_like_any_waiting_message() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);
    giveBack(fixture.sent());

    fixture.restart();
    fixture.resume(ShardFixture.URL);

    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }
}
