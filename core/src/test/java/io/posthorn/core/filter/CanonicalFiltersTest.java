package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.compile;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.json.JsonSlice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalFiltersTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "[ ] | []",
        "[{'fieldValue': 'x', 'fieldName': 'a'}]"
            + " | [{'fieldName':'a','fieldValue':'x','comparison':'eq','state':'newState'}]",
        "[{'state':'oldState','comparison':'gt','fieldValue':1.50e1,'fieldName':'\\u0061'}]"
            + " | [{'fieldName':'a','fieldValue':15,'comparison':'gt','state':'oldState'}]",
        "[{'fieldName':'a','fieldValue':{'y':[1.0, null],'x':'\\u00e9'}}]"
            + " | [{'fieldName':'a','fieldValue':{'x':'é','y':[1,null]},"
            + "'comparison':'eq','state':'newState'}]",
        "[{'fieldName':'a','comparison':'changed','fieldValue':'','state':'oldState'}]"
            + " | [{'fieldName':'a','comparison':'changed'}]",
        "[{'fieldName':'a','comparison':'exists','fieldValue':''}]"
            + " | [{'fieldName':'a','comparison':'exists','state':'newState'}]",
        "[{'fieldName':'a','fieldValue':null}]"
            + " | [{'fieldName':'a','fieldValue':null,'comparison':'eq','state':'newState'}]",
        "[{'fieldName':'a','fieldValue':'100.0'}]"
            + " | [{'fieldName':'a','fieldValue':'100.0','comparison':'eq','state':'newState'}]",
        "[{'fieldName':'a','fieldValue':1e999999999}]"
            + " | [{'fieldName':'a','fieldValue':1e999999999,"
            + "'comparison':'eq','state':'newState'}]",
        "[{'fieldName':'\\ud800','fieldValue':'\\\\'}]"
            + " | [{'fieldName':'\\ud800','fieldValue':'\\\\',"
            + "'comparison':'eq','state':'newState'}]",
        "[{'filters':[{'fieldName':'a','comparison':'changed'},"
            + " {'fieldName':'b','comparison':'notExists'}], 'connector':'OR', 'type':'group'}]"
            + " | [{'type':'group','connector':'OR','filters':"
            + "[{'fieldName':'a','comparison':'changed'},"
            + "{'fieldName':'b','comparison':'notExists','state':'newState'}]}]"
      })
  void filters_are_written_with_defaults_in_a_fixed_order_and_compile_to_the_same_again(
      String filters, String canonical) {
    FilterSet set = compile(filters, Connector.OR, "UPDATE");

    assertThat(set.canonical()).isEqualTo(canonical.replace('\'', '"'));
    FilterSet again = FilterSet.compile(JsonSlice.of(set.canonical()), set.connector(), "UPDATE");
    assertThat(again).isEqualTo(set).hasSameHashCodeAs(set);
    assertThat(again.canonical()).isEqualTo(set.canonical());
  }

  @Test
  void different_spellings_of_the_same_value_are_equal() {
    assertThat(compile("[{'fieldName':'a','fieldValue':100}]"))
        .isEqualTo(compile("[ { 'state':'newState', 'fieldValue':1E2, 'fieldName':'\\u0061' } ]"));
  }

  @Test
  void different_values_are_not_equal() {
    FilterSet set = compile("[{'fieldName':'a','fieldValue':100}]");

    assertThat(set)
        .isNotEqualTo(compile("[{'fieldName':'a','fieldValue':'100'}]"))
        .isNotEqualTo(compile("[{'fieldName':'b','fieldValue':100}]"))
        .isNotEqualTo(compile("[{'fieldName':'a','fieldValue':100,'state':'oldState'}]"))
        .isNotEqualTo(compile("[{'fieldName':'a','fieldValue':100,'comparison':'ne'}]"))
        .isNotEqualTo(compile("[{'fieldName':'a','fieldValue':100}]", Connector.OR, "*"))
        .isNotEqualTo(FilterSet.none());
  }
}
