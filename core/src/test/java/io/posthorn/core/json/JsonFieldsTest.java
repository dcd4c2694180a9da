package io.posthorn.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "-1.5e3",
        "0",
        "true",
        "false",
        "null",
        "\"\"",
        "\"text\"",
        "\"q\\\"uo\\\\te\"",
        "\"ünï😀\"",
        "[]",
        "[ 1 , [ 2 ] , {\"]\":\"}\"} ]",
        "{}",
        "{ \"a\" : { \"b\" : \"}\" } }"
      })
  void a_field_is_found_byte_for_byte_whatever_surrounds_it(String value) {
    for (String space : new String[] {"", " ", "\r\n\t "}) {
      String object =
          "{ä\"é\"ä:äVALUEä,ä\"x\"ä:äVALUEä,ä\"last\"ä:äVALUEä}"
              .replace("ä", space)
              .replace("VALUE", value);
      byte[] bytes = ("ö, " + object + " , ö").getBytes(StandardCharsets.UTF_8);
      int start = "ö, ".getBytes(StandardCharsets.UTF_8).length;

      JsonFields fields = JsonFields.of(new JsonSlice(bytes, start, bytes.length - start));

      for (String name : new String[] {"é", "x", "last"}) {
        assertThat(field(fields, name).slice()).as(object).hasToString(value);
      }
      assertThat(fields.get("y")).isNull();
    }
  }

  @Test
  void a_state_larger_than_any_buffer_is_indexed() {
    String big = "\"" + "ü\\n".repeat(200_000) + "\"";
    JsonFields fields =
        JsonFields.of(JsonSlice.of("{\"a\":" + big + ",\"b\":[" + big + "],\"c\":7}"));

    assertThat(field(fields, "a").slice()).hasToString(big);
    assertThat(field(fields, "b").slice()).hasToString("[" + big + "]");
    assertThat(field(fields, "c").slice()).hasToString("7");
  }

  @Test
  void a_value_and_its_fields_are_read_once() {
    JsonFields.Field field = field(JsonFields.of(JsonSlice.of("{\"a\":{\"b\":1}}")), "a");

    assertThat(field.value()).isSameAs(field.value());
    assertThat(field.fields()).isSameAs(field.fields());
    assertThat(field(field.fields(), "b").slice()).hasToString("1");
  }

  @Test
  void an_absent_value_or_one_that_is_no_object_has_no_fields() {
    assertThat(JsonFields.of(null).get("a")).isNull();
    assertThat(JsonFields.of(JsonSlice.of("[{\"a\":1}]")).get("a")).isNull();
    assertThat(JsonFields.of(JsonSlice.of("{}")).get("a")).isNull();
  }

  @Test
  void of_two_equal_keys_the_last_one_counts() {
    JsonFields fields = JsonFields.of(JsonSlice.of("{\"a\":1,\"\\u0061\":2}"));

    assertThat(field(fields, "a").slice()).hasToString("2");
  }

  @Test
  void an_object_that_is_cut_off_fails_loudly() {
    assertThatThrownBy(() -> JsonFields.of(JsonSlice.of("{\"a\":1")))
        .isInstanceOf(UncheckedIOException.class);
  }

  private static JsonFields.Field field(JsonFields fields, String name) {
    return Objects.requireNonNull(fields.get(name), name);
  }
}
