package io.posthorn.core.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {
  private static final long NOW = Instant.parse("2026-01-01T00:00:00.250Z").toEpochMilli();

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1000", "120, 120000", "007, 7000", "' 30 ', 30000"})
  void seconds_count_from_now(String header, long millis) {
    assertThat(RetryAfter.timeOf(header, NOW)).hasValue(NOW + millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Fri, 02 Jan 2026 03:04:05 GMT",
        "Friday, 02-Jan-26 03:04:05 GMT",
        "Fri Jan  2 03:04:05 2026"
      })
  void a_date_may_have_any_of_the_three_forms(String header) {
    long at = Instant.parse("2026-01-02T03:04:05Z").toEpochMilli();

    assertThat(RetryAfter.timeOf(header, NOW)).hasValue(at);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thu, 01 Jan 2026", "Sun, 01 Feb 2026", "Sun, 01 Mar 2026", "Wed, 01 Apr 2026",
        "Fri, 01 May 2026", "Mon, 01 Jun 2026", "Wed, 01 Jul 2026", "Sat, 01 Aug 2026",
        "Tue, 01 Sep 2026", "Thu, 01 Oct 2026", "Sun, 01 Nov 2026", "Tue, 01 Dec 2026"
      })
  void a_date_may_be_in_every_month(String day) {
    assertThat(RetryAfter.timeOf(day + " 00:00:00 GMT", NOW)).isPresent();
  }

  @Test
  void a_date_of_two_digits_for_the_day_is_read_in_the_oldest_form_too() {
    assertThat(RetryAfter.timeOf("Tue Jan 20 00:00:00 2026", NOW))
        .hasValue(Instant.parse("2026-01-20T00:00:00Z").toEpochMilli());
  }

  @Test
  void a_date_in_the_past_is_accepted() {
    assertThat(RetryAfter.timeOf("Wed, 31 Dec 2025 23:59:59 GMT", NOW))
        .hasValue(Instant.parse("2025-12-31T23:59:59Z").toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999999999999999", "9223372036854775807", "315360001"})
  void absurdly_many_seconds_are_cut_and_never_overflow(String header) {
    long tenYears = 10L * 365 * 24 * 3600 * 1000;

    assertThat(RetryAfter.timeOf(header, NOW)).hasValue(NOW + tenYears);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "-1",
        "+5",
        "1.5",
        "1e3",
        "10s",
        "soon",
        "٣٠",
        "2026-01-02T03:04:05Z",
        "Fri, 02 Jan 2026 03:04:05 CET",
        "Mon, 02 Jan 2026 03:04:05 GMT",
        "Fri, 02 Jan 2026 25:04:05 GMT",
        "Fri, 02 Foo 2026 03:04:05 GMT",
        "Fri, 01 Jan +999999999 00:00:00 GMT", // right, but more milliseconds than a number holds
        "Wed, 06 Nov +999999999 08:49:37 GMT",
        "Sat, 06 Nov +999999999 08:49:37 GMT",
        "Fri, 02 Jan 2026",
        "00000000000000000000000000000000000000000000000000000000000000001"
      })
  void garbage_is_ignored(String header) {
    assertThat(RetryAfter.timeOf(header, NOW)).isEmpty();
  }
}
