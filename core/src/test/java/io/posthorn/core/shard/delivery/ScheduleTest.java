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
  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void slot_0_is_acceptance_the_first_attempt_is_made_at_once() {
    stage.subscribe(ShardFixture.URL);
    stage.pass(Duration.ofMillis(777));

    stage.post();

    assertThat(stage.sent().ticket().slot()).isZero();
    assertThat(stage.sent().ticket().startedAt()).isEqualTo(ShardFixture.START + 777);
  }

  @Test
  void a_message_that_always_fails_is_attempted_at_each_of_its_slots_to_the_millisecond() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();

    assertThat(startsUntilTheEnd(stage))
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
    assertThat(stage.attempts(event))
        .extracting(Attempt::slot)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  }

  @Test
  void no_slot_left_means_dropped_with_the_reason_retries_exhausted() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    startsUntilTheEnd(stage);

    Message message = stage.message(event);
    assertThat(message.status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(message.reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
    assertThat(message.reason().text()).isEqualTo("retries_exhausted");
    assertThat(message.endedAt()).isEqualTo(ShardFixture.START + 173_585_600);
    assertThat(stage.effects(Effect.MessageEnded.class)).hasSize(1);
    assertThat(stage.effects(Effect.MessageEnded.class).getFirst().reason())
        .isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void the_value_is_an_offset_from_acceptance_and_not_a_gap() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.pass(Duration.ofMillis(4_000)); // the response took its time

    stage.fail();

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
  }

  @Test
  void a_failure_recorded_one_millisecond_before_a_slot_is_followed_by_that_slot() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(84_799));

    stage.fail();

    assertThat(stage.message(event).slot()).isEqualTo(1);
    stage.pass(Duration.ofMillis(1));
    assertThat(stage.sent().ticket().slot()).isEqualTo(1);
  }

  @Test
  void a_failure_recorded_in_the_moment_of_a_slot_is_followed_by_the_next_slot() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(84_800));

    stage.fail();

    assertThat(stage.message(event).slot()).isEqualTo(2);
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 254_400);
  }

  @Test
  void slots_that_passed_meanwhile_are_gone_never_a_burst() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.fail();

    stage.restartAfter(Duration.ofHours(10)); // slots 1 to 8 pass

    assertThat(stage.sent().ticket().number()).isEqualTo(2);
    stage.fail();
    assertThat(stage.onTheWay).isEmpty();
    assertThat(stage.message(event).slot()).isEqualTo(9);
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 43_332_800);
    stage.goTo(Duration.ofMillis(43_332_799));
    assertThat(stage.onTheWay).isEmpty();
    stage.pass(Duration.ofMillis(1));
    assertThat(stage.sent().ticket().number()).isEqualTo(3);
  }

  @Test
  void a_message_that_fails_once_and_then_succeeds_is_delivered() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.fail();
    stage.goTo(Duration.ofMillis(84_800));

    stage.succeed();

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    stage.pass(Duration.ofHours(60));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void a_dropped_message_keeps_its_record_and_attempts_and_payload_and_can_be_replayed() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    startsUntilTheEnd(stage);
    stage.pass(Duration.ofDays(20));

    assertThat(stage.replay(stage.message(event).id())).isEqualTo(Reply.DONE);

    assertThat(stage.sent().ticket().number()).isEqualTo(13);
    assertThat(stage.attempts(event)).hasSize(12);
    assertThat(stage.sent().event().newState()).isNotNull();
    stage.fail();
    assertThat(stage.message(event).due()).isEqualTo(stage.now() + 84_800); // a fresh schedule
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
  private static List<Long> startsUntilTheEnd(ShardFixture stage) {
    List<Long> starts = new ArrayList<>();
    while (stage.effects(Effect.MessageEnded.class).isEmpty() && stage.time().toDays() < 3) {
      if (stage.onTheWay.isEmpty()) {
        stage.goTo(Duration.ofMillis(stage.wakeAt()));
      } else {
        starts.add(stage.fail().startedAt() - ShardFixture.START);
      }
    }
    return starts;
  }
}
