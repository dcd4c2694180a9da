package io.posthorn.core.message;

import static io.posthorn.core.subscription.PayloadFormat.RAW;
import static io.posthorn.core.subscription.PayloadFormat.STANDARD;
import static io.posthorn.core.subscription.PayloadFormat.WORKFRONT;
import static io.posthorn.core.subscription.PayloadVersion.V1;
import static io.posthorn.core.subscription.PayloadVersion.V2;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Rendering;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessageBodyTest {
  private static final Instant TIME = Instant.ofEpochSecond(1_507_318_588, 722_000_000);
  private static final String NEW = "{ \"n\" : [1.0e5] ,\"é\":\"\\u00e9😀\"}";
  private static final String OLD = "{\"n\":-0}";
  private static final Rendering CLOUD = new Rendering(V2, PayloadFormat.CLOUDEVENTS, false);

  private static Event event(String type, @Nullable String newState, @Nullable String oldState) {
    return new Event(
        "acme", "e1", "PROJ", type, "o-1", TIME, "u-1", slice(newState), slice(oldState), null);
  }

  /** A slice in the midst of other bytes, as intake makes them. */
  private static @Nullable JsonSlice slice(@Nullable String json) {
    if (json == null) {
      return null;
    }
    byte[] bytes = ("[[\"" + json + "\"]]").getBytes(UTF_8);
    return new JsonSlice(bytes, 3, bytes.length - 3);
  }

  private static String render(Event event, Rendering rendering) {
    return new String(MessageBody.render(event, rendering, "sub_1"), UTF_8);
  }

  private static String v1(String state) {
    return render(event("UPDATE", state, null), new Rendering(V1, RAW, false));
  }

  @Test
  void format_workfront_has_all_keys_in_order_and_states_byte_for_byte() {
    assertThat(render(event("UPDATE", NEW, OLD), Rendering.DEFAULT))
        .isEqualTo(
            "{\"subscriptionId\":\"sub_1\",\"eventId\":\"e1\",\"eventType\":\"UPDATE\","
                + "\"objCode\":\"PROJ\",\"objId\":\"o-1\",\"customerId\":\"acme\","
                + "\"userId\":\"u-1\",\"eventTime\":{\"epochSecond\":1507318588,"
                + "\"nano\":722000000},\"eventVersion\":\"v2\",\"subscriptionVersion\":\"v2\","
                + "\"newState\":"
                + NEW
                + ",\"oldState\":"
                + OLD
                + "}");
  }

  @Test
  void in_format_workfront_a_missing_state_is_an_empty_object_and_a_missing_id_is_null() {
    Event event =
        new Event("acme", "e1", "PROJ", "SHARE", null, Instant.EPOCH, null, null, null, null);

    assertThat(render(event, new Rendering(V1, WORKFRONT, false)))
        .isEqualTo(
            "{\"subscriptionId\":\"sub_1\",\"eventId\":\"e1\",\"eventType\":\"SHARE\","
                + "\"objCode\":\"PROJ\",\"objId\":null,\"customerId\":\"acme\","
                + "\"userId\":null,\"eventTime\":{\"epochSecond\":0,\"nano\":0},"
                + "\"eventVersion\":\"v1\",\"subscriptionVersion\":\"v1\","
                + "\"newState\":{},\"oldState\":{}}");
  }

  @Test
  void format_standard_has_type_timestamp_and_the_new_state_as_data() {
    assertThat(render(event("UPDATE", NEW, OLD), new Rendering(V2, STANDARD, false)))
        .isEqualTo(
            "{\"type\":\"PROJ.UPDATE\",\"timestamp\":\"2017-10-06T19:36:28.722Z\",\"data\":"
                + NEW
                + "}");
  }

  @Test
  void format_standard_has_the_old_state_of_a_DELETE_as_data() {
    assertThat(render(event("DELETE", null, OLD), new Rendering(V2, STANDARD, false)))
        .isEqualTo(
            "{\"type\":\"PROJ.DELETE\",\"timestamp\":\"2017-10-06T19:36:28.722Z\",\"data\":"
                + OLD
                + "}");
  }

  @Test
  void format_raw_is_the_state_alone() {
    Rendering raw = new Rendering(V2, RAW, false);

    assertThat(render(event("UPDATE", NEW, OLD), raw)).isEqualTo(NEW);
    assertThat(render(event("DELETE", null, OLD), raw)).isEqualTo(OLD);
    assertThat(render(event("UPDATE", null, OLD), raw)).isEqualTo("{}");
    assertThat(render(event("DELETE", null, null), raw)).isEqualTo("{}");
  }

  @Test
  void with_base64Encoding_both_states_are_Base64_text_of_their_JSON() {
    assertThat(render(event("UPDATE", NEW, OLD), new Rendering(V2, WORKFRONT, true)))
        .endsWith(",\"newState\":\"" + base64(NEW) + "\",\"oldState\":\"" + base64(OLD) + "\"}");
    assertThat(render(event("CREATE", NEW, null), new Rendering(V2, WORKFRONT, true)))
        .endsWith(",\"newState\":\"" + base64(NEW) + "\",\"oldState\":\"e30=\"}");
  }

  @Test
  void with_base64Encoding_data_and_the_raw_state_are_JSON_text_as_well() {
    assertThat(render(event("UPDATE", NEW, OLD), new Rendering(V2, STANDARD, true)))
        .endsWith(",\"data\":\"" + base64(NEW) + "\"}");
    assertThat(render(event("DELETE", null, OLD), new Rendering(V2, RAW, true)))
        .isEqualTo("\"" + base64(OLD) + "\"");
  }

  @Test
  void base64_uses_the_standard_alphabet_for_every_length() {
    for (int length = 0; length < 8; length++) {
      String state = "{\"a\":\"" + "?>~é".repeat(4) + "x".repeat(length) + "\"}";
      assertThat(render(event("UPDATE", state, null), new Rendering(V2, RAW, true)))
          .isEqualTo("\"" + base64(state) + "\"");
    }
    assertThat(base64("{\"a\":\"" + "?>~é".repeat(4) + "x\"}")).containsAnyOf("+", "/");
  }

  @Test
  void in_v1_base64_is_of_the_JSON_that_v1_would_send() {
    assertThat(
            render(
                event("UPDATE", "{\"a\":[1],\"b\":[\"x\"]}", null), new Rendering(V1, RAW, true)))
        .isEqualTo("\"" + base64("{\"a\":1,\"b\":\"x\"}") + "\"");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                              | {}
          {"a":[1]}                       | {"a":1}
          {"a":["x"]}                     | {"a":"x"}
          {"a":[null],"b":[true]}         | {"a":null,"b":true}
          {"a":[{"b":[1]}]}               | {"a":{"b":[1]}}
          {"a":[[1]]}                     | {"a":[1]}
          {"a":[[]]}                      | {"a":[]}
          {"a":[]}                        | {"a":[]}
          {"a":[ ]}                       | {"a":[ ]}
          {"a":[1,2],"b":[3]}             | {"a":[1,2],"b":3}
          {"a":["x","y"]}                 | {"a":["x","y"]}
          {"a":[[1],[2]],"b":[-1.50E+3]}  | {"a":[[1],[2]],"b":-1.50E+3}
          {"a":{"b":[1]},"c":[1]}         | {"a":{"b":[1]},"c":1}
          { "a" : [ 1 ] , "b" :[ "x"] }   | { "a" : 1 , "b" :"x" }
          {"a":["]"]}                     | {"a":"]"}
          {"a":["\\\\"]}                  | {"a":"\\\\"}
          {"a":["\\"]"],"b":[0]}          | {"a":"\\"]","b":0}
          {"a:[":[1],"\\":[2]":"[3]"}     | {"a:[":1,"\\":[2]":"[3]"}
          {"a":[{"b":"}]"}],"c":[{}]}     | {"a":{"b":"}]"},"c":{}}
          {"é":["😀"]}                    | {"é":"😀"}
          """)
  void in_v1_an_array_of_one_element_among_the_states_fields_is_sent_as_that_element(
      String state, String sent) {
    assertThat(v1(state)).isEqualTo(sent);
    assertThat(render(event("UPDATE", state, state), new Rendering(V1, WORKFRONT, false)))
        .endsWith("\"newState\":" + sent + ",\"oldState\":" + sent + "}");
    assertThat(render(event("UPDATE", state, null), new Rendering(V2, RAW, false)))
        .isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{\"parameterValues\":{\"DE:x\":[1]}} | {\"parameterValues\":{\"DE:x\":1}}",
        "{\"a\":[2],\"parameterValues\" : { \"x\" : [ {\"y\":[1]} ] },\"b\":[3]}"
            + " | {\"a\":2,\"parameterValues\" : { \"x\" : {\"y\":[1]} },\"b\":3}",
        "{\"parameterValues\":{\"parameterValues\":{\"x\":[1]}}}"
            + " | {\"parameterValues\":{\"parameterValues\":{\"x\":[1]}}}",
        "{\"other\":{\"x\":[1]}} | {\"other\":{\"x\":[1]}}",
        "{\"parameterValues\":{}} | {\"parameterValues\":{}}",
        "{\"a\":\"parameterValues\",\"b\":{\"x\":[1]}} | {\"a\":\"parameterValues\",\"b\":{\"x\":[1]}}",
      })
  void in_v1_the_fields_of_parameterValues_are_unwrapped_too(String state, String sent) {
    assertThat(v1(state)).isEqualTo(sent);
  }

  @Test
  void filters_of_v1_see_the_shape_that_is_sent() {
    EventStates states =
        new EventStates(null, JsonSlice.of("{\"a\":[1],\"parameterValues\":{\"x\":[\"y\"]}}"));
    FilterSet filters =
        FilterSet.compile(
            JsonSlice.of(
                "[{\"fieldName\":\"a\",\"fieldValue\":1},"
                    + "{\"fieldName\":\"parameterValues.x\",\"fieldValue\":\"y\"}]"),
            Connector.AND,
            "UPDATE");

    assertThat(filters.matches(V1.shape(states))).isTrue();
    assertThat(filters.matches(V2.shape(states))).isFalse();
  }

  @Test
  void in_v1_many_arrays_and_any_white_space_are_dealt_with() {
    assertThat(v1("{\n\t\"a\"\r\n:\t[\n1\r\n]\n}")).isEqualTo("{\n\t\"a\"\r\n:\t1\n}");
    StringBuilder state = new StringBuilder("{\"k\":[0]");
    StringBuilder sent = new StringBuilder("{\"k\":0");
    for (int i = 0; i < 100; i++) {
      state.append(",\"k").append(i).append("\":[").append(i).append(']');
      sent.append(",\"k").append(i).append("\":").append(i);
    }
    assertThat(v1(state + "}")).isEqualTo(sent + "}");
  }

  @ParameterizedTest
  @EnumSource(PayloadFormat.class)
  void texts_are_escaped_and_encoded_as_JSON(PayloadFormat format) {
    Event event =
        new Event(
            "acme",
            "e1",
            "PROJ",
            "UPDATE",
            "\"\\/\u0000\n\u001f\u007f",
            TIME,
            "é߿ࠀ日\uffff😀\ud800x",
            null,
            null,
            null);

    String body = render(event, new Rendering(V2, format, false));

    if (format == WORKFRONT) {
      assertThat(body)
          .contains(
              "\"objId\":\"\\\"\\\\/\\u0000\\u000a\\u001f\u007f\"",
              "\"userId\":\"é߿ࠀ日\uffff😀\\ud800x\"");
    } else {
      assertThat(body).doesNotContain("objId");
    }
  }

  @Test
  void format_cloudevents_is_structured_with_the_states_bytes_as_data() {
    assertThat(render(event("UPDATE", NEW, OLD), CLOUD))
        .isEqualTo(
            "{\"specversion\":\"1.0\",\"id\":\"e1\",\"source\":\"/posthorn/acme\","
                + "\"type\":\"PROJ.UPDATE\",\"subject\":\"o-1\","
                + "\"time\":\"2017-10-06T19:36:28.722Z\",\"data\":"
                + NEW
                + "}");
    assertThat(render(event("DELETE", null, OLD), CLOUD)).endsWith(",\"data\":" + OLD + "}");
    assertThat(render(event("UPDATE", null, null), CLOUD)).endsWith(",\"data\":{}}");
  }

  @Test
  void without_an_objId_a_cloud_event_has_no_subject() {
    Event event =
        new Event("acme", "e1", "PROJ", "UPDATE", null, TIME, null, slice(NEW), null, null);
    assertThat(render(event, CLOUD))
        .contains("\"type\":\"PROJ.UPDATE\",\"time\":")
        .doesNotContain("subject");
  }

  @ParameterizedTest
  @CsvSource({"acme, /p/acme", "a b/c, /p/a%20b%2Fc", "é~-._:, /p/%C3%A9~-._%3A"})
  void the_source_is_the_setting_and_the_percent_encoded_customer(String customer, String source) {
    Event event =
        new Event(customer, "e1", "PROJ", "UPDATE", null, TIME, null, slice(NEW), null, null);
    assertThat(new String(MessageBody.render(event, CLOUD, "sub_1", "/p/"), UTF_8))
        .contains("\"source\":\"" + source + "\"");
  }
}
