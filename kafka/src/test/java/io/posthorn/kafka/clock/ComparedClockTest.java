package io.posthorn.kafka.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.engine.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ComparedClockTest {
  private static final long START = 1_767_225_600_000L;

  private final Machine machine = new Machine();
  private final ComparedClock clock = new ComparedClock(machine, Duration.ofSeconds(5));

  /** The true time, and a wall clock that may differ from it. */
  private static final class Machine implements TimeSource {
    private long passed;
    private long skew;

    /** The time by which the monotonic clock has run too fast. */
    private long fast;

    @Override
    public long wallMillis() {
      return START + passed + skew;
    }

    @Override
    public long monotonicNanos() {
      return Duration.ofMillis(passed + fast).toNanos();
    }
  }

  @Test
  void a_clock_that_agrees_is_followed() {
    heartbeat();
    machine.passed += 700;
    machine.skew = 300;
    assertThat(clock.wallMillis()).isEqualTo(START + 1_000);
    heartbeat();
    assertThat(clock.trouble()).isNull();
    assertThat(clock.offsetMillis()).isEqualTo(300);
  }

  @Test
  void a_jump_is_not_followed_even_before_the_next_comparison() {
    heartbeat();
    machine.skew = Duration.ofDays(3).toMillis();
    machine.passed += 10;
    assertThat(clock.wallMillis()).isEqualTo(START + 10);
    machine.skew = -Duration.ofDays(3).toMillis();
    assertThat(clock.wallMillis()).isEqualTo(START + 10);
  }

  @Test
  void while_the_brokers_disagree_time_continues_at_the_pace_of_the_monotonic_clock() {
    heartbeat();
    machine.skew = 6_000;
    heartbeat();
    machine.passed += 60_000;
    heartbeat();
    assertThat(clock.wallMillis()).isEqualTo(START + 60_000);
    assertThat(clock.offsetMillis()).isEqualTo(6_000);
    assertThat(clock.trouble())
        .isEqualTo(
            "The clock of this node is 6.0 s ahead of the brokers' (kafka.max-clock-offset: 5.0 s),"
                + " so shards continue from the last time they agreed");

    machine.skew = -7_000;
    heartbeat();
    assertThat(clock.trouble()).contains("is 7.0 s behind the brokers'");
    assertThat(clock.wallMillis()).isEqualTo(START + 60_000);

    machine.skew = 0;
    heartbeat();
    assertThat(clock.trouble()).isNull();
    assertThat(clock.wallMillis()).isEqualTo(START + 60_000);
  }

  @Test
  void a_machine_whose_two_clocks_both_run_too_fast_decides_nothing_ahead_of_the_brokers() {
    heartbeat();
    for (int second = 1; second <= 3_600; second++) {
      machine.passed += 1_000;
      machine.skew += 9_000;
      machine.fast += 9_000;
      heartbeat();
      assertThat(clock.wallMillis()).isLessThanOrEqualTo(START + machine.passed + 14_000);
    }
    assertThat(clock.trouble()).contains("is 32400.0 s ahead of the brokers'");
  }

  @Test
  void a_broker_whose_clock_goes_back_does_not_stop_the_shards() {
    heartbeat();
    for (int second = 1; second <= 600; second++) {
      machine.passed += 1_000;
      clock.compare(machine.monotonicNanos(), START + machine.passed - 3_600_000);
    }
    assertThat(clock.trouble()).contains("is 3600.0 s ahead of the brokers'");
    assertThat(clock.wallMillis()).isEqualTo(START + machine.passed);
  }

  /** The monotonic clock may stand still while a machine is suspended. */
  @Test
  void a_jump_that_the_brokers_confirm_is_followed() {
    heartbeat();
    machine.skew = Duration.ofHours(3).toMillis();
    clock.compare(machine.monotonicNanos(), machine.wallMillis());
    assertThat(clock.wallMillis()).isEqualTo(machine.wallMillis());
  }

  @Test
  void a_slow_response_is_ignored_unless_the_offset_is_certain() {
    long requestedAt = machine.monotonicNanos();
    machine.passed = 8_000;
    clock.compare(requestedAt, START + 1_000);
    assertThat(clock.compared()).isFalse();

    clock.compare(requestedAt, START - 6_000);
    assertThat(clock.difference()).contains("is 6.0 s ahead of the brokers'");
  }

  /** A process may be stopped at any point, for example by a suspended machine. */
  @Test
  void a_stop_between_the_two_clocks_makes_a_comparison_inexact_but_not_wrong() {
    TimeSource stopped =
        new TimeSource() {
          @Override
          public long wallMillis() {
            long now = machine.wallMillis();
            machine.passed += 60_000;
            return now;
          }

          @Override
          public long monotonicNanos() {
            long now = machine.monotonicNanos();
            machine.passed += 60_000;
            return now;
          }
        };
    ComparedClock other = new ComparedClock(stopped, Duration.ofSeconds(5));
    other.compare(machine.monotonicNanos(), START);
    assertThat(other.compared()).isFalse();
    assertThat(other.difference()).isNull();
  }

  /** A request that takes no time; the brokers have the true time. */
  private void heartbeat() {
    clock.compare(machine.monotonicNanos(), START + machine.passed);
  }
}
