package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Accepted at 0; attempts at 0, 84.8 and 254.4 s fail; the endpoint is disabled at 300 s and heals
 * at 36,000 s. The message is attempted then, fails, and is next due at slot 9 (43,332.8 s).
 */
final class WorkedExampleTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(6));
  private EventKey event = new EventKey(0, 0);

  @BeforeEach
  void attempts_at_0_and_84_8_and_254_4_s_fail_and_the_endpoint_is_disabled_at_300_s() {
    fixture.subscribe(ShardFixture.URL);
    event = fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofMillis(84_800));
    fixture.fail();
    fixture.goTo(Duration.ofMillis(254_400));
    fixture.fail();
    fixture.goTo(Duration.ofSeconds(300));
    fixture.failMany(3);
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state())
        .isEqualTo(CircuitState.DISABLED);
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().disabledAt())
        .isEqualTo(ShardFixture.START + 300_000);
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 593_600);
  }

  @Test
  void healed_by_the_api_the_message_is_attempted_then_and_next_due_at_slot_9() {
    failProbesUntil(Duration.ofSeconds(36_000));

    fixture.enable(ShardFixture.URL);
    failUntilNoneIsInFlight();

    attemptedAt36000AndDueAtSlot9();
  }

  @Test
  void healed_by_a_probe_the_message_is_attempted_then_and_next_due_at_slot_9() {
    failProbesUntil(Duration.ofSeconds(35_000));
    EventKey probe = fixture.post();
    fixture.restartAfter(Duration.ofSeconds(36_000).minus(fixture.time()));
    assertThat(fixture.eventsInFlight()).containsExactly(probe);
    assertThat(fixture.sent().ticket().probe()).isTrue();

    fixture.succeed();
    failUntilNoneIsInFlight();

    attemptedAt36000AndDueAtSlot9();
  }

  private void attemptedAt36000AndDueAtSlot9() {
    Attempt last = fixture.attempts(event).getLast();
    assertThat(last.probe()).isFalse();
    assertThat(last.startedAt()).isEqualTo(ShardFixture.START + 36_000_000);
    assertThat(last.slot()).isEqualTo(3);
    assertThat(fixture.message(event).slot()).isEqualTo(9);
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 43_332_800);
    fixture.goTo(Duration.ofMillis(43_332_799));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(43_332_800));
    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  private void failProbesUntil(Duration at) {
    while (fixture.time().compareTo(at) < 0) {
      fixture.pass(Duration.ofSeconds(10));
      fixture.inFlight.stream().toList().forEach(send -> fixture.fail());
    }
    assertThat(fixture.attempts(event)).filteredOn(Attempt::probe).isNotEmpty();
  }

  private void failUntilNoneIsInFlight() {
    while (!fixture.inFlight.isEmpty()) {
      fixture.fail();
    }
  }
}
