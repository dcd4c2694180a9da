package io.posthorn.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticHeadersTest {
  private static List<FieldError> errors(Map<String, JsonValue> headers) {
    InvalidInputException refusal =
        catchThrowableOfType(
            InvalidInputException.class, () -> StaticHeaders.of(new JsonObject(headers)));
    assertThat(refusal).as("refused").isNotNull();
    return refusal.errors();
  }

  private static List<FieldError> errors(String name, String value) {
    return errors(Map.of(name, new JsonText(value)));
  }

  @Test
  void safe_headers_are_taken_in_their_order_and_survive_storage() {
    Map<String, JsonValue> given = new LinkedHashMap<>();
    given.put("X-Team", new JsonText("a \\ \"b\""));
    given.put("X-Api-Key", new JsonText("k"));

    StaticHeaders headers = StaticHeaders.of(new JsonObject(given));

    assertThat(StaticHeaders.parse(headers.toJson()).byName())
        .containsExactly(Map.entry("X-Team", "a \\ \"b\""), Map.entry("X-Api-Key", "k"));
    assertThat(headers).hasToString("[X-Team, X-Api-Key]");
    assertThat(StaticHeaders.parse(StaticHeaders.NONE.toJson()).byName()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "host",
        "Content-Length",
        "Content-Type",
        "Content-Encoding",
        "Transfer-Encoding",
        "Connection",
        "Keep-Alive",
        "TE",
        "Trailer",
        "Upgrade",
        "Expect",
        "Proxy-Authorization",
        "Proxy-Connection",
        "Accept-Encoding",
        "User-Agent",
        "Authorization",
        "webhook-id",
        "Webhook-Signature",
        "traceparent"
      })
  void a_smuggling_or_reserved_header_is_refused_by_name(String name) {
    assertThat(errors(name, "x"))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.pointer()).isEqualTo("/headers/" + name);
              assertThat(error.detail()).contains("\"" + name + "\"");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "X Y", "X:Y", "X\r\nHost", "X\u0000", "X\u00e9", "X/Y"})
  void a_name_that_is_none_is_refused(String name) {
    assertThat(errors(name, "x")).hasSize(1);
    assertThat(errors(name, "x").getFirst().detail()).doesNotContain("\r", "\n", "\u0000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\r\nHost: b", "a\nb", "a\u0000", "secret\u00e9", " a", "a "})
  void a_value_that_a_header_cannot_hold_is_refused_without_being_shown(String value) {
    assertThat(errors("X-Key", value))
        .singleElement()
        .satisfies(error -> assertThat(error.detail()).doesNotContain("secret", "\n"));
  }

  @Test
  void sizes_are_limited() {
    Map<String, JsonValue> many = new LinkedHashMap<>();
    for (int i = 0; i < 21; i++) {
      many.put("X-" + i, new JsonText("v"));
    }
    assertThat(errors(many)).hasSize(1);
    many.remove("X-20");
    assertThat(StaticHeaders.of(new JsonObject(many)).byName()).hasSize(20);
    assertThat(errors("X", "v".repeat(2_049))).hasSize(1);
    assertThat(errors("X".repeat(101), "v")).hasSize(1);
  }

  @Test
  void two_names_that_differ_in_case_and_values_that_are_not_text_are_refused() {
    Map<String, JsonValue> twice = new LinkedHashMap<>();
    twice.put("X-A", new JsonText("1"));
    twice.put("x-a", new JsonText("2"));

    assertThat(errors(twice)).extracting(FieldError::pointer).containsExactly("/headers/x-a");
    assertThat(errors(Map.of("X-A", JsonValue.TRUE))).hasSize(1);
    assertThat(
            catchThrowableOfType(
                InvalidInputException.class, () -> StaticHeaders.of(new JsonText("x"))))
        .isNotNull();
  }
}
