package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.holds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** gt, gte, lt and lte. */
class OrderTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "9 | 10",
        "'9' | 10",
        "9 | '10'",
        "'9' | '10'",
        "-1 | 0",
        "0.1 | 0.10000000000000000001",
        "9007199254740992 | 9007199254740993",
        "1 | 1e999999999",
        "-1e999999999 | 1e-999999999",
        "'a' | 'b'",
        "'' | 'a'",
        "'B' | 'a'",
        "'a' | 'aa'",
        "'10a' | '9a'",
        "'\\uffff' | '😀'",
        "'2026-01-01' | '2026-01-02'",
        "'2025-12-31' | '2026-01-01'",
        "'2026-01-01T10:00:00Z' | '2026-01-01T10:00:01Z'",
        "'2026-01-01T10:00:00.123Z' | '2026-01-01T10:00:00.1231Z'",
        "'2026-01-01T10:00:00.999999999Z' | '2026-01-01T10:00:01Z'",
        "'2026-01-01T10:00:00:000-0800' | '2026-01-01T10:00:00:001-0800'",
        "'2026-01-01T19:00:00+01:00' | '2026-01-01T11:00:00-08:00'",
        "'2026-01-01T23:00:00+1400' | '2026-01-01T10:00:00Z'",
        "'2026-01-01T10:00:00+01' | '2026-01-01T10:00:00'",
        "'2025-12-31' | '2026-01-01T00:00:00+1400'",
        "'2025-12-31T23:59:59-0800' | '2026-01-01'"
      })
  void the_field_is_greater(String given, String seen) {
    assertOrder(given, seen, true, false);
    assertOrder(seen, given, false, true);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "10 | 10.0",
        "10 | '1e1'",
        "'10' | '10.0'",
        "0 | -0",
        "'a' | 'a'",
        "'' | ''",
        "'2026-01-01' | '2026-01-01'",
        "'2026-01-01T10:00:00-0800' | '2026-01-01T10:00:00-08:00'",
        "'2026-01-01T10:00:00-08' | '2026-01-01T18:00:00Z'",
        "'2026-01-01T10:00:00.123-0800' | '2026-01-01T18:00:00:123+0000'",
        "'2026-01-01T10:00:00:000-0800' | '2026-01-01T18:00'",
        "'2026-01-01T10:00:00,5Z' | '2026-01-01T10:00:00.500000000'",
        "'2026-01-01T05:30:00+0530' | '2026-01-01T00:00:00Z'",
        "'2026-01-01' | '2026-01-01T00:00:00+1400'",
        "'2026-01-01' | '2026-01-01T23:59:59.999-0800'",
        "'2024-02-29' | '2024-02-29T12:00:00'"
      })
  void the_field_is_neither_greater_nor_less(String given, String seen) {
    for (String comparison : new String[] {"gte", "lte"}) {
      assertThat(holds(comparison, given, seen)).as(comparison).isTrue();
      assertThat(holds(comparison, seen, given)).as(comparison).isTrue();
    }
    assertOrder(given, seen, false, false);
    assertOrder(seen, given, false, false);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "10 | 'abc'",
        "10 | '010'",
        "10 | ''",
        "10 | true",
        "10 | []",
        "10 | [11]",
        "10 | {}",
        "10 | '2026-01-01'",
        "2025 | '2026-01-01'",
        "'10' | 'abc'",
        "'abc' | 10",
        "'abc' | '10'",
        "'abc' | true",
        "'abc' | ['abd']",
        "'abc' | {'abc': 1}",
        "'abc' | '2026-01-01'",
        "'2026-01-01' | 'abc'",
        "'2026-01-01' | 2026",
        "'2026-01-01' | '2026-02-30'",
        "'2026-01-01' | '2025-02-29'",
        "'2026-01-01' | '2026-13-01'",
        "'2026-01-01' | '2026-00-01'",
        "'2026-01-01' | '2026-1-2'",
        "'2026-01-01' | '2026-01-01T'",
        "'2026-01-01' | '2026-01-01 10:00:00'",
        "'2026-01-01' | '2026-01-01T24:00:00Z'",
        "'2026-01-01' | '2026-01-01T10:60:00Z'",
        "'2026-01-01' | '2026-01-01T10:00:60Z'",
        "'2026-01-01' | '2026-01-01T10:00:00+19:00'",
        "'2026-01-01' | '2026-01-01T10:00:00+01:60'",
        "'2026-01-01' | '2026-01-01T10:00:00.1234567890Z'",
        "'2026-01-01' | '2026-01-01T10:00:00:00Z'",
        "'2026-01-01' | '2026-01-01Z'",
        "'2026-01-01' | '20260102'",
        "'2026-01-01T10:00:00Z' | '2026-01-01T10:00:00z'"
      })
  void anything_else_does_not_hold(String given, String seen) {
    for (String comparison : new String[] {"gt", "gte", "lt", "lte"}) {
      assertThat(holds(comparison, given, seen)).as(comparison).isFalse();
    }
  }

  @Test
  void a_number_beyond_double_precision_is_still_ordered() {
    assertOrder("1e999999999", "1e99999999999999999999", true, false);
    assertOrder("1e999999999", "-1e99999999999999999999", false, true);
    assertOrder("1e-999999999", "1e-99999999999999999999", false, true);
  }

  private static void assertOrder(String given, String seen, boolean greater, boolean less) {
    assertThat(holds("gt", given, seen)).as("%s gt %s", seen, given).isEqualTo(greater);
    assertThat(holds("lt", given, seen)).as("%s lt %s", seen, given).isEqualTo(less);
    assertThat(holds("gte", given, seen)).as("%s gte %s", seen, given).isEqualTo(!less);
    assertThat(holds("lte", given, seen)).as("%s lte %s", seen, given).isEqualTo(!greater);
  }
}
