package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.compile;
import static io.posthorn.core.filter.Filters.states;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangedTest {
  private static final FilterSet CHANGED = compile("[{'fieldName': 'a', 'comparison': 'changed'}]");

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'a': 1} | {'a': 2}",
        "{'a': 1} | {'a': '1'}",
        "{'a': true} | {'a': 'true'}",
        "{'a': 'x'} | {'a': 'X'}",
        "{'a': [1, 2]} | {'a': [2, 1]}",
        "{'a': {'b': 1}} | {'a': {'b': 1, 'c': 1}}",
        "{'a': 1} | {}",
        "{} | {'a': 1}",
        "{} | {'a': null}",
        "{'a': null} | {}",
        "{'a': null} | {'a': 0}",
        "{'a': 1} | {'b': 1}"
      })
  void a_field_that_differs_has_changed(String oldState, String newState) {
    assertThat(CHANGED.matches(states(oldState, newState))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'a': 1} | {'a': 1}",
        "{'a': 1} | {'b': 2, 'a':1.0}",
        "{'a': 1e999999999} | {'a': 10e999999998}",
        "{'a': 'é'} | {'a': '\\u00e9'}",
        "{'a': {'b': 1, 'c': [1]}} | {'a': {'c': [ 1.0 ], 'b': 1}}",
        "{'a': null} | {'a': null}",
        "{} | {}",
        "{'b': 1} | {'b': 2}"
      })
  void a_field_of_the_same_json_value_has_not_changed(String oldState, String newState) {
    assertThat(CHANGED.matches(states(oldState, newState))).isFalse();
  }

  @Test
  void a_state_that_is_missing_has_no_fields() {
    assertThat(CHANGED.matches(states(null, "{'a':1}"))).isTrue();
    assertThat(CHANGED.matches(states("{'a':1}", null))).isTrue();
    assertThat(CHANGED.matches(states(null, "{'b':1}"))).isFalse();
    assertThat(CHANGED.matches(states(null, null))).isFalse();
  }

  @Test
  void the_fieldValue_and_state_that_clients_send_along_do_not_matter() {
    FilterSet sent =
        compile("[{'fieldName':'a','comparison':'changed','fieldValue':'','state':'oldState'}]");

    assertThat(sent.matches(states("{'a':1}", "{'a':2}"))).isTrue();
    assertThat(sent.matches(states("{'a':1}", "{'a':1}"))).isFalse();
    assertThat(sent).isEqualTo(CHANGED);
  }

  @Test
  void a_dotted_path_is_followed_in_both_states() {
    FilterSet deep = compile("[{'fieldName': 'a.b', 'comparison': 'changed'}]");

    assertThat(deep.matches(states("{'a':{'b':1,'c':1}}", "{'a':{'b':1,'c':2}}"))).isFalse();
    assertThat(deep.matches(states("{'a':{'b':1}}", "{'a':{'b':2}}"))).isTrue();
    assertThat(deep.matches(states("{'a':{'b':1}}", "{'a':1}"))).isTrue();
  }
}
