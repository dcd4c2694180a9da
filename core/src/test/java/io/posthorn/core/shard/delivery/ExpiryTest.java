package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.circuit.HoldCause;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A held message at slot 11's time (acceptance + 48.2 h) is dropped: expired. */
final class ExpiryTest {
  private static final long SLOT_11 = 173_585_600;

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void at_slot_11s_time_it_is_dropped_and_one_millisecond_before_it_is_not(HoldCause hold) {
    ShardFixture fixture = hold.held();
    fixture.pass(Duration.ofMillis(333));
    EventKey event = fixture.post();
    failWhateverIsProbedUntil(fixture, Duration.ofMillis(333 + SLOT_11 - 1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);

    fixture.goTo(Duration.ofMillis(333 + SLOT_11));

    Message message = fixture.message(event);
    assertThat(message.status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(message.reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(message.reason().text()).isEqualTo("expired");
    assertThat(message.endedAt()).isEqualTo(ShardFixture.START + 333 + SLOT_11);
    assertThat(fixture.effects(Effect.MessageEnded.class).getLast().message())
        .isEqualTo(message.id());
    assertThat(fixture.inFlight).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_retry_expires_at_the_same_time_as_a_message_never_attempted(HoldCause hold) {
    ShardFixture fixture = hold.open();
    EventKey retry = fixture.post();
    fixture.fail();
    fixture.post();
    fixture.succeed(); // so that the failures in a row begin anew
    hold.begin(fixture);
    failWhateverIsProbedUntil(fixture, Duration.ofMillis(SLOT_11 - 1));
    assertThat(fixture.message(retry).status()).isEqualTo(MessageStatus.WAITING);

    fixture.goTo(Duration.ofMillis(SLOT_11));

    assertThat(fixture.message(retry).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void a_replayed_message_expires_by_its_fresh_schedule() {
    ShardFixture fixture = HoldCause.PAUSED.held();
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(SLOT_11));
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);

    fixture.replay(new MessageId(event, 0));
    fixture.pass(Duration.ofMillis(SLOT_11 - 1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    fixture.pass(Duration.ofMillis(1));

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void enabled_one_millisecond_before_it_is_attempted(HoldCause hold) {
    ShardFixture fixture = hold.held();
    EventKey event = fixture.post();
    failWhateverIsProbedUntil(fixture, Duration.ofMillis(SLOT_11 - 1));

    fixture.enable(ShardFixture.URL);
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    fixture.pass(Duration.ofHours(1)); // in flight past its last slot

    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void on_an_enabled_endpoint_a_late_message_is_always_attempted_never_expired() {
    ShardFixture fixture = ShardFixture.withDefaults();
    fixture.subscribe(ShardFixture.URL);
    EventKey first = fixture.post();
    EventKey retry = fixture.post();
    fixture.respond(fixture.inFlight.getLast(), Outcome.responded(404, 10));

    fixture.restartAfter(Duration.ofHours(60));

    assertThat(fixture.eventsInFlight()).containsExactlyInAnyOrder(first, retry);
    fixture.pass(Duration.ofHours(1));
    fixture.succeed();
    fixture.fail();
    assertThat(fixture.effects(Effect.MessageEnded.class))
        .extracting(Effect.MessageEnded::reason)
        .containsExactlyInAnyOrder(EndReason.NONE, EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void a_late_message_waits_for_the_in_flight_limit_of_an_enabled_endpoint_without_expiring() {
    ShardFixture fixture = ShardFixture.withDefaults();
    fixture.subscribe(ShardFixture.URL);
    for (int i = 0; i < 10; i++) {
      fixture.post();
    }
    assertThat(fixture.inFlight).hasSize(3);

    fixture.goTo(Duration.ofHours(60));
    while (!fixture.inFlight.isEmpty()) {
      fixture.succeed();
    }

    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource(names = {"FROZEN", "PAUSED"})
  void messages_that_expired_while_the_process_was_down_get_no_request(HoldCause hold) {
    ShardFixture fixture = hold.held();
    EventKey event = fixture.post();

    fixture.restartAfter(Duration.ofHours(60));
    fixture.settle();

    assertThat(fixture.effects(Effect.Send.class))
        .noneMatch(send -> send.ticket().message().event().equals(event));
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void expiry_runs_after_the_due_work_so_a_probe_that_is_due_goes_first_and_its_outcome_decides() {
    ShardFixture fixture = HoldCause.DISABLED.held();
    EventKey oldest = fixture.post();
    EventKey next = fixture.post();

    fixture.restartAfter(Duration.ofHours(60));

    assertThat(fixture.eventsInFlight()).containsExactly(oldest);
    assertThat(fixture.message(next).reason()).isEqualTo(EndReason.EXPIRED);
    fixture.fail();
    fixture.settle();
    assertThat(fixture.message(oldest).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_thousand_and_one_held_messages_expire_at_the_same_time() {
    ShardFixture fixture = HoldCause.PAUSED.held();
    for (int i = 0; i < 1_001; i++) {
      fixture.post();
    }

    fixture.goTo(Duration.ofMillis(SLOT_11));

    assertThat(fixture.effects(Effect.MessageEnded.class))
        .hasSize(1_001)
        .allMatch(ended -> ended.reason() == EndReason.EXPIRED)
        .allMatch(ended -> ended.at() == ShardFixture.START + SLOT_11);
  }

  @Test
  void an_endpoint_that_is_enabled_before_the_sweep_reaches_it_keeps_its_late_messages() {
    ShardFixture fixture = HoldCause.PAUSED.held();
    String otherUrl = "https://other.example/";
    fixture.subscribe(otherUrl);
    fixture.pause(otherUrl);
    for (int i = 0; i < 600; i++) {
      fixture.post();
    }

    fixture.restartAfter(Duration.ofMillis(SLOT_11)); // one turn: a bounded step of the sweep

    var ended = fixture.effects(Effect.MessageEnded.class);
    assertThat(ended).hasSize(500);
    EndpointId swept = ended.getFirst().endpoint();
    boolean otherIsNext = swept.equals(fixture.endpoint(ShardFixture.URL).id());
    Endpoint next = fixture.endpoint(otherIsNext ? otherUrl : ShardFixture.URL);
    fixture.enable(next.id());
    fixture.settle();
    assertThat(fixture.effects(Effect.MessageEnded.class))
        .hasSize(600)
        .allMatch(end -> end.endpoint().equals(swept));
    assertThat(fixture.inFlight).hasSize(1);
    assertThat(fixture.sent().ticket().endpoint()).isEqualTo(next.id());
  }

  private static void failWhateverIsProbedUntil(ShardFixture fixture, Duration at) {
    while (fixture.time().compareTo(at) < 0) {
      Duration next = fixture.time().plus(Duration.ofMinutes(10));
      fixture.goTo(next.compareTo(at) < 0 ? next : at);
      fixture.inFlight.stream().toList().forEach(send -> fixture.fail());
    }
  }
}
