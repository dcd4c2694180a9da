package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.compile;
import static io.posthorn.core.filter.Filters.matches;
import static io.posthorn.core.filter.Filters.states;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.json.JsonSlice;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** fieldName is a top-level key, or else a dotted path; state says in which of the two. */
class FieldNameTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "a | {'a': 1}",
        "a | {'b': {'a': 2}, 'a': 1}",
        "a.b | {'a': {'b': 1}}",
        "a.b | {'a': {'b': 2}, 'a.b': 1}",
        "a.b.c.d.e.f | {'a': {'b': {'c': {'d': {'e': {'x': 0, 'f': 1}}}}}}",
        "a..b | {'a': {'': {'b': 1}}}",
        "a. | {'a': {'': 1}}",
        ". | {'': {'': 1}}",
        ". | {'.': 1}",
        "café | {'caf\\u00e9': 1}",
        "caf\\u00e9 | {'café': 1}",
        "a.café | {'\\u0061': {'caf\\u00e9': 1}}",
        "\\ud83d\\ude00 | {'😀': 1}",
        "DE:Cost Center | {'DE:Cost Center': 1}",
        "a\\\\b | {'a\\\\b': 1}"
      })
  void a_field_is_found(String name, String state) {
    assertThat(matches("{'fieldName': '" + name + "', 'fieldValue': 1}", state)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "a | {'A': 1}",
        "b | {'a': {'b': 1}}",
        "a.b.c | {'a.b': {'c': 1}}",
        "a.b.c | {'a': {'b.c': 1}}",
        "a.b | {'a': 1}",
        "a.b | {'a': null}",
        "a.b | {'a': '{}'}",
        "a.0 | {'a': [1]}",
        "a.b | {'a': [{'b': 1}]}",
        "a.b | {'a': {'b': {'b': 1}}}"
      })
  void a_field_that_is_elsewhere_is_absent(String name, String state) {
    assertThat(matches("{'fieldName': '" + name + "', 'fieldValue': 1}", state)).isFalse();
    assertThat(matches("{'fieldName': '" + name + "', 'comparison': 'ne', 'fieldValue': 1}", state))
        .isTrue();
  }

  @Test
  void a_null_under_the_whole_name_wins_over_the_path() {
    assertThat(matches("{'fieldName':'a.b','comparison':'notExists'}", "{'a.b':null,'a':{'b':1}}"))
        .isTrue();
  }

  @Test
  void a_path_is_followed_as_deep_as_a_state_may_be() {
    String name = "a" + ".a".repeat(62);
    String state = "{\"a\":".repeat(63) + "1" + "}".repeat(63);

    assertThat(matches("{'fieldName': '" + name + "', 'fieldValue': 1}", state)).isTrue();
    assertThat(matches("{'fieldName': '" + name + ".a', 'fieldValue': 1}", state)).isFalse();
  }

  @Test
  void the_state_is_newState_unless_the_filter_names_oldState() {
    EventStates states = states("{'a':'old'}", "{'a':'new'}");

    assertThat(compile("[{'fieldName':'a','fieldValue':'new'}]").matches(states)).isTrue();
    assertThat(compile("[{'fieldName':'a','fieldValue':'old'}]").matches(states)).isFalse();
    assertThat(compile("[{'fieldName':'a','fieldValue':'new','state':'newState'}]").matches(states))
        .isTrue();
    assertThat(compile("[{'fieldName':'a','fieldValue':'old','state':'oldState'}]").matches(states))
        .isTrue();
    assertThat(compile("[{'fieldName':'a','fieldValue':'new','state':'oldState'}]").matches(states))
        .isFalse();
  }

  @Test
  void a_state_is_read_in_place_without_a_copy() {
    byte[] event =
        "{\"ü\":\"x\",\"newState\":{\"a\":{\"b\":\"y\"}},\"b\":1}".getBytes(StandardCharsets.UTF_8);
    int start = new String(event, StandardCharsets.ISO_8859_1).indexOf("{\"a\"");
    JsonSlice state = new JsonSlice(event, start, start + "{\"a\":{\"b\":\"y\"}}".length());

    assertThat(
            compile("[{'fieldName':'a.b','fieldValue':'y'}]").matches(new EventStates(null, state)))
        .isTrue();
    assertThat(
            compile("[{'fieldName':'b','comparison':'exists'}]")
                .matches(new EventStates(null, state)))
        .isFalse();
  }

  @Test
  void one_look_at_an_event_serves_many_filter_sets() {
    EventStates states = states("{'a':1}", "{'a':{'b':2},'c':[3]}");

    for (int i = 0; i < 3; i++) {
      assertThat(compile("[{'fieldName':'a.b','fieldValue':2}]").matches(states)).isTrue();
      assertThat(compile("[{'fieldName':'a','fieldValue':{'b':2}}]").matches(states)).isTrue();
      assertThat(
              compile("[{'fieldName':'c','comparison':'contains','fieldValue':3}]").matches(states))
          .isTrue();
      assertThat(compile("[{'fieldName':'a','comparison':'changed'}]").matches(states)).isTrue();
    }
  }
}
