package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.holds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** eq and ne: equal and not equal, for a field that is present. */
class EqualityTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "'a' | 'a'",
        "'' | ''",
        "'café' | 'caf\\u00e9'",
        "'caf\\u00e9' | 'café'",
        "'a/b' | 'a\\/b'",
        "'😀' | '\\ud83d\\ude00'",
        "100 | 100",
        "100 | '100'",
        "100 | 100.0",
        "100 | '100.0'",
        "100 | 1e2",
        "'100' | 100",
        "'100' | 100.0",
        "'1e2' | 100",
        "-0 | 0",
        "'007' | '007'",
        "9007199254740993 | 9007199254740993.0",
        "1e999999999 | 10e999999998",
        "'1e999999999' | 10e999999998",
        "true | true",
        "true | 'true'",
        "'true' | true",
        "false | 'false'",
        "[] | []",
        "[1, 'a', true] | ['1', 'a', 'true']",
        "[{'a': 1}] | [{'a': 1, 'b': 2}]",
        "{} | {}",
        "{'a': 1} | {'a': 1}",
        "{'a': 1} | {'b': 2, 'a': '1.0'}",
        "{'a': {'b': {'c': 'x'}}} | {'a': {'b': {'c': 'x', 'd': 1}, 'e': 2}}",
        "{'a': null} | {'b': 1}",
        "{'a': null} | {'a': null}",
        "{'a': [1, {'b': 2}]} | {'a': [1, {'b': 2, 'c': 3}]}",
        "{'a': {}} | {'a': {}, 'b': 1}",
        "{'caf\\u00e9': 1} | {'café': 1}"
      })
  void eq_holds_and_ne_does_not(String given, String seen) {
    assertThat(holds("eq", given, seen)).as("eq").isTrue();
    assertThat(holds("ne", given, seen)).as("ne").isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "'a' | 'A'",
        "'a' | 'a '",
        "'a' | 'aa'",
        "'' | 'a'",
        "'é' | 'e\\u0301'",
        "100 | 101",
        "100 | 100.00000000000000000000000001",
        "100 | '100 '",
        "100 | '+100'",
        "7 | '007'",
        "'007' | 7",
        "'100' | '100.0'",
        "'1e2' | '100'",
        "9007199254740993 | 9007199254740992",
        "1e999999999 | 1e999999998",
        "0 | false",
        "1 | true",
        "0 | ''",
        "'' | 0",
        "true | false",
        "true | 'True'",
        "true | 1",
        "'a' | ['a']",
        "['a'] | 'a'",
        "[1, 2] | [2, 1]",
        "[1, 2] | [1, 2, 3]",
        "[1, 2] | [1]",
        "[] | {}",
        "{} | []",
        "{} | {'a': 1}",
        "{'a': {}} | {'a': {'b': 1}}",
        "{'a': 1} | {'a': 2}",
        "{'a': 1} | {'b': 1}",
        "{'a': 1, 'b': 2} | {'a': 1}",
        "{'a': 1} | [{'a': 1}]",
        "{'a': 1} | '{\\'a\\': 1}'",
        "{'a': {'b': 1}} | {'a.b': 1}",
        "{'a': null} | {'a': 0}",
        "{'a': {'b': 1}} | {'a': 1}",
        "null | ''",
        "null | 0",
        "null | false",
        "null | 'null'",
        "null | []",
        "'null' | {}"
      })
  void eq_does_not_hold_and_ne_does(String given, String seen) {
    assertThat(holds("eq", given, seen)).as("eq").isFalse();
    assertThat(holds("ne", given, seen)).as("ne").isTrue();
  }
}
