package io.posthorn.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class CopyLagsTest {
  private static final long MOST = 10_000;

  private final AtomicInteger measured = new AtomicInteger();
  private Map<Integer, Long> lags = Map.of(0, 0L, 1, MOST, 2, MOST + 1);
  private boolean fails;
  private long now;

  private final CopyLags copies =
      new CopyLags(
          () -> {
            measured.incrementAndGet();
            if (fails) {
              throw new IllegalStateException("no broker responds");
            }
            return lags;
          },
          () -> now,
          MOST);

  @Test
  void a_copy_that_lags_too_much_or_is_not_here_cannot_be_read() {
    assertThat(copies.canBeRead(0)).isTrue();
    assertThat(copies.canBeRead(1)).isTrue();
    assertThat(copies.canBeRead(2)).isFalse();
    assertThat(copies.canBeRead(3)).isFalse();
  }

  @Test
  void the_brokers_are_asked_once_a_second_and_only_if_a_read_needs_a_copy() {
    assertThat(measured).hasValue(0);
    assertThat(copies.canBeRead(2)).isFalse();
    lags = Map.of(2, 0L);
    now += Duration.ofMillis(999).toNanos();
    assertThat(copies.canBeRead(2)).isFalse();
    assertThat(measured).hasValue(1);
    now += Duration.ofMillis(1).toNanos();
    assertThat(copies.canBeRead(2)).isTrue();
    assertThat(measured).hasValue(2);
  }

  @Test
  void while_the_brokers_do_not_respond_no_copy_can_be_read() {
    fails = true;
    assertThat(copies.canBeRead(0)).isFalse();
    fails = false;
    now += Duration.ofSeconds(1).toNanos();
    assertThat(copies.canBeRead(0)).isTrue();
  }
}
