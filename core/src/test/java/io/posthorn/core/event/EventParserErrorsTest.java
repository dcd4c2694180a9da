package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.input.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventParserErrorsTest {
  @Test
  void all_errors_of_a_batch_are_named_with_the_index_of_their_event() {
    String batch =
        String.join(
            "\n%s",
            EventParsing.event(""),
            "{'objCode':'1','eventType':'UPDATE','bogus':[{'a':1}],'id':'no spaces'}",
            EventParsing.event(""),
            "{'eventTime':'today','newState':[],'oldState':'text'}",
            "[{}]",
            "{'objCode':7,'eventType':true,'objId':12,'userId':{}}");
    String[] pointers = {
      "/1/objCode",
      "/1/bogus",
      "/1/id",
      "/3/eventTime",
      "/3/newState",
      "/3/oldState",
      "/3/objCode",
      "/3/eventType",
      "/4",
      "/5/objCode",
      "/5/eventType",
      "/5/objId",
      "/5/userId"
    };

    assertThat(EventParsing.pointers("[" + batch.replace("%s", ",") + "]"))
        .containsExactly(pointers);
    assertThat(EventParsing.pointersOfLines(batch.replace("%s", ""))).containsExactly(pointers);
  }

  @Test
  void quoted_input_is_cut_so_that_the_error_is_not_larger_than_the_request() {
    String name = "n".repeat(40_000);

    List<FieldError> errors = EventParsing.errors("{'" + name + "': 1}");

    assertThat(errors.getFirst().pointer())
        .hasSize(FieldError.MOST_CHARACTERS)
        .startsWith("/nnn")
        .endsWith("n…");
  }

  @Test
  void errors_of_a_single_event_point_to_its_fields() {
    assertThat(EventParsing.pointers("{'objCode':'*','oldState':1}"))
        .containsExactly("/objCode", "/oldState", "/eventType");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          objCode   | ""                | letter
          objCode   | "1A"              | letter
          objCode   | "A B"             | letter
          objCode   | "Ä"               | letter
          objCode   | "*"               | letter
          objCode   | 7                 | text, in double quotes
          objCode   | "POSTHORN_X"      | Codes that begin with POSTHORN_ are reserved
          objCode   | "POSTHORN_"       | Codes that begin with POSTHORN_ are reserved
          eventType | "POSTHORN_X"      | Codes that begin with POSTHORN_ are reserved
          objCode   | null              | objCode is missing
          eventType | null              | eventType is missing
          eventType | "UP DATE"         | letter
          eventType | ["UPDATE"]        | text, in double quotes
          id        | ""                | 1 to 128
          id        | "a b"             | 1 to 128
          id        | "a.b"             | 1 to 128
          id        | "\\ud800"         | 1 to 128
          id        | 1                 | text, in double quotes
          customerId| "_a"              | a letter or digit
          customerId| "a/b"             | a letter or digit
          objId     | ""                | 1 to 255
          objId     | 17                | text, in double quotes
          objId     | "a\\u0000"        | control characters
          objId     | "a\\n"            | control characters
          objId     | "\\u0085"         | control characters
          objId     | "\\ud800"         | surrogate
          objId     | "\\ude00\\ud83d"  | surrogate
          userId    | "\\ud83dx"        | surrogate
          userId    | false             | text, in double quotes
          newState  | []                | a JSON object, or absent
          newState  | "{}"              | a JSON object, or absent
          oldState  | 0                 | a JSON object, or absent
          """,
      delimiter = '|')
  void an_error_names_the_bad_field_and_the_fix(String field, String value, String detail) {
    String others =
        switch (field) {
          case "objCode" -> "'eventType':'UPDATE'";
          case "eventType" -> "'objCode':'PROJ'";
          default -> "'objCode':'PROJ','eventType':'UPDATE'";
        };

    List<FieldError> errors = EventParsing.errors("{" + others + ",'" + field + "':" + value + "}");

    assertThat(errors).singleElement().extracting(FieldError::pointer).isEqualTo("/" + field);
    assertThat(errors.getFirst().detail()).contains(detail);
  }

  @Test
  void an_unknown_field_is_an_error_even_when_it_is_null_and_its_name_is_escaped_in_the_pointer() {
    assertThat(EventParsing.pointers("[" + EventParsing.event(",'objcode':null,'a/b~c':{}") + "]"))
        .containsExactly("/0/objcode", "/0/a~1b~0c");
  }

  @Test
  void a_duplicate_key_is_an_error_at_any_depth() {
    assertThat(EventParsing.pointers(EventParsing.event(",'objId':'a','objId':'a'")))
        .containsExactly("/objId");
    assertThat(EventParsing.pointers(EventParsing.event(",'newState':{'a':1,'b':2,'a':1}")))
        .containsExactly("/newState/a");
    assertThat(
            EventParsing.pointers(
                "["
                    + EventParsing.event(",'oldState':{'x':[{'a':{'b':1,'b':1}},{'c':1,'c':1}]}")
                    + "]"))
        .containsExactly("/0/oldState/x/0/a/b", "/0/oldState/x/1/c");
    assertThat(EventParsing.pointersOfLines("\n" + EventParsing.event(",'newState':{'a':1,'a':1}")))
        .containsExactly("/0/newState/a");
  }

  @Test
  void keys_are_compared_by_value_and_not_by_spelling() {
    assertThat(EventParsing.pointers(EventParsing.event(",'newState':{'a':1,'\\u0061':1}")))
        .containsExactly("/newState/a");
    assertThat(EventParsing.pointers(EventParsing.event(",'newState':{'😀':1,'\\ud83d\\ude00':1}")))
        .containsExactly("/newState/😀");
    assertThat(EventParsing.pointers(EventParsing.event(",'obj\\u0049d':'x','objId':'x'")))
        .containsExactly("/objId");
  }

  @Test
  void the_same_key_in_different_objects_is_no_duplicate() {
    assertThat(
            EventParsing.one(
                EventParsing.event(",'newState':{'a':{'a':[{'a':1},{'a':1}]},'b':{'a':1}}")))
        .isNotNull();
  }

  @Test
  void a_duplicate_key_among_many_is_found() {
    StringBuilder state = new StringBuilder("{'k0':0");
    for (int i = 1; i < 40; i++) {
      state.append(",'k").append(i).append("':0");
    }
    assertThat(EventParsing.one(EventParsing.event(",'newState':" + state + "}"))).isNotNull();
    for (int twice : new int[] {0, 15, 16, 17, 39}) {
      assertThat(
              EventParsing.pointers(
                  EventParsing.event(",'newState':" + state + ",'k" + twice + "':0}")))
          .containsExactly("/newState/k" + twice);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'objCode':'A','eventType':'B',}",
        "{'objCode':'A' 'eventType':'B'}",
        "{objCode:'A'}",
        "{'objCode':'A','eventType':'B','newState':{'a':NaN}}",
        "{'objCode':'A','eventType':'B','newState':{'a':-Infinity}}",
        "{'objCode':'A','eventType':'B','newState':{'a':01}}",
        "{'objCode':'A','eventType':'B','newState':{'a':+1}}",
        "{'objCode':'A','eventType':'B','newState':{'a':.5}}",
        "{'objCode':'A','eventType':'B','newState':{'a':1.}}",
        "{'objCode':'A','eventType':'B','newState':{'a':1 /* one */}}",
        "{'objCode':'A','eventType':'B'} // done",
        "# first\n{'objCode':'A','eventType':'B'}",
        "{'objCode':'A','eventType':'B','newState':{'a':'tab\there'}}",
        "{'objCode':'A','eventType':'B','newState':{'a':'\\x'}}",
        "{'objCode':'A','eventType':'B','newState':{'a':'\\u12'}}",
        "{'objCode':'A','eventType':'B','newState':{'a':tru}}",
        "{'objCode':'A','eventType':'B','newState':{'a':1]}",
        "{'objCode':'A','eventType':'B','newState':{'a':[1,]}}",
        "{'objCode':'A','eventType':'B'",
        "{'objCode':'A','eventType':'B'}}",
        "{'objCode':'A','eventType':'B'} {'objCode':'A','eventType':'B'}",
        "{'objCode':'A','eventType':'B'}x",
        "[{'objCode':'A','eventType':'B'}",
        "[{'objCode':'A','eventType':'B'},]",
        "[{'objCode':'A','eventType':'B'}]]",
        "{'objCode':'A','eventType':'B'}\u00a0",
        "'text",
        "",
        "  \n ",
        "[]",
        "[ ]",
        "null",
        "17",
        "'text'"
      })
  void a_body_that_is_not_an_event_in_JSON_is_refused(String body) {
    assertThat(EventParsing.errors(body))
        .isNotEmpty()
        .allSatisfy(e -> assertThat(e.detail()).isNotBlank());
    assertThat(EventParsing.pointersOfLines(body)).isNotEmpty();
  }

  @Test
  void half_a_surrogate_pair_in_a_key_is_refused_since_no_filter_could_name_that_field() {
    assertThat(EventParsing.errors(EventParsing.event(",'newState':{'\\udc00':1}")))
        .singleElement()
        .satisfies(e -> assertThat(e.detail()).contains("surrogate"));
  }

  @Test
  void malformed_JSON_is_reported_with_its_position() {
    assertThat(
            EventParsing.errors(
                "[\n"
                    + EventParsing.event("")
                    + ",\n  "
                    + EventParsing.event(",'newState':{'a':x}")))
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.pointer()).isEqualTo("/1");
              assertThat(e.detail())
                  .startsWith(
                      "This is not valid JSON: unquoted text that is not true, false or null"
                          + " (line 3, column ");
            });
  }

  @Test
  void a_malformed_line_of_NDJSON_is_named_by_its_event_and_its_line() {
    assertThat(
            EventParsing.refusal(
                    EventParsing.bytes(EventParsing.event("") + "\n{'objCode':"),
                    BodyKind.NDJSON,
                    EventParsing.context("acme"))
                .errors())
        .containsExactly(
            new FieldError(
                "/1", "This is not valid JSON: the text ends too early (line 2, column 12)."));
  }

  @Test
  void after_a_malformed_line_the_others_are_read_on() {
    List<FieldError> errors =
        EventParsing.refusal(
                EventParsing.bytes(
                    "{'objCode':\n\n" + EventParsing.event("") + "\n{'objCode':'A'}\n{} {}"),
                BodyKind.NDJSON,
                EventParsing.context("acme"))
            .errors();

    assertThat(errors)
        .extracting(FieldError::pointer)
        .containsExactly("/0", "/2/eventType", "/3/objCode", "/3/eventType", "/3");
    assertThat(errors.getFirst().detail()).contains("(line 1, column 12)");
    assertThat(errors.getLast().detail()).contains("on its own line");
  }

  @Test
  void an_event_over_several_lines_is_not_NDJSON() {
    assertThat(EventParsing.pointersOfLines("{'objCode':'A',\n'eventType':'B'}"))
        .containsExactly("/0", "/1", "/1");
  }

  @Test
  void the_list_of_errors_is_bounded() {
    String batch = "[" + "{},".repeat(999) + "{}]";

    assertThat(EventParsing.errors(batch))
        .hasSize(BatchErrors.MAX_ERRORS + 1)
        .last()
        .isEqualTo(new FieldError("", "There are more errors; only the first 100 are listed."));
    assertThat(EventParsing.errors("[" + "{},".repeat(49) + "{}]")).hasSize(100);
  }

  @Test
  void a_byte_order_mark_is_refused() {
    assertThat(EventParsing.errors("\ufeff" + EventParsing.event("")))
        .singleElement()
        .satisfies(e -> assertThat(e.detail()).contains("byte order mark"));
    assertThat(
            EventParsing.pointersOfLines(
                EventParsing.event("") + "\n\ufeff" + EventParsing.event("")))
        .containsExactly("/1");
  }

  @Test
  void other_encodings_than_UTF_8_are_refused() {
    for (var charset :
        List.of(
            StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE,
            StandardCharsets.UTF_16,
            StandardCharsets.UTF_32LE,
            StandardCharsets.UTF_32BE)) {
      byte[] body = EventParsing.event("").replace('\'', '"').getBytes(charset);
      for (BodyKind kind : BodyKind.values()) {
        assertThat(EventParsing.refusal(body, kind, EventParsing.context("acme")).errors())
            .isNotEmpty();
      }
    }
  }

  @Test
  void invalid_UTF_8_is_refused_anywhere_in_the_body() {
    byte[] body = EventParsing.bytes(EventParsing.event(",'newState':{'a':'??'}"));
    int at = new String(body, StandardCharsets.US_ASCII).indexOf("??");
    body[at] = (byte) 0xC0; // an overlong slash, which the JSON reader would let pass
    body[at + 1] = (byte) 0xAF;

    assertThat(EventParsing.refusal(body, BodyKind.JSON, EventParsing.context("acme")).errors())
        .containsExactly(
            new FieldError(
                "",
                "The body is not UTF-8; the first invalid byte is at position "
                    + at
                    + ", counted from 0."));
  }

  @Test
  void keys_chosen_to_collide_are_refused_quickly() {
    StringBuilder state = new StringBuilder("{'a':1");
    for (int n = 0; n < 15_000; n++) {
      state.append(",'").append(permutation(n)).append("':1");
    }

    assertThat(EventParsing.errors(EventParsing.event(",'newState':" + state + "}")))
        .singleElement()
        .satisfies(e -> assertThat(e.detail()).contains("colliding hash codes"));
  }

  /** Groups of four bytes in ever another order: the JSON reader's hash of keys only adds them. */
  private static String permutation(int n) {
    StringBuilder rest = new StringBuilder("abcdefghij");
    StringBuilder key = new StringBuilder("prefixprefix");
    for (int left = 10, code = n; left > 0; code /= left, left--) {
      key.append('q').append(rest.charAt(code % left)).append("zz");
      rest.deleteCharAt(code % left);
    }
    return key.toString();
  }
}
