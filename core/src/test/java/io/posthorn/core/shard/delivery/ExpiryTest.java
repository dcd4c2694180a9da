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
    ShardFixture stage = hold.held();
    stage.pass(Duration.ofMillis(333));
    EventKey event = stage.post();
    failWhateverIsProbedUntil(stage, Duration.ofMillis(333 + SLOT_11 - 1));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);

    stage.goTo(Duration.ofMillis(333 + SLOT_11));

    Message message = stage.message(event);
    assertThat(message.status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(message.reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(message.reason().text()).isEqualTo("expired");
    assertThat(message.endedAt()).isEqualTo(ShardFixture.START + 333 + SLOT_11);
    assertThat(stage.effects(Effect.MessageEnded.class).getLast().message())
        .isEqualTo(message.id());
    assertThat(stage.onTheWay).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_retry_expires_at_the_same_moment_as_a_message_never_attempted(HoldCause hold) {
    ShardFixture stage = hold.open();
    EventKey retry = stage.post();
    stage.fail();
    stage.post();
    stage.succeed(); // so that the failures in a row begin anew
    hold.begin(stage);
    failWhateverIsProbedUntil(stage, Duration.ofMillis(SLOT_11 - 1));
    assertThat(stage.message(retry).status()).isEqualTo(MessageStatus.WAITING);

    stage.goTo(Duration.ofMillis(SLOT_11));

    assertThat(stage.message(retry).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void a_replayed_message_expires_by_its_fresh_schedule() {
    ShardFixture stage = HoldCause.PAUSED.held();
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(SLOT_11));
    assertThat(stage.message(event).reason()).isEqualTo(EndReason.EXPIRED);

    stage.replay(new MessageId(event, 0));
    stage.pass(Duration.ofMillis(SLOT_11 - 1));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);
    stage.pass(Duration.ofMillis(1));

    assertThat(stage.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void enabled_one_millisecond_before_it_is_attempted(HoldCause hold) {
    ShardFixture stage = hold.held();
    EventKey event = stage.post();
    failWhateverIsProbedUntil(stage, Duration.ofMillis(SLOT_11 - 1));

    stage.enable(ShardFixture.URL);
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    stage.pass(Duration.ofHours(1)); // in flight past its last slot

    stage.succeed();
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void on_an_enabled_endpoint_a_late_message_is_always_attempted_never_expired() {
    ShardFixture stage = ShardFixture.withDefaults();
    stage.subscribe(ShardFixture.URL);
    EventKey first = stage.post();
    EventKey retry = stage.post();
    stage.answer(stage.onTheWay.getLast(), Outcome.answered(404, 10));

    stage.restartAfter(Duration.ofHours(60));

    assertThat(stage.eventsOnTheWay()).containsExactlyInAnyOrder(first, retry);
    stage.pass(Duration.ofHours(1));
    stage.succeed();
    stage.fail();
    assertThat(stage.effects(Effect.MessageEnded.class))
        .extracting(Effect.MessageEnded::reason)
        .containsExactlyInAnyOrder(EndReason.NONE, EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void a_late_message_waits_for_a_place_on_an_enabled_endpoint_without_expiring() {
    ShardFixture stage = ShardFixture.withDefaults();
    stage.subscribe(ShardFixture.URL);
    for (int i = 0; i < 10; i++) {
      stage.post();
    }
    assertThat(stage.onTheWay).hasSize(3);

    stage.goTo(Duration.ofHours(60));
    while (!stage.onTheWay.isEmpty()) {
      stage.succeed();
    }

    assertThat(stage.endpoint(ShardFixture.URL).successes()).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource(names = {"FROZEN", "PAUSED"})
  void what_expired_while_the_process_was_down_gets_no_request(HoldCause hold) {
    ShardFixture stage = hold.held();
    EventKey event = stage.post();

    stage.restartAfter(Duration.ofHours(60));
    stage.settle();

    assertThat(stage.effects(Effect.Send.class))
        .noneMatch(send -> send.ticket().message().event().equals(event));
    assertThat(stage.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void expiry_runs_after_the_due_work_so_a_probe_that_is_due_goes_first_and_its_outcome_decides() {
    ShardFixture stage = HoldCause.DISABLED.held();
    EventKey oldest = stage.post();
    EventKey next = stage.post();

    stage.restartAfter(Duration.ofHours(60));

    assertThat(stage.eventsOnTheWay()).containsExactly(oldest);
    assertThat(stage.message(next).reason()).isEqualTo(EndReason.EXPIRED);
    stage.fail();
    stage.settle();
    assertThat(stage.message(oldest).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void a_thousand_and_one_held_messages_expire_in_the_same_moment() {
    ShardFixture stage = HoldCause.PAUSED.held();
    for (int i = 0; i < 1_001; i++) {
      stage.post();
    }

    stage.goTo(Duration.ofMillis(SLOT_11));

    assertThat(stage.effects(Effect.MessageEnded.class))
        .hasSize(1_001)
        .allMatch(ended -> ended.reason() == EndReason.EXPIRED)
        .allMatch(ended -> ended.at() == ShardFixture.START + SLOT_11);
  }

  @Test
  void an_endpoint_that_is_enabled_before_the_sweep_comes_to_it_keeps_its_late_messages() {
    ShardFixture stage = HoldCause.PAUSED.held();
    String otherUrl = "https://other.example/";
    stage.subscribe(otherUrl);
    stage.pause(otherUrl);
    for (int i = 0; i < 600; i++) {
      stage.post();
    }

    stage.restartAfter(Duration.ofMillis(SLOT_11)); // one turn: a bounded step of the sweep

    var ended = stage.effects(Effect.MessageEnded.class);
    assertThat(ended).hasSize(500);
    EndpointId swept = ended.getFirst().endpoint();
    boolean otherIsNext = swept.equals(stage.endpoint(ShardFixture.URL).id());
    Endpoint next = stage.endpoint(otherIsNext ? otherUrl : ShardFixture.URL);
    stage.enable(next.id());
    stage.settle();
    assertThat(stage.effects(Effect.MessageEnded.class))
        .hasSize(600)
        .allMatch(end -> end.endpoint().equals(swept));
    assertThat(stage.onTheWay).hasSize(1);
    assertThat(stage.sent().ticket().endpoint()).isEqualTo(next.id());
  }

  private static void failWhateverIsProbedUntil(ShardFixture stage, Duration moment) {
    while (stage.time().compareTo(moment) < 0) {
      Duration next = stage.time().plus(Duration.ofMinutes(10));
      stage.goTo(next.compareTo(moment) < 0 ? next : moment);
      stage.onTheWay.stream().toList().forEach(send -> stage.fail());
    }
  }
}
