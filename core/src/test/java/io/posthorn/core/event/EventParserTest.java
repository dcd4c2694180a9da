package io.posthorn.core.event;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.json.JsonSlice;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventParserTest {
  @Test
  void an_event_has_all_its_fields() {
    Event event =
        EventParsing.one(
            """
            {"id": "e:1_a-B", "customerId": "acme", "objCode": "PROJ", "eventType": "UPDATE",
             "objId": "4c7c", "eventTime": "2017-10-06T13:36:28.722-0600", "userId": "u-7",
             "newState": {"name": "new"}, "oldState": {"name": "old"}}
            """);

    assertThat(event)
        .isEqualTo(
            new Event(
                "acme",
                "e:1_a-B",
                "PROJ",
                "UPDATE",
                "4c7c",
                Instant.parse("2017-10-06T19:36:28.722Z"),
                "u-7",
                JsonSlice.of("{\"name\": \"new\"}"),
                JsonSlice.of("{\"name\": \"old\"}"),
                null));
  }

  @Test
  void missing_fields_are_filled_in_from_the_request() {
    IntakeContext context =
        new IntakeContext("acme", EventParsing.NOW, () -> "made", "00-trace", EventLimits.DEFAULT);

    Event event =
        EventParser.parse(EventParsing.bytes(EventParsing.event("")), BodyKind.JSON, context)
            .getFirst();

    assertThat(event)
        .isEqualTo(
            new Event(
                "acme",
                "made",
                "PROJ",
                "UPDATE",
                null,
                EventParsing.NOW,
                null,
                null,
                null,
                "00-trace"));
  }

  @Test
  void null_means_that_an_optional_field_is_absent() {
    assertThat(
            EventParsing.one(
                EventParsing.event(
                    ",'customerId':null,'objId':null,'eventTime':null,'userId':null,"
                        + "'newState':null,'oldState':null")))
        .isEqualTo(EventParsing.one(EventParsing.event("")));
  }

  @Test
  void an_id_that_is_null_is_refused_because_it_would_protect_from_nothing() {
    assertThat(EventParsing.errors(EventParsing.event(",'id':null")))
        .containsExactly(
            new FieldError("/id", "id must not be null; give one, or omit the field."));
  }

  @Test
  void an_array_gives_its_events_in_order() {
    List<Event> events =
        EventParsing.json(
            "["
                + EventParsing.event(",'id':'b'")
                + ",\n"
                + EventParsing.event(",'id':'a'")
                + " ] \n");

    assertThat(events).extracting(Event::id).containsExactly("b", "a");
  }

  @Test
  void lines_give_their_events_in_order_and_blank_lines_are_ignored() {
    List<Event> events =
        EventParsing.lines(
            "\n \t\r\n"
                + EventParsing.event(",'id':'b','newState':{'n':1}")
                + "\r\n\n  "
                + EventParsing.event(",'id':'a','newState':{'n':2}")
                + "  \n\n"
                + EventParsing.event(""));

    assertThat(events).extracting(Event::id).containsExactly("b", "a", "id-1");
    assertThat(events.get(1).newState()).hasToString("{\"n\":2}");
  }

  @Test
  void the_same_id_twice_in_one_batch_is_not_an_error_of_the_body() {
    assertThat(
            EventParsing.json(
                "["
                    + EventParsing.event(",'id':'a'")
                    + ","
                    + EventParsing.event(",'id':'a'")
                    + "]"))
        .extracting(Event::id)
        .containsExactly("a", "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{ \t\r\n}",
        "{\"a\":1.0e5,\"b\":-0,\"c\":1E+2,\"d\":0.10,\"e\":123456789012345678901234567890}",
        "{  \"a\" :\t[ 1 ,2,\r\n{ } ] , \"b\":{\"c\" : null } }",
        "{\"\\u0061\\n\\/\\ud83d\\ude00\":\"\\\"}{][,\\\\\"}",
        "{\"größe\":\"日本語 😀 \u2028 \u007f\"}",
        "{\"half\":\"\\ud800\",\"swapped\":\"\\udc00\\ud800\"}",
        "{\"\":{\"\":{\"\":\"\"}}}"
      })
  void states_are_kept_byte_for_byte_as_they_came(String state) {
    byte[] body =
        ("{\"objCode\":\"PROJ\",\"newState\" :\n " + state + " ,\"oldState\":" + state)
            .concat(",\"objId\":\"é\",\"eventType\":\"UPDATE\"}")
            .getBytes(StandardCharsets.UTF_8);

    Event alone = EventParser.parse(body, BodyKind.JSON, EventParsing.context("acme")).getFirst();
    assertThat(alone.newState()).hasToString(state);
    assertThat(alone.oldState()).hasToString(state);
    assertThat(requireNonNull(alone.newState()).bytes()).isSameAs(body);
    assertThat(requireNonNull(alone.oldState()).bytes()).isSameAs(body);
    assertThat(alone.objId()).isEqualTo("é");

    String text = new String(body, StandardCharsets.UTF_8);
    List<Event> array = EventParsing.json("[" + text + "," + text + "]");
    assertThat(array.get(1).newState()).hasToString(state);
    assertThat(array.get(1).oldState()).hasToString(state);

    String line = text.replace('\n', ' ').replace('\r', ' ');
    List<Event> lines = EventParsing.lines("\n" + line + "\n" + line);
    assertThat(lines.get(1).newState()).hasToString(state.replace('\n', ' ').replace('\r', ' '));
  }

  @Test
  void objId_and_userId_may_have_any_characters_also_as_escapes() {
    Event event =
        EventParsing.one(EventParsing.event(",'objId':'\\ud83d\\ude00 \\u00e9','userId':'😀 é/~'"));

    assertThat(event.objId()).isEqualTo("😀 é");
    assertThat(event.userId()).isEqualTo("😀 é/~");
  }

  @Test
  void a_key_for_all_customers_takes_the_customer_that_each_event_names() {
    List<Event> events =
        EventParser.parse(
            EventParsing.bytes(
                "["
                    + EventParsing.event(",'customerId':'a'")
                    + ","
                    + EventParsing.event(",'customerId':'b.2'")
                    + "]"),
            BodyKind.JSON,
            EventParsing.context(null));

    assertThat(events).extracting(Event::customerId).containsExactly("a", "b.2");
  }

  @Test
  void a_key_for_all_customers_must_name_one_in_each_event() {
    assertThat(
            EventParsing.refusal(
                    EventParsing.bytes("[" + EventParsing.event("") + "]"),
                    BodyKind.JSON,
                    EventParsing.context(null))
                .errors())
        .containsExactly(
            new FieldError("/0/customerId", "customerId is missing; every event needs it."));
  }

  @Test
  void an_event_of_another_customer_than_the_keys_is_an_error_at_that_field() {
    assertThat(EventParsing.errors("[" + EventParsing.event(",'customerId':'other'") + "]"))
        .containsExactly(
            new FieldError(
                "/0/customerId",
                "This request is for customer acme only; omit customerId, or use that id; got"
                    + " \"other\"."));
  }

  @Test
  void CREATE_has_no_oldState() {
    assertThat(EventParsing.pointers("{'objCode':'A','oldState':{'a':1},'eventType':'CREATE'}"))
        .containsExactly("/oldState");
  }

  @Test
  void DELETE_has_no_newState() {
    assertThat(EventParsing.pointers("{'objCode':'A','eventType':'DELETE','newState':{'a':1}}"))
        .containsExactly("/newState");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "{ \\t }"})
  void an_empty_state_that_must_be_absent_is_absent(String empty) {
    String state = empty.replace("\\t", "\t");

    assertThat(
            EventParsing.one(
                "{'objCode':'A','eventType':'CREATE','newState':{'a':1},'oldState':" + state + "}"))
        .satisfies(e -> assertThat(e.oldState()).isNull())
        .satisfies(e -> assertThat(e.newState()).hasToString("{\"a\":1}"));
    assertThat(
            EventParsing.one(
                "{'objCode':'A','eventType':'DELETE','newState':" + state + ",'oldState':{'a':1}}"))
        .satisfies(e -> assertThat(e.newState()).isNull())
        .satisfies(e -> assertThat(e.oldState()).hasToString("{\"a\":1}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE", "SHARE", "create", "delete"})
  void other_event_types_may_have_both_states_or_none(String type) {
    String head = "{'objCode':'A','eventType':'" + type + "'";

    assertThat(EventParsing.one(head + ",'newState':{'a':1},'oldState':{'a':1}}").oldState())
        .isNotNull();
    assertThat(EventParsing.one(head + ",'newState':{}}").newState()).hasToString("{}");
    assertThat(EventParsing.one(head + "}").newState()).isNull();
  }
}
