package io.posthorn.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "null | null",
        "[ true , false ] | [true,false]",
        "{\"b\": 1.0, \"a\": {\"d\": [], \"c\": {}}} | {\"a\":{\"c\":{},\"d\":[]},\"b\":1}",
        "\"\\u00e9\\/\\u0041\" | \"é/A\"",
        "\"\\\"\\\\\" | \"\\\"\\\\\"",
        "\"\\n\\t\\u0000\" | \"\\u000a\\u0009\\u0000\"",
        "\"\\ud83d\\ude00\" | \"😀\"",
        "\"\\ud83d\" | \"\\ud83d\"",
        "\"\\ude00\\ud83dx\" | \"\\ude00\\ud83dx\""
      })
  void equal_values_have_one_text(String json, String canonical) {
    JsonValue value = JsonReader.read(JsonSlice.of(json));

    assertThat(CanonicalJson.of(value)).isEqualTo(canonical);
    assertThat(JsonReader.read(JsonSlice.of(canonical))).isEqualTo(value);
  }

  @Test
  void a_key_is_escaped_only_where_it_must_be() {
    assertThat(CanonicalJson.of(JsonReader.read(JsonSlice.of("{\"\\u0061\\\"\":1}"))))
        .isEqualTo("{\"a\\\"\":1}");
  }
}
