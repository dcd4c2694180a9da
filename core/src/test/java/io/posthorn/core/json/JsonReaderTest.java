package io.posthorn.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
  @Test
  void each_kind_of_value_is_read() {
    assertThat(read("null")).isEqualTo(JsonValue.NULL);
    assertThat(read("true")).isEqualTo(JsonValue.TRUE);
    assertThat(read("false")).isEqualTo(JsonValue.FALSE);
    assertThat(read("-1.50")).isEqualTo(new JsonNumber(JsonDecimal.of("-1.5")));
    assertThat(read("\"\"")).isEqualTo(new JsonText(""));
    assertThat(read("\"caf\\u00e9 \\n\"")).isEqualTo(new JsonText("café \n"));
    assertThat(read("\"ünï😀\"")).isEqualTo(new JsonText("ünï😀"));
    assertThat(read("[]")).isEqualTo(new JsonArray(List.of()));
    assertThat(read("{ \"a\" : [ 1 , null ] }"))
        .isEqualTo(
            new JsonObject(
                Map.of(
                    "a",
                    new JsonArray(List.of(new JsonNumber(JsonDecimal.of("1")), JsonValue.NULL)))));
  }

  @Test
  void a_value_is_read_in_place_within_a_larger_array() {
    byte[] bytes = "xx\"a\"yy12zz[3]".getBytes(StandardCharsets.UTF_8);

    assertThat(JsonReader.read(new JsonSlice(bytes, 2, 5))).isEqualTo(new JsonText("a"));
    assertThat(JsonReader.read(new JsonSlice(bytes, 7, 9))).isEqualTo(read("12"));
    assertThat(JsonReader.read(new JsonSlice(bytes, 11, 14))).isEqualTo(read("[3]"));
  }

  @Test
  void values_are_equal_by_value_however_they_are_written() {
    assertThat(read("{\"a\": 1, \"b\": [1.0]}")).isEqualTo(read("{\"b\":[1e0],\"a\":1.00}"));
    assertThat(read("[1, 2]")).isNotEqualTo(read("[2, 1]"));
    assertThat(read("1")).isNotEqualTo(read("\"1\""));
  }

  @Test
  void each_repeated_key_is_reported_and_the_last_one_counts() {
    List<String> twice = new ArrayList<>();

    JsonValue value =
        JsonReader.read(
            JsonSlice.of("[{\"a\":1,\"b/c~\":{\"x\":1,\"x\":2},\"a\":3,\"b/c~\":{\"x\":1}}]"),
            twice::add);

    assertThat(twice).containsExactly("/0/b~1c~0/x", "/0/a", "/0/b~1c~0");
    assertThat(value).isEqualTo(read("[{\"a\":3,\"b/c~\":{\"x\":1}}]"));
  }

  @Test
  void text_and_names_and_numbers_are_read_at_any_length() {
    String text = "\"" + "a\\n".repeat(300_000) + "\"";
    String number = "1" + "0".repeat(100_000);
    String name = "n".repeat(100_000);

    JsonValue value =
        read("{\"" + name + "\": " + text + ", \"number\": [" + number + ", 1e100000]}");

    assertThat(((JsonObject) value).get(name)).isEqualTo(new JsonText("a\n".repeat(300_000)));
    assertThat(((JsonObject) value).get("number")).isEqualTo(read("[1e100000, 1e100000]"));
  }

  @Test
  void bytes_that_are_not_well_formed_fail_loudly() {
    assertThatThrownBy(() -> read("[1,")).isInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(() -> read("1x")).isInstanceOf(IllegalArgumentException.class);
  }

  private static JsonValue read(String json) {
    return JsonReader.read(JsonSlice.of(json));
  }
}
