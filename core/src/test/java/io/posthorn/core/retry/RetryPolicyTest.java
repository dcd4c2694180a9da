package io.posthorn.core.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  private static final long DAY = 86_400_000;

  @Test
  void offsets_are_those_of_the_retries_and_slot_0_is_acceptance() {
    RetryPolicy policy = new RetryPolicy.Offsets(List.of(5_000L, 300_000L));
    assertThat(policy.limit()).isEqualTo(2);
    assertThat(policy.offset(0)).isZero();
    assertThat(policy.offset(1)).isEqualTo(5_000);
    assertThat(policy.offset(2)).isEqualTo(300_000);
    assertThat(RetrySchedule.DEFAULT.with(policy).lifetime()).isEqualTo(300_000);
  }

  @Test
  void offsets_have_to_rise() {
    assertThatThrownBy(() -> new RetryPolicy.Offsets(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RetryPolicy.Offsets(List.of(0L)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RetryPolicy.Offsets(List.of(2_000L, 2_000L)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_endpoint_may_have_offsets_that_rise_by_at_least_1_s_at_most_30_within_7_d() {
    assertThat(new RetryPolicy.Offsets(List.of(1_000L, 2_000L)).rejection()).isEmpty();
    assertThat(new RetryPolicy.Offsets(List.of(999L)).rejection())
        .hasValueSatisfying(why -> assertThat(why).contains("at least 1s"));
    assertThat(new RetryPolicy.Offsets(List.of(5_000L, 5_999L)).rejection())
        .hasValueSatisfying(why -> assertThat(why).contains("at least 1s"));
    assertThat(seconds(30).rejection()).isEmpty();
    assertThat(seconds(31).rejection())
        .hasValueSatisfying(why -> assertThat(why).contains("at most 30"));
    assertThat(new RetryPolicy.Offsets(List.of(7 * DAY)).rejection()).isEmpty();
    assertThat(new RetryPolicy.Offsets(List.of(7 * DAY + 1)).rejection())
        .hasValueSatisfying(why -> assertThat(why).contains("within 7d"));
  }

  @Test
  void unit_and_limit_have_the_same_bounds() {
    assertThat(new RetryPolicy.Doubling(84_800, 11).rejection()).isEmpty();
    assertThat(new RetryPolicy.Doubling(84_800, 12).rejection()).isEmpty();
    assertThat(new RetryPolicy.Doubling(84_800, 13).rejection())
        .hasValueSatisfying(why -> assertThat(why).contains("within 7d"));
    assertThat(new RetryPolicy.Doubling(999, 3).rejection())
        .hasValueSatisfying(why -> assertThat(why).contains("at least 1s"));
  }

  @Test
  void each_is_read_as_it_was_written() {
    assertThat(copy(null)).isNull();
    for (RetryPolicy policy : List.of(new RetryPolicy.Doubling(84_800, 11), seconds(30))) {
      assertThat(copy(policy)).isEqualTo(policy);
    }
  }

  private static @Nullable RetryPolicy copy(@Nullable RetryPolicy policy) {
    ByteWriter out = new ByteWriter(64);
    RetryPolicy.write(out, policy);
    return RetryPolicy.read(new ByteReader(out.toBytes()));
  }

  private static RetryPolicy seconds(int count) {
    return new RetryPolicy.Offsets(
        LongStream.rangeClosed(1, count).mapToObj(second -> second * 1_000).toList());
  }
}
