package io.posthorn.core.shard.circuit;

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
    ShardFixture fixture = HoldCause.DISABLED.held();
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMinutes(10));

    fixture.fail();

    assertThat(fixture.message(event).slot()).isZero();
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START);
    assertThat(fixture.message(event).lane()).isEqualTo(Lane.FIRST);
    assertThat(fixture.message(event).attempts()).isEqualTo(1);
    assertThat(fixture.attempts(event).getFirst().slot()).isZero();
  }

  @Test
  void enabled_again_the_message_is_attempted_at_once_and_its_failure_uses_the_slots_as_ever() {
    ShardFixture fixture = HoldCause.DISABLED.held();
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.fail();
    fixture.goTo(Duration.ofMinutes(11));

    fixture.enable(ShardFixture.URL);

    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.sent().ticket().probe()).isFalse();
    assertThat(fixture.sent().ticket().number()).isEqualTo(2);
    assertThat(fixture.sent().ticket().slot()).isZero();
    fixture.fail();
    assertThat(fixture.message(event).slot()).isEqualTo(4); // 660 s lie between slots 3 and 4
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 1_272_000);
  }

  @Test
  void also_at_the_last_slot_which_is_still_there_after_probes_that_failed() {
    ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(12));
    EventKey event = waitingForSlot11OnDisabled(fixture);

    failProbesUntil(fixture, Duration.ofMillis(90_000_000));
    assertThat(fixture.attempts(event)).hasSizeGreaterThan(12); // more than a first and 11 retries
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);

    fixture.enable(ShardFixture.URL);
    assertThat(fixture.inFlight).isEmpty(); // its slot has not come yet
    fixture.goTo(Duration.ofMillis(SLOT_11));
    assertThat(fixture.sent().ticket().slot()).isEqualTo(11);
    fixture.fail();
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void a_message_that_failed_as_a_probe_up_to_its_last_slot_is_expired_and_not_exhausted() {
    ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(12));
    EventKey event = waitingForSlot11OnDisabled(fixture);

    failProbesUntil(fixture, Duration.ofMillis(SLOT_11 - 1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    fixture.goTo(Duration.ofMillis(SLOT_11));

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void a_probe_that_fails_after_the_api_enabled_uses_up_no_slot_either() {
    ShardFixture fixture = HoldCause.DISABLED.held();
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.enable(ShardFixture.URL);
    assertThat(fixture.inFlight).hasSize(1); // it is in flight: not sent twice

    fixture.fail();

    assertThat(fixture.attempts(event).getFirst().probe()).isTrue();
    assertThat(fixture.message(event).slot()).isZero();
    assertThat(fixture.eventsInFlight()).containsExactly(event); // due at once, like all held ones
    assertThat(fixture.sent().ticket().probe()).isFalse();
  }

  private static EventKey waitingForSlot11OnDisabled(ShardFixture fixture) {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    for (int slot = 0; slot <= 10; slot++) {
      fixture.goTo(Duration.ofMillis(((1L << slot) - 1) * 84_800));
      fixture.fail();
    }
    EventKey twelfth = fixture.post();
    fixture.fail();
    fixture.cancel(twelfth);
    assertThat(fixture.message(event).slot()).isEqualTo(11);
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + SLOT_11);
    return event;
  }

  private static void failProbesUntil(ShardFixture fixture, Duration at) {
    while (fixture.time().compareTo(at) < 0) {
      Duration step = Duration.ofMinutes(10);
      Duration next = fixture.time().plus(step);
      fixture.goTo(next.compareTo(at) < 0 ? next : at);
      fixture.inFlight.stream().toList().forEach(send -> fixture.fail());
    }
  }
}
