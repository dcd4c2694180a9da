package io.posthorn.core.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FailureWindowTest {
  private static final long HOUR = 3_600_000;

  /** The bytes of the current bucket: its length, its number and two counts. */
  private static final int CURRENT = 4 + 3 + 2 + 2;

  /** The beginning of a bucket: 2026-01-01T00:00:00Z is a round hour. */
  private static final long T = 1_767_225_600_000L;

  private final FailureWindow window = new FailureWindow(Duration.ofHours(48).toMillis());

  @Test
  void counts_attempts_and_failures() {
    window.count(true, T);
    window.count(false, T + 1);
    window.count(true, T + HOUR);

    assertThat(window.attempts(T + HOUR)).isEqualTo(3);
    assertThat(window.failures(T + HOUR)).isEqualTo(2);
  }

  @Test
  void an_attempt_47_buckets_ago_counts_and_48_buckets_ago_does_not() {
    window.count(true, T);

    assertThat(window.attempts(T + 47 * HOUR)).isEqualTo(1);
    assertThat(window.attempts(T + 48 * HOUR - 1)).isEqualTo(1);
    assertThat(window.failures(T + 48 * HOUR - 1)).isEqualTo(1);
    assertThat(window.attempts(T + 48 * HOUR)).isZero();
    assertThat(window.failures(T + 48 * HOUR)).isZero();
  }

  @Test
  void buckets_go_by_floor_of_t_by_an_hour_and_not_by_the_age_of_the_attempt() {
    window.count(true, T + HOUR - 1); // the last millisecond of its bucket

    assertThat(window.attempts(T + 48 * HOUR - 1)).isEqualTo(1);
    assertThat(window.attempts(T + 48 * HOUR)).isZero(); // 47 hours and a millisecond later
  }

  @Test
  void buckets_leave_one_by_one() {
    for (int hour = 0; hour < 48; hour++) {
      window.count(hour % 2 == 0, T + hour * HOUR);
    }

    assertThat(window.attempts(T + 47 * HOUR)).isEqualTo(48);
    assertThat(window.attempts(T + 48 * HOUR)).isEqualTo(47);
    assertThat(window.failures(T + 48 * HOUR)).isEqualTo(23);
    assertThat(window.attempts(T + 94 * HOUR)).isEqualTo(1);
    assertThat(window.attempts(T + 95 * HOUR)).isZero();
  }

  @Test
  void a_new_attempt_takes_the_place_of_the_bucket_that_left() {
    window.count(true, T);
    window.count(false, T + 48 * HOUR);

    assertThat(window.attempts(T + 48 * HOUR)).isEqualTo(1);
    assertThat(window.failures(T + 48 * HOUR)).isZero();
  }

  @Test
  void a_long_silence_empties_it() {
    window.count(true, T);
    window.count(true, T + 1_000 * HOUR);

    assertThat(window.attempts(T + 1_000 * HOUR)).isEqualTo(1);
  }

  @Test
  void after_clear_it_is_empty_and_counts_from_zero() {
    window.count(true, T);
    window.clear();
    window.count(false, T);

    assertThat(window.attempts(T)).isEqualTo(1);
    assertThat(window.failures(T)).isZero();
  }

  @Test
  void takes_constant_memory_whatever_the_traffic() {
    for (int hour = 0; hour < 200; hour++) {
      for (int i = 0; i < 5_000; i++) {
        window.count(true, T + hour * HOUR);
      }
    }

    // A number each for the buckets' length and the newest one, one byte and two counts of two
    // bytes for each, and an end.
    assertThat(encoded(window)).hasSizeLessThanOrEqualTo(16 + 47 * 5 + 1 + CURRENT);
    assertThat(window.attempts(T + 199 * HOUR)).isEqualTo(48 * 5_000);
  }

  @Test
  void survives_being_written_and_read() {
    for (int hour = 0; hour < 70; hour += 3) {
      window.count(hour % 2 == 0, T + hour * HOUR);
    }
    FailureWindow read = new FailureWindow(Duration.ofHours(48).toMillis());
    read.count(true, T);
    read(read, encoded(window));

    for (long later = 69; later < 120; later++) {
      assertThat(read.attempts(T + later * HOUR)).isEqualTo(window.attempts(T + later * HOUR));
      assertThat(read.failures(T + later * HOUR)).isEqualTo(window.failures(T + later * HOUR));
    }
  }

  @Test
  void a_result_changes_the_past_only_if_it_opens_a_bucket() {
    window.count(true, T);
    assertThat(window.takePastChanged()).isTrue();
    window.count(false, T + 1);
    assertThat(window.takePastChanged()).isFalse();
    window.count(false, T + HOUR);
    assertThat(window.takePastChanged()).isTrue();
    window.clear();
    assertThat(window.takePastChanged()).isTrue();
    FailureWindow read = new FailureWindow(Duration.ofHours(48).toMillis());
    read(read, encoded(window));
    assertThat(read.takePastChanged()).isFalse();
  }

  @Test
  void starts_over_when_its_configured_length_has_changed() {
    window.count(true, T);
    FailureWindow longer = new FailureWindow(Duration.ofHours(96).toMillis());
    read(longer, encoded(window));
    assertThat(longer.attempts(T)).isZero();

    longer.count(true, T);
    assertThat(longer.attempts(T + 95 * HOUR)).isEqualTo(1);
    assertThat(longer.attempts(T + 97 * HOUR)).isZero();
  }

  private static byte[] encoded(FailureWindow window) {
    ByteWriter out = new ByteWriter(64);
    window.writePast(out);
    window.writeCurrent(out);
    return out.toBytes();
  }

  private static void read(FailureWindow window, byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    window.readPast(in);
    window.readCurrent(in);
  }
}
