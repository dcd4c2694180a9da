package io.posthorn.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class IdleCpuTest {
  @Test
  void the_idle_share_is_that_of_the_time_between_two_readings() {
    IdleCpu before = IdleCpu.of("cpu  100 0 50 1000 50 0 0 0 7 0\ncpu0 1 2 3\n");
    IdleCpu after = IdleCpu.of("cpu  160 0 60 1020 60 0 0 0 9 0\n");

    assertThat(before).isEqualTo(new IdleCpu(1_050, 1_200));
    assertThat(after.shareSince(before)).isEqualTo(0.3, within(1e-9));
    assertThat(after.shareSince(after)).isZero();
  }
}
