package io.posthorn.core.filter;

import static io.posthorn.core.filter.Filters.compile;
import static io.posthorn.core.filter.Filters.states;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The explanation of a mismatch: the filter, and the value it found. */
class ExplainTest {
  @Test
  void an_event_that_passes_has_no_refusals() {
    FilterSet either =
        compile(
            "[{'fieldName':'a','fieldValue':1},{'fieldName':'b','fieldValue':1}]",
            Connector.OR,
            "*");

    assertThat(either.explain(states(null, "{'b':1}"))).isEqualTo(Verdict.MATCH);
    assertThat(FilterSet.none().explain(states(null, null))).isEqualTo(Verdict.MATCH);
  }

  @Test
  void each_mismatching_filter_reports_the_value_it_found() {
    FilterSet filters =
        compile(
            """
            [{'fieldName':'a','fieldValue':1},
             {'fieldName':'b','fieldValue':1,'comparison':'gt'},
             {'fieldName':'c.d','fieldValue':'x','comparison':'contains','state':'oldState'},
             {'fieldName':'e','comparison':'exists'},
             {'fieldName':'f','comparison':'changed'}]
            """);

    Verdict verdict =
        filters.explain(
            states("{'c':{'d':[ 'y',\t'z' ]},'f':1}", "{'a':1,'b':'1','e':null,'f':1.0}"));

    assertThat(verdict.matches()).isFalse();
    assertThat(verdict.refusals())
        .containsExactly(
            new FilterMismatch("/filters/1", "b", "gt", "1", "\"1\""),
            new FilterMismatch("/filters/2", "c.d", "contains", "\"x\"", "[ \"y\",\t\"z\" ]"),
            new FilterMismatch("/filters/3", "e", "exists", null, "null"),
            new FilterMismatch("/filters/4", "f", "changed", null, "1.0"));
  }

  @Test
  void contains_on_a_field_that_is_an_object_does_not_hold_and_says_why() {
    FilterSet filters =
        compile("[{'fieldName':'owner','fieldValue':'Kim','comparison':'contains'}]");

    Verdict verdict = filters.explain(states(null, "{'owner':{'name':'Kim'}}"));

    assertThat(verdict.matches()).isFalse();
    assertThat(verdict.refusals())
        .extracting(FilterMismatch::reason)
        .containsExactly(
            "owner is an object; contains applies to text and arrays. Name one of its fields, such"
                + " as owner.name.");
    assertThat(filters.explain(states(null, "{'owner':'Al'}")).refusals())
        .extracting(FilterMismatch::reason)
        .containsOnlyNulls();
  }

  @Test
  void notContains_on_a_field_that_is_an_object_does_not_hold_and_says_why() {
    FilterSet filters =
        compile("[{'fieldName':'owner','fieldValue':'Lee','comparison':'notContains'}]");

    Verdict verdict = filters.explain(states(null, "{'owner':{'name':'Kim'}}"));

    assertThat(verdict.matches()).isFalse();
    assertThat(verdict.refusals())
        .extracting(FilterMismatch::reason)
        .containsExactly(
            "owner is an object; notContains applies to text and arrays. Name one of its fields,"
                + " such as owner.name.");
  }

  @Test
  void a_missing_field_is_absent() {
    FilterSet filters = compile("[{'fieldName':'a','fieldValue':'absent'}]");

    assertThat(filters.explain(states(null, null)).refusals())
        .containsExactly(new FilterMismatch("/filters/0", "a", "eq", "\"absent\"", "absent"));
    assertThat(
            compile("[{'fieldName':'a','fieldValue':1}]")
                .explain(states(null, "{'a':'absent'}"))
                .refusals())
        .containsExactly(new FilterMismatch("/filters/0", "a", "eq", "1", "\"absent\""));
  }

  @Test
  void a_group_is_reported_only_if_it_does_not_match_itself() {
    FilterSet filters =
        compile(
            """
            [{'type':'group','connector':'OR','filters':
               [{'fieldName':'a','fieldValue':1},{'fieldName':'b','fieldValue':1}]},
             {'type':'group','connector':'AND','filters':
               [{'fieldName':'c','fieldValue':1},{'fieldName':'d','fieldValue':1}]},
             {'type':'group','connector':'OR','filters':
               [{'fieldName':'e','fieldValue':1},{'fieldName':'f','fieldValue':1}]}]
            """);

    Verdict verdict = filters.explain(states(null, "{'a':1,'b':0,'c':1,'d':2,'e':3}"));

    assertThat(verdict.refusals())
        .containsExactly(
            new FilterMismatch("/filters/1/filters/1", "d", "eq", "1", "2"),
            new FilterMismatch("/filters/2/filters/0", "e", "eq", "1", "3"),
            new FilterMismatch("/filters/2/filters/1", "f", "eq", "1", "absent"));
  }

  @Test
  void a_long_value_is_cut_and_never_within_a_character() {
    assertThat(saw("x".repeat(198))).isEqualTo("\"" + "x".repeat(198) + "\"");
    assertThat(saw("x".repeat(199))).isEqualTo("\"" + "x".repeat(199) + "…");
    assertThat(saw("é".repeat(100_000))).isEqualTo("\"" + "é".repeat(199) + "…");
    assertThat(saw("😀".repeat(200))).isEqualTo("\"" + "😀".repeat(99) + "…");
    assertThat(saw("x" + "😀".repeat(200))).isEqualTo("\"x" + "😀".repeat(99) + "…");
    assertThat(saw("한".repeat(300))).isEqualTo("\"" + "한".repeat(199) + "…");
  }

  private static String saw(String text) {
    return compile("[{'fieldName':'a','fieldValue':'no'}]")
        .explain(states(null, "{'a':'" + text + "'}"))
        .refusals()
        .getFirst()
        .saw();
  }
}
