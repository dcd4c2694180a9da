package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.GOOD;
import static io.posthorn.core.filter.Filters.errors;
import static io.posthorn.core.filter.Filters.group;
import static io.posthorn.core.filter.Filters.pointers;
import static io.posthorn.core.filter.Filters.prefixed;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.input.FieldError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter that could never match is rejected, and every one is named. */
class FilterValidationTest {
  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "1", "'a'", "{}", "{'fieldName':'a','fieldValue':1}"})
  void filters_must_be_an_array(String filters) {
    assertThat(errors(filters))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.pointer()).isEqualTo("/filters");
              assertThat(error.detail())
                  .startsWith("filters must be an array; for no filters write []; got ");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "1", "'a'", "[]"})
  void a_filter_must_be_an_object(String filter) {
    assertThat(pointers("[" + GOOD + "," + filter + "]")).containsExactly("/filters/1");
    assertThat(pointers("[" + group(GOOD, filter) + "]")).containsExactly("/filters/0/filters/1");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{} | /fieldName /fieldValue",
        "{'fieldValue':1} | /fieldName",
        "{'fieldName':'','fieldValue':1} | /fieldName",
        "{'fieldName':7,'fieldValue':1} | /fieldName",
        "{'fieldName':null,'fieldValue':1} | /fieldName",
        "{'fieldName':['a'],'fieldValue':1} | /fieldName",
        "{'fieldName':'a'} | /fieldValue",
        "{'fieldName':'a','comparison':'ne'} | /fieldValue",
        "{'fieldName':'a','comparison':'gt'} | /fieldValue",
        "{'fieldName':'a','comparison':'contains'} | /fieldValue",
        "{'fieldName':'a','comparison':'containsOnly'} | /fieldValue",
        "{'fieldName':'a','fieldValue':1,'comparison':'equals'} | /comparison",
        "{'fieldName':'a','fieldValue':1,'comparison':'EQ'} | /comparison",
        "{'fieldName':'a','fieldValue':1,'comparison':''} | /comparison",
        "{'fieldName':'a','fieldValue':1,'comparison':null} | /comparison",
        "{'fieldName':'a','fieldValue':1,'comparison':1} | /comparison",
        "{'fieldName':'a','fieldValue':1,'state':'newstate'} | /state",
        "{'fieldName':'a','fieldValue':1,'state':null} | /state",
        "{'fieldName':'a','fieldValue':1,'State':'newState'} | /State",
        "{'fieldName':'a','fieldValue':1,'type':'filter'} | /type",
        "{'fieldName':'a','fieldValue':1,'connector':'OR'} | /connector",
        "{'fieldName':'a','fieldValue':1,'a/b~c':1,'é':2} | /a~1b~0c /é",
        "{'fieldName':'a','fieldValue':1,'fieldName':'b'} | /fieldName",
        "{'fieldName':'a','fieldValue':{'x':[{'y':1,'y':1}]}} | /fieldValue/x/0/y",
        "{'fieldName':1,'comparison':'no','state':'old','x':1} | /x /fieldName /comparison /state",
        "{'fieldName':'a','fieldValue':1e100000000000000000} | /fieldValue",
        "{'fieldName':'a','fieldValue':{'x':[-1e-1000000000000000000]}} | /fieldValue"
      })
  void a_bad_filter_is_named_with_each_bad_field(String filter, String fields) {
    String[] expected = fields.split(" ");
    assertThat(pointers("[" + GOOD + "," + filter + "]"))
        .containsExactly(prefixed("/filters/1", expected));
    assertThat(pointers("[" + group(GOOD, GOOD) + "," + group(GOOD, GOOD, filter) + "]"))
        .containsExactly(prefixed("/filters/1/filters/2", expected));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "gt | true",
        "gte | null",
        "lt | []",
        "lte | {}",
        "gt | [1]",
        "contains | null",
        "notContains | null",
        "containsOnly | null"
      })
  void a_value_that_its_comparison_can_never_hold_for_is_refused(String comparison, String value) {
    String filter =
        "[{'fieldName':'a','comparison':'%s','fieldValue':%s}]".formatted(comparison, value);

    assertThat(errors(filter))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.pointer()).isEqualTo("/filters/0/fieldValue");
              assertThat(error.detail()).startsWith(comparison + " ");
            });
  }

  @Test
  void every_bad_filter_is_named() {
    String filters =
        "[{'fieldName':'a'},%s,%s,{'fieldName':'b','fieldValue':1,'comparison':'like'},7]"
            .formatted(GOOD, group("{'fieldName':'c','fieldValue':1,'comparison':'x'}", GOOD));

    assertThat(pointers(filters))
        .containsExactly(
            "/filters/0/fieldValue",
            "/filters/2/filters/0/comparison",
            "/filters/3/comparison",
            "/filters/4");
  }

  @Test
  void the_error_of_an_unknown_comparison_lists_the_known_ones() {
    assertThat(errors("[{'fieldName':'a','fieldValue':1,'comparison':'like'}]"))
        .containsExactly(
            new FieldError(
                "/filters/0/comparison",
                "comparison must be one of eq, ne, gt, gte, lt, lte, contains, notContains,"
                    + " containsOnly, changed, exists, notExists; got \"like\"."));
  }

  @Test
  void a_long_word_is_cut_in_the_error() {
    String detail =
        errors("[{'fieldName':'a','fieldValue':1,'comparison':'%s'}]".formatted("😀".repeat(500)))
            .getFirst()
            .detail();

    assertThat(detail).endsWith("; got \"" + "😀".repeat(30) + "…\".");
  }
}
