package io.posthorn.core.shard.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Probes across a restart. */
final class ProbeRestartTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  @BeforeEach
  void an_endpoint_is_disabled_and_nothing_waits() {
    fixture.subscribe(ShardFixture.URL);
    HoldCause.DISABLED.begin(fixture);
  }

  @Test
  void a_probe_whose_outcome_was_not_recorded_is_repeated_at_once_after_a_crash() {
    EventKey first = fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.pass(Duration.ofSeconds(1));
    fixture.post();

    fixture.restart();

    assertThat(fixture.eventsInFlight()).containsExactly(first);
    assertThat(fixture.sent().ticket().probe()).isTrue();
    assertThat(fixture.sent().ticket().number()).isEqualTo(1);
  }

  @Test
  void the_next_probe_is_due_10_minutes_after_the_start_of_the_repeated_one() {
    fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.pass(Duration.ofSeconds(1));
    fixture.restart();
    fixture.fail();

    fixture.goTo(Duration.ofMinutes(20).plusMillis(999));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofSeconds(1_201));
    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_repeated_probe_that_succeeds_enables() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.restart();

    fixture.succeed();

    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state())
        .isEqualTo(CircuitState.ENABLED);
    assertThat(fixture.attempts(event)).hasSize(1);
  }

  @Test
  void a_crash_between_probes_makes_none_earlier() {
    fixture.post();
    fixture.goTo(Duration.ofMinutes(5));
    fixture.restart();
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.fail();

    fixture.goTo(Duration.ofMinutes(15));
    fixture.restart();
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMinutes(20).minusMillis(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMinutes(20));
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void the_start_of_a_probe_must_reach_the_disk_before_the_probe_leaves() {
    fixture.goTo(Duration.ofSeconds(605));
    fixture.enable(ShardFixture.URL);
    HoldCause.DISABLED.begin(fixture);
    fixture.post();

    fixture.goTo(Duration.ofSeconds(1_205)); // in a turn of its own

    assertThat(fixture.inFlight).hasSize(1);
    assertThat(fixture.lastTurnMustSync()).isTrue();
  }

  @Test
  void a_cut_off_probe_is_not_repeated_on_an_endpoint_that_was_paused_meanwhile() {
    fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.pause(ShardFixture.URL);

    fixture.restart();

    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void if_the_message_of_an_interrupted_probe_is_gone_the_next_probe_waits_10_minutes() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.cancel(event); // ends with the request that is in flight, so at the latest in a crash
    fixture.restart();
    fixture.settle();
    assertThat(fixture.message(event).status().text()).isEqualTo("cancelled");

    fixture.goTo(Duration.ofMinutes(12));
    fixture.post();

    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMinutes(20));
    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_cut_off_probe_is_forgotten_when_the_endpoint_is_enabled() {
    ShardFixture late = new ShardFixture(ShardFixture.disablingAfter(6));
    late.subscribe(ShardFixture.URL);
    late.post();
    for (long slot : new long[] {0, 84_800, 254_400, 593_600, 1_272_000, 2_628_800}) {
      late.goTo(Duration.ofMillis(slot));
      late.fail();
    }
    late.goTo(Duration.ofMillis(3_228_800)); // pulled forward from slot 6 at 5,342.4 s
    assertThat(late.sent().ticket().probe()).isTrue();
    late.pause(ShardFixture.URL);
    late.restart();
    late.enable(ShardFixture.URL);
    late.failMany(6);
    assertThat(late.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.DISABLED);

    late.goTo(Duration.ofMillis(3_828_799));
    assertThat(late.inFlight).isEmpty();
    late.goTo(Duration.ofMillis(3_828_800));
    assertThat(late.sent().ticket().probe()).isTrue();
  }
}
