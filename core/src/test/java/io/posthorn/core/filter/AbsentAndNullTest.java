package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.compile;
import static io.posthorn.core.filter.Filters.states;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every comparison with a field that is absent, null or empty. An absent or null field fails every
 * comparison but ne, notContains, notExists and eq null.
 */
class AbsentAndNullTest {
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      quoteCharacter = '`',
      useHeadersInDisplayName = true,
      textBlock =
          """
          comparison,   given, absent, null,  '',    0,     false, [],    {}
          eq,           'x',   false,  false, false, false, false, false, false
          eq,           '',    false,  false, true,  false, false, false, false
          eq,           0,     false,  false, false, true,  false, false, false
          eq,           false, false,  false, false, false, true,  false, false
          eq,           [],    false,  false, false, false, false, true,  false
          eq,           {},    false,  false, false, false, false, false, true
          eq,           null,  true,   true,  false, false, false, false, false
          ne,           'x',   true,   true,  true,  true,  true,  true,  true
          ne,           '',    true,   true,  false, true,  true,  true,  true
          ne,           0,     true,   true,  true,  false, true,  true,  true
          ne,           false, true,   true,  true,  true,  false, true,  true
          ne,           [],    true,   true,  true,  true,  true,  false, true
          ne,           {},    true,   true,  true,  true,  true,  true,  false
          ne,           null,  false,  false, true,  true,  true,  true,  true
          gt,           -1,    false,  false, false, true,  false, false, false
          gt,           '',    false,  false, false, false, false, false, false
          gte,          0,     false,  false, false, true,  false, false, false
          gte,          '',    false,  false, true,  false, false, false, false
          lt,           1,     false,  false, false, true,  false, false, false
          lt,           'x',   false,  false, true,  false, false, false, false
          lte,          0,     false,  false, false, true,  false, false, false
          lte,          '',    false,  false, true,  false, false, false, false
          contains,     'x',   false,  false, false, false, false, false, false
          contains,     '',    false,  false, true,  false, false, false, false
          contains,     0,     false,  false, false, false, false, false, false
          contains,     {},    false,  false, false, false, false, false, false
          notContains,  'x',   true,   true,  true,  true,  true,  true,  false
          notContains,  '',    true,   true,  false, true,  true,  true,  false
          notContains,  0,     true,   true,  true,  true,  true,  true,  false
          containsOnly, [],    false,  false, false, false, false, true,  false
          containsOnly, '',    false,  false, true,  false, false, false, false
          containsOnly, [0],   false,  false, false, true,  false, false, false
          containsOnly, false, false,  false, false, false, true,  false, false
          containsOnly, {},    false,  false, false, false, false, false, true
          containsOnly, [null],false,  false, false, false, false, false, false
          exists,       '',    false,  false, true,  true,  true,  true,  true
          notExists,    '',    true,   true,  false, false, false, false, false
          changed,      '',    false,  true,  true,  true,  true,  true,  true
          """)
  void an_absent_null_or_empty_field(
      String comparison,
      String given,
      boolean absent,
      boolean isNull,
      boolean emptyText,
      boolean zero,
      boolean isFalse,
      boolean emptyArray,
      boolean emptyObject) {
    FilterSet filters =
        compile(
            "[{'fieldName':'f','comparison':'%s','fieldValue':%s}]".formatted(comparison, given));

    assertThat(filters.matches(states(null, null))).as("no state").isEqualTo(absent);
    assertThat(filters.matches(states(null, "{}"))).as("absent").isEqualTo(absent);
    assertThat(filters.matches(states(null, "{'f':null}"))).as("null").isEqualTo(isNull);
    assertThat(filters.matches(states(null, "{'f':''}"))).as("empty text").isEqualTo(emptyText);
    assertThat(filters.matches(states(null, "{'f':0}"))).as("0").isEqualTo(zero);
    assertThat(filters.matches(states(null, "{'f':false}"))).as("false").isEqualTo(isFalse);
    assertThat(filters.matches(states(null, "{'f':[]}"))).as("[]").isEqualTo(emptyArray);
    assertThat(filters.matches(states(null, "{'f':{}}"))).as("{}").isEqualTo(emptyObject);
  }

  @Test
  void exists_and_notExists_need_no_fieldValue() {
    FilterSet exists = compile("[{'fieldName':'f','comparison':'exists'}]");
    FilterSet notExists = compile("[{'fieldName':'f','comparison':'notExists'}]");

    assertThat(exists.matches(states(null, "{'f':1}"))).isTrue();
    assertThat(exists.matches(states(null, "{'g':1}"))).isFalse();
    assertThat(notExists.matches(states(null, "{'f':1}"))).isFalse();
    assertThat(notExists.matches(states(null, "{'g':1}"))).isTrue();
  }
}
