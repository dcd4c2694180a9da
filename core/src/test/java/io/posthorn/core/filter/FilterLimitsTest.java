package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.GOOD;
import static io.posthorn.core.filter.Filters.compile;
import static io.posthorn.core.filter.Filters.errors;
import static io.posthorn.core.filter.Filters.group;
import static io.posthorn.core.filter.Filters.pointers;
import static io.posthorn.core.filter.Filters.prefixed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.posthorn.core.input.FieldError;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits on filters and groups. */
class FilterLimitsTest {
  @Test
  void a_group_holds_two_to_five_filters() {
    assertThat(pointers("[" + group() + "]")).containsExactly("/filters/0/filters");
    assertThat(pointers("[" + group(GOOD) + "]")).containsExactly("/filters/0/filters");
    assertThatCode(() -> compile("[" + group(GOOD, GOOD) + "]")).doesNotThrowAnyException();
    assertThatCode(() -> compile("[" + group(GOOD, GOOD, GOOD, GOOD, GOOD) + "]"))
        .doesNotThrowAnyException();
    assertThat(errors("[" + GOOD + "," + group(GOOD, GOOD, GOOD, GOOD, GOOD, GOOD) + "]"))
        .containsExactly(
            new FieldError("/filters/1/filters", "A group needs 2 to 5 filters; this one has 6."));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'type':'group'} | /connector /filters",
        "{'type':'group','filters':[G,G]} | /connector",
        "{'type':'group','connector':'or','filters':[G,G]} | /connector",
        "{'type':'group','connector':null,'filters':[G,G]} | /connector",
        "{'type':'group','connector':'XOR','filters':{}} | /connector /filters",
        "{'type':'group','connector':'OR','filters':null} | /filters",
        "{'connector':'OR','filters':[G,G]} | /type",
        "{'type':'GROUP','connector':'OR','filters':[G,G]} | /type",
        "{'type':'group','connector':'OR','filters':[G,G],'state':'newState'} | /state",
        "{'type':'group','connector':'OR','filters':[G,G],'connector':'OR'} | /connector"
      })
  void a_bad_group_is_named_with_each_bad_field(String group, String fields) {
    assertThat(pointers("[" + GOOD + "," + group.replace("G,G", GOOD + "," + GOOD) + "]"))
        .containsExactly(prefixed("/filters/1", fields.split(" ")));
  }

  @Test
  void groups_go_one_level_deep() {
    assertThat(pointers("[" + group(GOOD, group(GOOD, GOOD)) + "]"))
        .containsExactly("/filters/0/filters/1");
  }

  @Test
  void at_most_ten_groups() {
    String group = group(GOOD, GOOD);

    assertThatCode(() -> compile(array(Collections.nCopies(10, group)))).doesNotThrowAnyException();
    assertThat(errors(array(Collections.nCopies(11, group))))
        .containsExactly(new FieldError("/filters", "There are 11 groups; use at most 10."));
  }

  @Test
  void at_most_fifty_filters_those_in_groups_included() {
    String full = group(GOOD, GOOD, GOOD, GOOD, GOOD);
    List<String> tenGroups = Collections.nCopies(10, full);

    assertThatCode(() -> compile(array(Collections.nCopies(50, GOOD)))).doesNotThrowAnyException();
    assertThatCode(() -> compile(array(tenGroups))).doesNotThrowAnyException();
    assertThat(pointers(array(Collections.nCopies(51, GOOD)))).containsExactly("/filters");
    assertThat(errors("[" + GOOD + "," + String.join(",", tenGroups) + "]"))
        .containsExactly(
            new FieldError(
                "/filters", "There are 51 filters, including those in groups; use at most 50."));
  }

  @Test
  void the_errors_of_nonsense_are_bounded() {
    assertThat(errors(array(Collections.nCopies(10_000, "0")))).hasSize(250);
  }

  private static String array(List<String> filters) {
    return "[" + String.join(",", filters) + "]";
  }
}
