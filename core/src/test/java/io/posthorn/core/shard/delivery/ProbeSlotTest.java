package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A probe uses up no slot of its message. */
final class ProbeSlotTest {
  private static final long SLOT_11 = 173_585_600;

  @Test
  void a_failed_probe_leaves_slot_and_due_as_they_were() {
    ShardFixture stage = HoldCause.DISABLED.held();
    EventKey event = stage.post();
    stage.goTo(Duration.ofMinutes(10));

    stage.fail();

    assertThat(stage.message(event).slot()).isZero();
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START);
    assertThat(stage.message(event).lane()).isEqualTo(Lane.FIRST);
    assertThat(stage.message(event).attempts()).isEqualTo(1);
    assertThat(stage.attempts(event).getFirst().slot()).isZero();
  }

  @Test
  void enabled_again_the_message_is_attempted_at_once_and_its_failure_uses_the_slots_as_ever() {
    ShardFixture stage = HoldCause.DISABLED.held();
    EventKey event = stage.post();
    stage.goTo(Duration.ofMinutes(10));
    stage.fail();
    stage.goTo(Duration.ofMinutes(11));

    stage.enable(ShardFixture.URL);

    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    assertThat(stage.sent().ticket().probe()).isFalse();
    assertThat(stage.sent().ticket().number()).isEqualTo(2);
    assertThat(stage.sent().ticket().slot()).isZero();
    stage.fail();
    assertThat(stage.message(event).slot()).isEqualTo(4); // 660 s lie between slots 3 and 4
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 1_272_000);
  }

  @Test
  void also_at_the_last_slot_which_is_still_there_after_probes_that_failed() {
    ShardFixture stage = new ShardFixture(ShardFixture.disablingAfter(12));
    EventKey event = waitingForSlot11OnDisabled(stage);

    failProbesUntil(stage, Duration.ofMillis(90_000_000));
    assertThat(stage.attempts(event)).hasSizeGreaterThan(12); // more than a first and 11 retries
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);

    stage.enable(ShardFixture.URL);
    assertThat(stage.onTheWay).isEmpty(); // its slot has not come yet
    stage.goTo(Duration.ofMillis(SLOT_11));
    assertThat(stage.sent().ticket().slot()).isEqualTo(11);
    stage.fail();
    assertThat(stage.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void a_message_that_failed_as_a_probe_up_to_its_last_slot_is_expired_and_not_exhausted() {
    ShardFixture stage = new ShardFixture(ShardFixture.disablingAfter(12));
    EventKey event = waitingForSlot11OnDisabled(stage);

    failProbesUntil(stage, Duration.ofMillis(SLOT_11 - 1));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);
    stage.goTo(Duration.ofMillis(SLOT_11));

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(stage.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void a_probe_that_fails_after_the_api_enabled_uses_up_no_slot_either() {
    ShardFixture stage = HoldCause.DISABLED.held();
    EventKey event = stage.post();
    stage.goTo(Duration.ofMinutes(10));
    stage.enable(ShardFixture.URL);
    assertThat(stage.onTheWay).hasSize(1); // it is in flight: not sent twice

    stage.fail();

    assertThat(stage.attempts(event).getFirst().probe()).isTrue();
    assertThat(stage.message(event).slot()).isZero();
    assertThat(stage.eventsOnTheWay()).containsExactly(event); // due at once, like all held ones
    assertThat(stage.sent().ticket().probe()).isFalse();
  }

  private static EventKey waitingForSlot11OnDisabled(ShardFixture stage) {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    for (int slot = 0; slot <= 10; slot++) {
      stage.goTo(Duration.ofMillis(((1L << slot) - 1) * 84_800));
      stage.fail();
    }
    EventKey twelfth = stage.post();
    stage.fail();
    stage.cancel(twelfth);
    assertThat(stage.message(event).slot()).isEqualTo(11);
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + SLOT_11);
    return event;
  }

  private static void failProbesUntil(ShardFixture stage, Duration moment) {
    while (stage.time().compareTo(moment) < 0) {
      Duration step = Duration.ofMinutes(10);
      Duration next = stage.time().plus(step);
      stage.goTo(next.compareTo(moment) < 0 ? next : moment);
      stage.onTheWay.stream().toList().forEach(send -> stage.fail());
    }
  }
}
