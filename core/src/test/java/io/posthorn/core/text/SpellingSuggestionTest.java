package io.posthorn.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpellingSuggestionTest {
  private static final List<String> KNOWN =
      List.of("api", "run", "latency", "retry.unit", "http.port", "POSTHORN_OPS_PORT");

  @ParameterizedTest
  @CsvSource({
    "latencey, latency",
    "retry.unti, retry.unit",
    "httpPort, http.port",
    "HTTP.PORT, http.port",
    "POSTHORN_PORT, POSTHORN_OPS_PORT",
    "ap, api"
  })
  void the_name_with_the_fewest_differences_is_suggested(String wrong, String suggestion) {
    assertThat(SpellingSuggestion.nearest(wrong, KNOWN)).hasValue(suggestion);
  }

  @ParameterizedTest
  @CsvSource({"title", "colour", "xyz", "''"})
  void a_name_that_resembles_none_gets_no_suggestion(String wrong) {
    assertThat(SpellingSuggestion.nearest(wrong, KNOWN)).isEmpty();
  }

  @Test
  void of_two_names_as_near_the_first_is_suggested() {
    assertThat(SpellingSuggestion.nearest("bat", List.of("cat", "hat"))).hasValue("cat");
  }
}
