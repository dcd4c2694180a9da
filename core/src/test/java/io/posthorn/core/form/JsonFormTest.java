package io.posthorn.core.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonFormTest {
  private static JsonForm form(String json) {
    return JsonForm.read(json.replace('\'', '"').getBytes(UTF_8));
  }

  private static List<FieldError> errors(String json, Consumer<JsonForm> reader) {
    InvalidInputException refusal =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> {
              JsonForm form = form(json);
              reader.accept(form);
              form.done();
            });
    return refusal == null ? List.of() : refusal.errors();
  }

  @Test
  void fields_of_every_type_are_read() {
    JsonForm form =
        form(
            "{'name': 'Zo\u00eb', 'count': 7, 'on': true, 'for': '10m',"
                + " 'at': '1970-01-01T01:00:01+01:00', 'any': [1]}");

    assertThat(form.requiredText("name", 10)).isEqualTo("Zo\u00eb");
    assertThat(form.number("count", 1, 9)).hasValue(7L);
    assertThat(form.flag("on")).hasValue(true);
    assertThat(form.duration("for", "1s", "1h")).hasValue(600_000L);
    assertThat(form.time("at")).hasValue(1_000L);
    assertThat(form.names()).containsExactly("any");
    assertThat(form.take("any")).hasToString(form("{'x': [1]}").take("x").toString());
    form.done();
  }

  @Test
  void a_field_that_is_null_or_missing_is_empty_unless_it_is_required() {
    assertThat(
            errors(
                "{'name': null}",
                form -> {
                  assertThat(form.text("other", 10)).isEmpty();
                  assertThat(form.requiredText("name", 10)).isEmpty();
                }))
        .containsExactly(new FieldError("/name", "name is missing."));
  }

  @Test
  void everything_that_is_wrong_is_reported_at_once_with_its_pointer() {
    assertThat(
            errors(
                "{'name': 1, 'count': 10, 'on': 'yes', 'for': '2h', 'at': 'noon', 'a/b~c': 1}",
                form -> {
                  form.text("name", 10);
                  form.number("count", 1, 9);
                  form.flag("on");
                  form.duration("for", "1s", "1h");
                  form.time("at");
                }))
        .containsExactly(
            new FieldError("/name", "name must be text; got 1."),
            new FieldError("/count", "count must be a whole number from 1 to 9; got 10."),
            new FieldError("/on", "on must be true or false; got \"yes\"."),
            new FieldError(
                "/for",
                "for must be a duration from 1s to 1h, as text with its unit, such as"
                    + " \"5s\"; got \"2h\"."),
            new FieldError(
                "/at",
                "at must be a date-time with an offset, such as 2026-11-15T10:00:00Z; got"
                    + " \"noon\"."),
            new FieldError("/a~1b~0c", "Unknown field."));
  }

  @Test
  void a_duplicate_field_is_an_error_at_any_depth() {
    assertThat(errors("{'a': 1, 'b': [{'c': 1, 'c': 1}], 'a': 1}", JsonFormTest::takeAll))
        .extracting(FieldError::pointer)
        .containsExactly("/b/0/c", "/a");
  }

  @Test
  void a_body_made_of_mistakes_makes_no_response_of_its_size() {
    assertThat(errors("{'a': 1" + ", 'a': 1".repeat(1_000) + "}", JsonFormTest::takeAll))
        .hasSize(100);
  }

  private static void takeAll(JsonForm form) {
    form.names().forEach(form::take);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "``          | The body must be a JSON object.",
        "[]          | The body must be a JSON object.",
        "{} {}       | The body must be one JSON object, with nothing after it.",
        "{'a'        | The body is not valid JSON: the text ends too early (line 1, column 5).",
        "\uFEFF{}    | The body is not valid JSON: unexpected character (line 1, column 1)."
      })
  void a_body_that_is_not_one_object_is_refused(String json, String detail) {
    assertThat(errors(json, form -> {})).containsExactly(new FieldError("", detail));
  }

  @Test
  void a_body_that_is_not_utf_8_or_too_deep_is_refused() {
    InvalidInputException notText =
        catchThrowableOfType(
            InvalidInputException.class, () -> JsonForm.read(new byte[] {'{', (byte) 0xFF, '}'}));

    assertThat(notText.errors())
        .containsExactly(new FieldError("", "The body is not valid UTF-8."));
    assertThat(errors("{'a':" + "[".repeat(64) + "]".repeat(64) + "}", form -> {}))
        .singleElement()
        .satisfies(error -> assertThat(error.detail()).contains("deeper than 64 levels"));
  }
}
