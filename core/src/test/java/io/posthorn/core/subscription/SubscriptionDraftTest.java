package io.posthorn.core.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.url.TargetUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionDraftTest {
  private static final String REQUIRED =
      "\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\", \"url\": \"https://example.com/hook\"";

  @Test
  void a_draft_needs_objCode_eventType_and_url_and_the_rest_has_defaults() {
    assertThat(parse("{" + REQUIRED + "}"))
        .isEqualTo(
            new SubscriptionDraft(
                "PROJ",
                "UPDATE",
                null,
                new TargetUrl("https://example.com/hook"),
                FilterSet.none(),
                PayloadVersion.V2,
                PayloadFormat.WORKFRONT,
                false,
                null,
                null,
                false));
  }

  @ParameterizedTest
  @CsvSource({
    "PROJ, UPDATE, false, /format",
    "*, *, false, /format",
    "PROJ, POSTHORN_X, false, /format",
    "POSTHORN_ENDPOINT, *, true, /base64Encoding"
  })
  void format_slack_is_valid_only_for_operational_codes_and_without_base64(
      String objCode, String eventType, boolean base64, String pointer) {
    String json =
        "{\"objCode\": \"%s\", \"eventType\": \"%s\", \"url\": \"https://example.com/hook\","
            + " \"format\": \"slack\", \"base64Encoding\": %s}";

    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class, () -> parse(json.formatted(objCode, eventType, base64)));

    assertThat(refused.errors()).extracting(FieldError::pointer).containsExactly(pointer);
    assertThat(parse(json.formatted("POSTHORN_DROPS", "*", false)).format())
        .isEqualTo(PayloadFormat.SLACK);
  }

  @ParameterizedTest
  @CsvSource({"true, v2, /base64Encoding", "false, v1, /version"})
  void format_cloudevents_has_no_base64_and_no_v1(boolean base64, String version, String pointer) {
    String json =
        "{\"objCode\": \"PROJ\", \"eventType\": \"*\", \"url\": \"https://example.com/hook\","
            + " \"format\": \"cloudevents\", \"base64Encoding\": %s, \"version\": \"%s\"}";

    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class, () -> parse(json.formatted(base64, version)));

    assertThat(refused.errors()).extracting(FieldError::pointer).containsExactly(pointer);
    assertThat(parse(json.formatted(false, "v2")).format()).isEqualTo(PayloadFormat.CLOUDEVENTS);
  }

  @Test
  void every_field_is_read() {
    SubscriptionDraft draft =
        parse(
            """
            {"objCode": "*", "eventType": "POSTHORN_ENDPOINT", "url": "HTTPS://Example.com",
             "authToken": "very-secret-cafe", "objId": "4f\\u00e9", "filters": [ ],
             "filterConnector": "AND", "base64Encoding": true, "version": "v1",
             "format": "standard", "description": "alerts\\nfor ops"}
            """);

    assertThat(draft.objCode()).isEqualTo("*");
    assertThat(draft.eventType()).isEqualTo("POSTHORN_ENDPOINT");
    assertThat(draft.url()).hasToString("https://example.com/");
    assertThat(draft.authToken()).extracting(AuthToken::clear).isEqualTo("very-secret-cafe");
    assertThat(draft.objId()).isEqualTo("4f\u00E9");
    assertThat(draft.filters().canonical()).isEqualTo("[]");
    assertThat(draft.base64()).isTrue();
    assertThat(draft.version()).isEqualTo(PayloadVersion.V1);
    assertThat(draft.format()).isEqualTo(PayloadFormat.STANDARD);
    assertThat(draft.description()).isEqualTo("alerts\nfor ops");
  }

  @Test
  void a_null_optional_field_is_one_that_was_left_out() {
    String nulls =
        """
        , "authToken": null, "objId": null, "filters": null, "filterConnector": null,
        "base64Encoding": null, "version": null, "format": null, "description": null}
        """;

    assertThat(parse("{" + REQUIRED + nulls)).isEqualTo(parse("{" + REQUIRED + "}"));
  }

  @Test
  void the_clear_token_is_in_the_text_of_nothing() {
    SubscriptionDraft draft = parse("{" + REQUIRED + ", \"authToken\": \"very-secret-cafe\"}");
    Subscription made = draft.create(new SubscriptionId(1, 2), "acme", new byte[] {1}, 5);

    assertThat(draft.toString()).contains("****cafe").doesNotContain("secret");
    assertThat(made.toString()).contains("****cafe").doesNotContain("secret");
  }

  @Test
  void all_errors_are_reported_at_once_with_a_pointer_each() {
    List<FieldError> errors =
        errors(
            """
            {"objCode": "1st", "eventType": 7, "url": "https://example.com/", "authToken": "****cafe",
             "objId": "", "filters": {"fieldName": "a"}, "filterConnector": "and",
             "base64Encoding": "true", "version": "v3", "format": "xml", "description": [1, {}],
             "objcode": "PROJ", "a/b~c": {"deep": [1]}, "url": "ftp://x"}
            """);

    assertThat(errors)
        .extracting(FieldError::pointer)
        .containsExactlyInAnyOrder(
            "/objCode",
            "/eventType",
            "/url",
            "/url",
            "/authToken",
            "/objId",
            "/filters",
            "/filterConnector",
            "/base64Encoding",
            "/version",
            "/format",
            "/description",
            "/objcode",
            "/a~1b~0c");
    assertThat(errors).extracting(FieldError::detail).allMatch(detail -> detail.endsWith("."));
  }

  @Test
  void an_unknown_field_is_refused_and_the_known_ones_are_named() {
    assertThat(errors("{" + REQUIRED + ", \"uri\": 1}"))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.pointer()).isEqualTo("/uri");
              assertThat(error.detail()).contains("objCode, eventType, url, authToken, objId");
            });
  }

  @Test
  void a_duplicate_key_is_refused_even_with_the_same_value() {
    assertThat(errors("{" + REQUIRED + ", \"obj\\u0043ode\": \"PROJ\"}"))
        .containsExactly(
            new FieldError("/objCode", "The field is given more than once; keep one."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"objCode\": null, \"eventType\": null, \"url\": null}"})
  void a_missing_required_field_is_named(String json) {
    assertThat(errors(json))
        .containsExactly(
            new FieldError("/objCode", "The field is required."),
            new FieldError("/eventType", "The field is required."),
            new FieldError("/url", "The field is required."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "a", "Z", "PROJ", "a.b-c_D9", "POSTHORN_DROPS"})
  void a_code_is_free_text_or_a_star(String code) {
    assertThat(parse(with("objCode", code)).objCode()).isEqualTo(code);
    assertThat(parse(with("eventType", code)).eventType()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "**", "*a", "a*", "9a", "_a", ".a", "a b", "a/b", "\u00E9", "a\u0663"})
  void anything_else_is_no_code(String code) {
    assertThat(errors(with("objCode", code)))
        .extracting(FieldError::pointer)
        .containsExactly("/objCode");
    assertThat(errors(with("eventType", code)))
        .extracting(FieldError::pointer)
        .containsExactly("/eventType");
  }

  @ParameterizedTest
  @CsvSource({"objCode, 64", "eventType, 64", "objId, 255", "description, 1000", "authToken, 255"})
  void a_text_has_a_length_that_it_may_reach_and_not_pass(String field, int most) {
    assertThat(parse(with(field, "a".repeat(most)))).isNotNull();
    assertThat(errors(with(field, "a".repeat(most + 1))))
        .extracting(FieldError::pointer)
        .containsExactly("/" + field);
  }

  @Test
  void characters_are_counted_as_users_count_them() {
    assertThat(parse(with("objId", "\uD83D\uDE00".repeat(255))).objId()).hasSize(510);
    assertThat(errors(with("objId", "\uD83D\uDE00".repeat(256)))).hasSize(1);
  }

  @Test
  void half_a_surrogate_pair_is_refused_since_it_could_not_be_kept() {
    assertThat(errors("{" + REQUIRED + ", \"objId\": \"\\ud83d\", \"description\": \"\\ude00\"}"))
        .extracting(FieldError::pointer)
        .containsExactly("/objId", "/description");
  }

  @ParameterizedTest
  @CsvSource({"workfront, WORKFRONT", "standard, STANDARD", "raw, RAW"})
  void a_format_is_workfront_standard_or_raw(String text, PayloadFormat format) {
    assertThat(parse(with("format", text)).format()).isEqualTo(format);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "V2", "2", " v2"})
  void a_version_is_exactly_v1_or_v2(String version) {
    assertThat(errors(with("version", version)))
        .containsExactly(
            new FieldError("/version", "The version must be v1 or v2; got \"" + version + "\"."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "7",
        "\"text\"",
        "{",
        "{}{}",
        "{} x",
        "{\"objCode\"}",
        "{\"objCode\": \"a\",}",
        "{'objCode': 'a'}",
        "{\"objCode\": NaN}",
        "{\"objCode\": 01}",
        "{\"objCode\": \"\\q\"}",
        "{\"objCode\": \"a\nb\"}",
        "{\"filters\": [\"a\nb\"]}",
        "\uFEFF{}",
      })
  void a_body_that_is_not_one_json_object_is_refused_as_a_whole(String json) {
    assertThat(errors(json))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.pointer()).isEmpty();
              assertThat(error.detail()).startsWith("The body ");
            });
  }

  @Test
  void broken_json_is_reported_by_its_position_without_repeating_the_input() {
    assertThat(errors("{\"authToken\":\nsecret}"))
        .singleElement()
        .satisfies(error -> assertThat(error.detail()).contains("line 2").doesNotContain("secret"));
  }

  @Test
  void invalid_utf_8_and_other_encodings_are_refused() {
    String json = "{" + REQUIRED + ", \"description\": \"?\"}";
    byte[] stray = json.getBytes(StandardCharsets.UTF_8);
    stray[json.indexOf('?')] = (byte) 0xE9;

    assertThat(errors(stray)).containsExactly(new FieldError("", "The body is not valid UTF-8."));
    assertThat(errors("{}".getBytes(StandardCharsets.UTF_16BE))).hasSize(1);
    assertThat(errors("{}".getBytes(StandardCharsets.UTF_16LE))).hasSize(1);
  }

  @Test
  void json_may_be_64_levels_deep_and_no_deeper() {
    assertThat(errors(nested(63))).extracting(FieldError::pointer).containsExactly("/x");
    assertThat(errors(nested(64))).extracting(FieldError::detail).first().asString().contains("64");
  }

  @Test
  void a_body_made_of_mistakes_does_not_make_a_response_of_its_size() {
    StringBuilder json = new StringBuilder("{\"u\": 0");
    for (int i = 0; i < 1_000; i++) {
      json.append(", \"u").append(i).append("\": 0");
    }

    assertThat(errors(json + "}")).hasSize(100);
  }

  @Test
  void a_large_body_is_read_to_its_end() {
    // Longer than any buffer of the parser, with filters behind it.
    String blanks = " ".repeat(100_000);
    String json = "{" + REQUIRED + "," + blanks + "\"filters\":" + blanks + "[" + blanks + "]}";

    assertThat(parse(json).filters().canonical()).isEqualTo("[]");
  }

  @Test
  void filters_are_compiled_for_the_event_type_and_their_errors_collected_with_the_others() {
    String oldStateOnCreate =
        """
        {"objCode": "PROJ", "eventType": "CREATE", "url": "nowhere", "filters": [
          {"fieldName": "a", "fieldValue": "1"},
          {"fieldName": "a", "fieldValue": "1", "state": "oldState"}]}
        """;

    assertThat(errors(oldStateOnCreate))
        .extracting(FieldError::pointer)
        .containsExactlyInAnyOrder("/url", "/filters/1/state");
  }

  @Test
  void a_draft_becomes_a_subscription_that_was_never_switched() {
    SubscriptionDraft draft = parse("{" + REQUIRED + ", \"authToken\": \"very-secret-cafe\"}");

    Subscription made = draft.create(new SubscriptionId(1, 2), "acme", new byte[] {1, 2}, 5_000);

    assertThat(made.id()).isEqualTo(new SubscriptionId(1, 2));
    assertThat(made.customerId()).isEqualTo("acme");
    assertThat(made.authToken()).containsExactly(1, 2);
    assertThat(made.authTokenHint()).isEqualTo("****cafe");
    assertThat(made.previousVersion()).isEqualTo(made.version());
    assertThat(made.versionSwitchedAt()).isZero();
    assertThat(made.createdAt()).isEqualTo(5_000);
    assertThat(made.modifiedAt()).isEqualTo(5_000);
  }

  @Test
  void a_token_must_come_sealed_and_no_seal_without_a_token() {
    SubscriptionDraft without = parse("{" + REQUIRED + "}");
    SubscriptionDraft with = parse("{" + REQUIRED + ", \"authToken\": \"t\"}");
    SubscriptionId id = new SubscriptionId(1, 2);

    assertThatIllegalArgumentException().isThrownBy(() -> with.create(id, "acme", null, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> without.create(id, "acme", new byte[] {1}, 0));
  }

  private static String with(String field, String value) {
    String others = REQUIRED.replaceAll("\"" + field + "\": \"[^\"]*\",? ?", "");
    return "{\"" + field + "\": \"" + value + "\", " + others.replaceAll(", $", "") + "}";
  }

  private static String nested(int levels) {
    return "{" + REQUIRED + ", \"x\": " + "[".repeat(levels) + "]".repeat(levels) + "}";
  }

  private static SubscriptionDraft parse(String json) {
    return SubscriptionDraft.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  private static List<FieldError> errors(String json) {
    return errors(json.getBytes(StandardCharsets.UTF_8));
  }

  private static List<FieldError> errors(byte[] json) {
    InvalidInputException e =
        catchThrowableOfType(InvalidInputException.class, () -> SubscriptionDraft.parse(json));
    assertThat(e).isNotNull();
    return e.errors();
  }
}
