package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScheduleTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void slot_0_is_acceptance_the_first_attempt_is_made_at_once() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pass(Duration.ofMillis(777));

    fixture.post();

    assertThat(fixture.sent().ticket().slot()).isZero();
    assertThat(fixture.sent().ticket().startedAt()).isEqualTo(ShardFixture.START + 777);
  }

  @Test
  void a_message_that_always_fails_is_attempted_at_each_of_its_slots_to_the_millisecond() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();

    assertThat(startsUntilTheEnd(fixture))
        .containsExactly(
            0L,
            84_800L,
            254_400L,
            593_600L,
            1_272_000L,
            2_628_800L,
            5_342_400L,
            10_769_600L,
            21_624_000L,
            43_332_800L,
            86_750_400L,
            173_585_600L);
    assertThat(fixture.attempts(event))
        .extracting(Attempt::slot)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  }

  @Test
  void no_slot_left_means_dropped_with_the_reason_retries_exhausted() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    startsUntilTheEnd(fixture);

    Message message = fixture.message(event);
    assertThat(message.status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(message.reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
    assertThat(message.reason().text()).isEqualTo("retries_exhausted");
    assertThat(message.endedAt()).isEqualTo(ShardFixture.START + 173_585_600);
    assertThat(fixture.effects(Effect.MessageEnded.class)).hasSize(1);
    assertThat(fixture.effects(Effect.MessageEnded.class).getFirst().reason())
        .isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void the_value_is_an_offset_from_acceptance_and_not_a_gap() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.pass(Duration.ofMillis(4_000)); // the response took its time

    fixture.fail();

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
  }

  @Test
  void a_failure_recorded_one_millisecond_before_a_slot_is_followed_by_that_slot() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(84_799));

    fixture.fail();

    assertThat(fixture.message(event).slot()).isEqualTo(1);
    fixture.pass(Duration.ofMillis(1));
    assertThat(fixture.sent().ticket().slot()).isEqualTo(1);
  }

  @Test
  void a_failure_recorded_at_the_time_of_a_slot_is_followed_by_the_next_slot() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(84_800));

    fixture.fail();

    assertThat(fixture.message(event).slot()).isEqualTo(2);
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 254_400);
  }

  @Test
  void slots_that_passed_meanwhile_are_gone_never_a_burst() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();

    fixture.restartAfter(Duration.ofHours(10)); // slots 1 to 8 pass

    assertThat(fixture.sent().ticket().number()).isEqualTo(2);
    fixture.fail();
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.message(event).slot()).isEqualTo(9);
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 43_332_800);
    fixture.goTo(Duration.ofMillis(43_332_799));
    assertThat(fixture.inFlight).isEmpty();
    fixture.pass(Duration.ofMillis(1));
    assertThat(fixture.sent().ticket().number()).isEqualTo(3);
  }

  @Test
  void a_message_that_fails_once_and_then_succeeds_is_delivered() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofMillis(84_800));

    fixture.succeed();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    fixture.pass(Duration.ofHours(60));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_dropped_message_keeps_its_record_and_attempts_and_payload_and_can_be_replayed() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    startsUntilTheEnd(fixture);
    fixture.pass(Duration.ofDays(20));

    assertThat(fixture.replay(fixture.message(event).id())).isEqualTo(Reply.DONE);

    assertThat(fixture.sent().ticket().number()).isEqualTo(13);
    assertThat(fixture.attempts(event)).hasSize(12);
    assertThat(fixture.sent().event().newState()).isNotNull();
    fixture.fail();
    assertThat(fixture.message(event).due()).isEqualTo(fixture.now() + 84_800); // a fresh schedule
  }

  @Test
  void every_number_is_a_setting_and_small_values_work() {
    ShardFixture quick = new ShardFixture(Rules.DEFAULT.withRetry(new RetrySchedule(50, 3, 0)));
    quick.subscribe(ShardFixture.URL);
    EventKey event = quick.post();

    assertThat(startsUntilTheEnd(quick)).containsExactly(0L, 50L, 150L, 350L);
    assertThat(quick.message(event).status()).isEqualTo(MessageStatus.DROPPED);
  }

  /** Lets every attempt fail at once; when each began, since the start. */
  private static List<Long> startsUntilTheEnd(ShardFixture fixture) {
    List<Long> starts = new ArrayList<>();
    while (fixture.effects(Effect.MessageEnded.class).isEmpty() && fixture.time().toDays() < 3) {
      if (fixture.inFlight.isEmpty()) {
        fixture.goTo(Duration.ofMillis(fixture.wakeAt()));
      } else {
        starts.add(fixture.fail().startedAt() - ShardFixture.START);
      }
    }
    return starts;
  }
}
