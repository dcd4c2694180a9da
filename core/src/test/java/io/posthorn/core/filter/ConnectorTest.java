package io.posthorn.core.filter;

import static io.posthorn.core.filter.Connector.AND;
import static io.posthorn.core.filter.Connector.OR;
import static io.posthorn.core.filter.Filters.compile;
import static io.posthorn.core.filter.Filters.states;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectorTest {
  private static final String A = "{'fieldName':'a','fieldValue':1}";
  private static final String B = "{'fieldName':'b','fieldValue':1}";
  private static final String C = "{'fieldName':'c','fieldValue':1}";

  @Test
  void with_and_all_filters_must_hold() {
    String filters = "[" + A + "," + B + "]";

    assertThat(matches(filters, AND, "{'a':1,'b':1}")).isTrue();
    assertThat(matches(filters, AND, "{'a':1,'b':0}")).isFalse();
    assertThat(matches(filters, AND, "{'a':0,'b':1}")).isFalse();
    assertThat(matches(filters, AND, "{}")).isFalse();
  }

  @Test
  void with_or_one_filter_must_hold() {
    String filters = "[" + A + "," + B + "]";

    assertThat(matches(filters, OR, "{'a':1,'b':1}")).isTrue();
    assertThat(matches(filters, OR, "{'a':1,'b':0}")).isTrue();
    assertThat(matches(filters, OR, "{'a':0,'b':1}")).isTrue();
    assertThat(matches(filters, OR, "{}")).isFalse();
  }

  @Test
  void a_group_counts_as_one_filter() {
    String anyOfTwo = "[" + group("OR", A, B) + "," + C + "]";
    assertThat(matches(anyOfTwo, AND, "{'a':1,'c':1}")).isTrue();
    assertThat(matches(anyOfTwo, AND, "{'b':1,'c':1}")).isTrue();
    assertThat(matches(anyOfTwo, AND, "{'c':1}")).isFalse();
    assertThat(matches(anyOfTwo, AND, "{'a':1,'b':1}")).isFalse();

    String bothOrC = "[" + group("AND", A, B) + "," + C + "]";
    assertThat(matches(bothOrC, OR, "{'a':1,'b':1}")).isTrue();
    assertThat(matches(bothOrC, OR, "{'c':1}")).isTrue();
    assertThat(matches(bothOrC, OR, "{'a':1}")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void without_filters_everything_matches(Connector connector) {
    FilterSet none = compile("[]", connector, "UPDATE");

    assertThat(none.matches(states(null, null))).isTrue();
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.connector()).isEqualTo(connector);
    assertThat(FilterSet.none().matches(states(null, "{'a':1}"))).isTrue();
    assertThat(FilterSet.none()).isEqualTo(compile("[]", AND, "*"));
  }

  @Test
  void a_set_with_filters_is_not_empty() {
    assertThat(compile("[" + A + "]").isEmpty()).isFalse();
  }

  private static boolean matches(String filters, Connector connector, String newState) {
    return compile(filters, connector, "UPDATE").matches(states("{}", newState));
  }

  private static String group(String connector, String... filters) {
    return "{'type':'group','connector':'%s','filters':[%s]}"
        .formatted(connector, String.join(",", filters));
  }
}
