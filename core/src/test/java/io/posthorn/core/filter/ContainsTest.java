package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.holds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** contains, notContains and containsOnly. */
class ContainsTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "'ell' | 'hello'",
        "'hello' | 'hello'",
        "'' | 'hello'",
        "'' | ''",
        "'é' | 'caf\\u00e9s'",
        "100 | 'about 100 things'",
        "100.0 | '2100'",
        "true | 'untrue'",
        "'a' | ['b', 'a']",
        "100 | ['100.0']",
        "'100' | [1, 100.0]",
        "'1.10' | ['1.1', '1.10']",
        "true | ['true']",
        "'' | ['']",
        "{'a': 1} | [{'b': 1}, {'a': '1', 'c': 2}]",
        "{'a': {'b': 1}} | [{'a': {'b': 1, 'c': 2}}]",
        "{'a': 1, 'b': null} | [{'a': 1}]",
        "[1, 2] | [[1, 2], 3]"
      })
  void contains_holds_and_notContains_does_not(String given, String seen) {
    assertThat(holds("contains", given, seen)).as("contains").isTrue();
    assertThat(holds("notContains", given, seen)).as("notContains").isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "'ELL' | 'hello'",
        "'hello!' | 'hello'",
        "100 | '10'",
        "'ell' | ['hello']",
        "'1.10' | ['1.1']",
        "'a' | []",
        "'a' | [['a']]",
        "'1' | 1",
        "1 | 1",
        "'true' | true",
        "{'a': 1} | [{'a': 2}, {'b': 1}]",
        "{'a': 1, 'b': 2} | [{'a': 1}, {'b': 2}]",
        "{'a': 1} | 'a'",
        "{} | [{'a': 1}]",
        "[1, 2] | [1, 2]",
        "[1] | '[1]'",
        "0 | [false, '', null]"
      })
  void contains_does_not_hold_and_notContains_does(String given, String seen) {
    assertThat(holds("contains", given, seen)).as("contains").isFalse();
    assertThat(holds("notContains", given, seen)).as("notContains").isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {"'a' | {'a': 'a'}", "'x' | {'a': 'a'}", "{'a': 1} | {'a': 1}", "'x' | {}"})
  void on_a_field_that_is_an_object_neither_contains_nor_notContains_holds(
      String given, String seen) {
    assertThat(holds("contains", given, seen)).as("contains").isFalse();
    assertThat(holds("notContains", given, seen)).as("notContains").isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "['a', 'b'] | ['a', 'b']",
        "['a', 'b'] | ['b', 'a']",
        "['a', 'a', 'b'] | ['a', 'b', 'a']",
        "[] | []",
        "[1, '2'] | ['2', '1']",
        "[1, '2'] | [2.0, '1']",
        "[1, '1'] | ['1.0', '1']",
        "['1.10', 1.1] | ['1.1', '1.10']",
        "[{'a': '1'}, {'a': 1}] | [{'a': '1.0'}, {'a': '1'}]",
        "[{'a': 1, 'b': '1'}, {'a': '1', 'b': '1'}] | [{'a': '1', 'b': 1}, {'a': '1.0', 'b': 1}]",
        "[{'a': '1', 'b': '1'}, {'a': 1, 'b': '1'}] | [{'a': '1', 'b': 1}, {'a': '1.0', 'b': 1}]",
        "['100', 100] | ['100.0', '100']",
        "[true, 'false'] | [false, 'true']",
        "[null] | [null]",
        "[{'a': 1, 'b': 2}] | [{'b': '2', 'a': 1}]",
        "[[1, 2]] | [['1', '2']]",
        "'a' | ['a']",
        "1 | ['1']",
        "'a' | 'a'",
        "['a'] | 'a'",
        "{'a': 1} | [{'a': 1}]"
      })
  void containsOnly_holds_for_exactly_those_elements_in_any_order(String given, String seen) {
    assertThat(holds("containsOnly", given, seen)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "['a', 'b'] | ['a']",
        "['a'] | ['a', 'b']",
        "['a', 'a', 'b'] | ['a', 'b', 'b']",
        "['a', 'b'] | ['a', 'a']",
        "['a', 'a'] | ['a']",
        "['a'] | ['A']",
        "['7'] | ['007']",
        "['1.10'] | ['1.1']",
        "[1, '2'] | ['2.0', '1']",
        "['1', '1'] | ['1', '1.0']",
        "[1, 1] | ['1', 2]",
        "[true, true] | ['true', 'false']",
        "[{'a': '1.10'}] | [{'a': '1.1'}]",
        "[{'a': 1, 'b': '1'}, {'a': '1', 'b': '1'}] | [{'a': '1.0', 'b': 1}, {'a': '1.0', 'b': 1}]",
        "[] | ['']",
        "[] | ''",
        "[] | {}",
        "[null] | ['null']",
        "'a' | ['a', 'a']",
        "'a' | []",
        "'a' | [['a']]",
        "[[1, 2]] | [[2, 1]]",
        "{'a': 1} | [{'a': 1, 'b': 2}]",
        "{} | [{'a': 1}]"
      })
  void containsOnly_does_not_hold_for_more_fewer_or_others(String given, String seen) {
    assertThat(holds("containsOnly", given, seen)).isFalse();
  }
}
