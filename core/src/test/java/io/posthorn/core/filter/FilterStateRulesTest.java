package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.GOOD;
import static io.posthorn.core.filter.Filters.compile;
import static io.posthorn.core.filter.Filters.errors;
import static io.posthorn.core.filter.Filters.group;
import static io.posthorn.core.filter.Filters.pointers;
import static io.posthorn.core.filter.Filters.prefixed;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CREATE has no oldState and DELETE no newState: a filter on it is an error. */
class FilterStateRulesTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "CREATE | {'fieldName':'a','fieldValue':1,'state':'oldState'} | /state",
        "CREATE | {'fieldName':'a','comparison':'notExists','state':'oldState'} | /state",
        "CREATE | {'fieldName':'a','comparison':'like','state':'oldState'} | /comparison /state",
        "CREATE | {'fieldName':'a','comparison':'changed'} | /comparison",
        "DELETE | {'fieldName':'a','fieldValue':1,'state':'newState'} | /state",
        "DELETE | {'fieldName':'a','fieldValue':1} | /state",
        "DELETE | {'fieldName':'a','comparison':'changed'} | /comparison",
        "DELETE | {'fieldName':'a','comparison':'changed','state':'oldState'} | /comparison"
      })
  void a_filter_on_a_state_that_never_exists_is_refused(
      String eventType, String filter, String fields) {
    assertThat(pointers("[" + filter + "]", eventType))
        .containsExactly(prefixed("/filters/0", fields.split(" ")));
    assertThat(pointers("[" + group(filter, filter) + "]", eventType))
        .contains(prefixed("/filters/0/filters/1", fields.split(" ")));
  }

  @Test
  void the_error_for_a_deletion_filter_without_a_state_names_the_fix() {
    assertThat(errors("[" + GOOD + "]", "DELETE").getFirst().detail())
        .contains("add \"state\": \"oldState\"");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "CREATE | {'fieldName':'a','fieldValue':1}",
        "DELETE | {'fieldName':'a','fieldValue':1,'state':'oldState'}",
        "UPDATE | {'fieldName':'a','fieldValue':1,'state':'oldState'}",
        "UPDATE | {'fieldName':'a','comparison':'changed'}",
        "* | {'fieldName':'a','comparison':'changed'}",
        "* | {'fieldName':'a','fieldValue':1,'state':'oldState'}",
        "* | {'fieldName':'a','fieldValue':1}",
        "SHARE | {'fieldName':'a','comparison':'changed','state':'oldState'}",
        "delete | {'fieldName':'a','fieldValue':1}",
        "UPDATE | {'fieldName':'a','comparison':'exists','fieldValue':''}",
        "UPDATE | {'fieldName':'a','comparison':'notExists','fieldValue':null}",
        "UPDATE | {'fieldName':'a','comparison':'changed','fieldValue':''}",
        "UPDATE | {'fieldName':'a','fieldValue':null}",
        "UPDATE | {'fieldName':'a','fieldValue':null,'comparison':'ne'}",
        "UPDATE | {'fieldName':' ','fieldValue':''}"
      })
  void a_plausible_filter_is_accepted(String eventType, String filter) {
    assertThat(compile("[" + filter + "]", Connector.AND, eventType).isEmpty()).isFalse();
  }
}
