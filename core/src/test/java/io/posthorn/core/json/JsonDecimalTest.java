package io.posthorn.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonDecimalTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "0.000, 0",
    "0e99999999999999999999, 0",
    "1, 1",
    "100, 100",
    "100.0, 100",
    "1e2, 100",
    "1E+2, 100",
    "0.1e3, 100",
    "10000e-2, 100",
    "-12.50, -12.5",
    "0.001, 0.001",
    "0.0000001, 1e-7",
    "0.000001, 0.000001",
    "1.5e-7, 1.5e-7",
    "1e21, 1e21",
    "1e20, 100000000000000000000",
    "123456789012345678901234567890, 1.2345678901234567890123456789e29",
    "0.12345678901234567890123456789, 0.12345678901234567890123456789",
    "1e999999999, 1e999999999",
    "-25e-999999999, -2.5e-999999998",
    "1e000000000000000000000001, 10"
  })
  void every_spelling_of_a_value_has_one_canonical_text(String spelling, String canonical) {
    JsonDecimal value = JsonDecimal.of(spelling);

    assertThat(value).hasToString(canonical);
    assertThat(JsonDecimal.of(canonical)).isEqualTo(value).hasSameHashCodeAs(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+1",
        "007",
        "-01",
        "1.",
        ".5",
        "1e",
        "1e+",
        "1e-",
        "0x10",
        " 1",
        "1 ",
        "1_000",
        "1,000",
        "NaN",
        "Infinity",
        "--1",
        "1.2.3",
        "1e2e3",
        "1e2.5",
        "١",
        "true",
        "1f"
      })
  void text_that_is_no_json_number_is_text(String text) {
    assertThat(JsonDecimal.ofText(text)).isNull();
    assertThatThrownBy(() -> JsonDecimal.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "-1, 0",
    "-2, -1",
    "9, 10",
    "99, 100",
    "0.9, 1",
    "1.1, 1.11",
    "-1.11, -1.1",
    "9007199254740992, 9007199254740993",
    "0.1, 0.10000000000000000000000000001",
    "9e999999998, 1e999999999",
    "1e-999999999, 1",
    "-1e999999999, -1",
    "1e999999999, 1e99999999999999999999",
    "1e-99999999999999999999, 1e-999999999",
    "0, 1e-99999999999999999999"
  })
  void numbers_compare_by_value_exactly(String less, String greater) {
    assertThat(JsonDecimal.of(less)).isLessThan(JsonDecimal.of(greater));
    assertThat(JsonDecimal.of(greater)).isGreaterThan(JsonDecimal.of(less));
  }

  @Test
  void exponents_of_seventeen_digits_are_distinguished_and_of_nineteen_are_not() {
    assertThat(JsonDecimal.of("1e99999999999999998"))
        .isLessThan(JsonDecimal.of("1e99999999999999999"));
    assertThat(JsonDecimal.of("1e99999999999999999").isBeyondLimit()).isFalse();
    assertThat(JsonDecimal.of("1e100000000000000000").isBeyondLimit()).isTrue();
    assertThat(JsonDecimal.of("-1e-1000000000000000000").isBeyondLimit()).isTrue();
    assertThat(JsonDecimal.of("-1e9223372036854775808").isBeyondLimit()).isTrue();
    assertThat(JsonDecimal.ofText("1e9223372036854775808")).isNull();
  }

  @Test
  void a_number_of_a_million_digits_is_read_and_compared_in_no_time() {
    String digits = "9".repeat(1_000_000);
    Assertions.assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          assertThat(JsonDecimal.of(digits + "e" + digits).isBeyondLimit()).isTrue();
          assertThat(JsonDecimal.of(digits)).isGreaterThan(JsonDecimal.of("1e999999"));
          assertThat(JsonDecimal.of(digits)).isLessThan(JsonDecimal.of("1e1000000"));
        });
  }

  @Test
  void order_and_equality_are_those_of_big_decimal() {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      String a = number(random);
      String b = number(random);
      int expected = new BigDecimal(a).compareTo(new BigDecimal(b));
      JsonDecimal left = JsonDecimal.of(a);
      JsonDecimal right = JsonDecimal.of(b);
      assertThat(Integer.signum(left.compareTo(right))).as("%s and %s", a, b).isEqualTo(expected);
      assertThat(left.equals(right)).as("%s and %s", a, b).isEqualTo(expected == 0);
      assertThat(new BigDecimal(left.toString())).isEqualByComparingTo(new BigDecimal(a));
    }
  }

  private static String number(Random random) {
    StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "-" : "");
    text.append(random.nextInt(random.nextBoolean() ? 3 : 2000));
    if (random.nextBoolean()) {
      text.append('.').append("0".repeat(random.nextInt(3))).append(random.nextInt(30));
    }
    if (random.nextBoolean()) {
      text.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(60) - 30);
    }
    return text.toString();
  }
}
