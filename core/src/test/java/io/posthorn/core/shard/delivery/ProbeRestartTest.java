package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Probes and the end of the process. */
final class ProbeRestartTest {
  private final ShardFixture stage = new ShardFixture(ShardFixture.disablingAfter(3));

  @BeforeEach
  void an_endpoint_is_disabled_and_nothing_waits() {
    stage.subscribe(ShardFixture.URL);
    HoldCause.DISABLED.begin(stage);
  }

  @Test
  void a_probe_whose_outcome_was_not_recorded_is_repeated_at_once_after_a_crash() {
    EventKey first = stage.post();
    stage.goTo(Duration.ofMinutes(10));
    stage.pass(Duration.ofSeconds(1));
    stage.post();

    stage.restart();

    assertThat(stage.eventsOnTheWay()).containsExactly(first);
    assertThat(stage.sent().ticket().probe()).isTrue();
    assertThat(stage.sent().ticket().number()).isEqualTo(1);
  }

  @Test
  void the_next_probe_is_due_10_minutes_after_the_start_of_the_repeated_one() {
    stage.post();
    stage.goTo(Duration.ofMinutes(10));
    stage.pass(Duration.ofSeconds(1));
    stage.restart();
    stage.fail();

    stage.goTo(Duration.ofMinutes(20).plusMillis(999));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofSeconds(1_201));
    assertThat(stage.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_repeated_probe_that_succeeds_enables() {
    EventKey event = stage.post();
    stage.goTo(Duration.ofMinutes(10));
    stage.restart();

    stage.succeed();

    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(stage.attempts(event)).hasSize(1);
  }

  @Test
  void a_crash_between_probes_makes_none_come_sooner() {
    stage.post();
    stage.goTo(Duration.ofMinutes(5));
    stage.restart();
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMinutes(10));
    stage.fail();

    stage.goTo(Duration.ofMinutes(15));
    stage.restart();
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMinutes(20).minusMillis(1));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMinutes(20));
    assertThat(stage.onTheWay).hasSize(1);
  }

  @Test
  void the_start_of_a_probe_must_reach_the_disk_before_the_probe_leaves() {
    stage.goTo(Duration.ofSeconds(605));
    stage.enable(ShardFixture.URL);
    HoldCause.DISABLED.begin(stage);
    stage.post();

    stage.goTo(Duration.ofSeconds(1_205)); // in a turn of its own

    assertThat(stage.onTheWay).hasSize(1);
    assertThat(stage.lastTurnMustSync()).isTrue();
  }

  @Test
  void a_cut_off_probe_is_not_repeated_on_an_endpoint_that_was_paused_meanwhile() {
    stage.post();
    stage.goTo(Duration.ofMinutes(10));
    stage.pause(ShardFixture.URL);

    stage.restart();

    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void where_the_message_of_a_cut_off_probe_is_gone_the_next_probe_waits_its_10_minutes() {
    EventKey event = stage.post();
    stage.goTo(Duration.ofMinutes(10));
    stage.cancel(event); // ends with the request that is in flight, so at the latest in a crash
    stage.restart();
    stage.settle();
    assertThat(stage.message(event).status().text()).isEqualTo("cancelled");

    stage.goTo(Duration.ofMinutes(12));
    stage.post();

    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMinutes(20));
    assertThat(stage.sent().ticket().probe()).isTrue();
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
    assertThat(late.onTheWay).isEmpty();
    late.goTo(Duration.ofMillis(3_828_800));
    assertThat(late.sent().ticket().probe()).isTrue();
  }
}
