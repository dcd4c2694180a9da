package io.posthorn.core.text;

import static io.posthorn.core.text.DurationText.DAY;
import static io.posthorn.core.text.DurationText.HOUR;
import static io.posthorn.core.text.DurationText.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "0s, 0",
    "84800ms, 84800",
    "5s, 5000",
    "10m, 600000",
    "72h, 259200000",
    "30d, 2592000000",
    "9999999999999ms, 9999999999999"
  })
  void a_number_with_its_unit_is_a_duration(String text, long millis) {
    assertThat(DurationText.parse(text)).hasValue(millis);
    assertThat(DurationText.parseParts(text)).hasValue(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "5",
        "s",
        "-5s",
        "+5s",
        "5 hours",
        "1.5s",
        "5S",
        "5sec",
        "1e3s",
        "٥s",
        "10000000000000ms",
        "9999999999999d"
      })
  void nothing_else_is_a_duration(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
    assertThat(DurationText.parseParts(text)).isEmpty();
  }

  @Test
  void a_sum_of_parts_is_read_only_where_parts_are_expected() {
    assertThat(DurationText.parse("2h 10m")).isEmpty();
    assertThat(DurationText.parse("0")).isEmpty();
    assertThat(DurationText.parseParts("2h 10m")).hasValue(130 * MINUTE);
    assertThat(DurationText.parseParts("2 h 10 m")).hasValue(130 * MINUTE);
    assertThat(DurationText.parseParts("0")).hasValue(0);
    assertThat(DurationText.parseParts("2h 10")).isEmpty();
    assertThat(DurationText.parseParts("99999999999d 99999999999d")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, 0s", "40, 40ms", "1000, 1s", "84800, 84800ms", "7200000, 7200s"})
  void an_exact_duration_is_in_seconds_where_they_are_whole(long millis, String text) {
    assertThat(DurationText.exact(millis)).isEqualTo(text);
    assertThat(DurationText.parse(text)).hasValue(millis);
  }

  @ParameterizedTest
  @CsvSource({"0, 0s", "40, 40ms", "90000, 1m 30s", "84800, 84800ms", "259200000, 72h"})
  void parts_are_exact_and_count_no_days(long millis, String text) {
    assertThat(DurationText.parts(millis)).isEqualTo(text);
    assertThat(DurationText.parseParts(text)).hasValue(millis);
  }

  @Test
  void a_rounded_duration_reads_as_users_say_it() {
    assertThat(DurationText.rounded(40)).isEqualTo("40ms");
    assertThat(DurationText.rounded(1_000)).isEqualTo("1s");
    assertThat(DurationText.rounded(1_560)).isEqualTo("1.5s");
    assertThat(DurationText.rounded(84_800)).isEqualTo("1m 24s");
    assertThat(DurationText.rounded(130 * MINUTE)).isEqualTo("2h 10m");
    assertThat(DurationText.rounded(72 * HOUR + 3 * MINUTE + 59_000)).isEqualTo("72h 3m");
    assertThat(DurationText.rounded(5 * DAY)).isEqualTo("5d");
  }

  @Test
  void to_the_second_drops_what_is_below_a_second() {
    assertThat(DurationText.toTheSecond(0)).isEqualTo("0s");
    assertThat(DurationText.toTheSecond(999)).isEqualTo("999ms");
    assertThat(DurationText.toTheSecond(9_999)).isEqualTo("9s");
    assertThat(DurationText.toTheSecond(3 * DAY + 4_000)).isEqualTo("3d 4s");
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "40, 40 ms", "1500, 1500 ms", "90000, 90 s", "600000, 10 min"})
  void prose_uses_the_largest_unit_that_is_exact(long millis, String text) {
    assertThat(DurationText.prose(millis)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"999, 0 s", "119999, 119 s", "120000, 2 min", "7199999, 119 min", "7200001, 2 h"})
  void rounded_prose_has_one_unit(long millis, String text) {
    assertThat(DurationText.roundedProse(millis)).isEqualTo(text);
  }
}
