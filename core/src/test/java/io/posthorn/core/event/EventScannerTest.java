package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventScannerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'objCode':'A','eventType':'X'}",
        " { 'objCode' : 'A' ,\n\t'eventType':'X' } \r\n",
        "[{'objCode':'A','eventType':'X'},{'objCode':'B','eventType':'Y','id':'e2'}]",
        "{'objCode':'A','eventType':'X','userId':null,'oldState':null,'eventTime':null}",
        "{'objCode':'A','eventType':'X','eventTime':'2026-01-31T09:30:00.250+01:00'}",
        "{'objCode':'A','eventType':'X','eventTime':{'epochSecond':1769851800,'nano':5}}",
        "{'objCode':'A','eventType':'X','eventTime':{'epochSecond':0}}",
        "{'objCode':'A','eventType':'CREATE','newState':{'a':1},'oldState':{ }}",
        "{'objCode':'A','eventType':'DELETE','oldState':{'a':1},'newState':{}}",
        "{'objCode':'A','eventType':'X','objId':'日本 ü','newState':{'ü':'é','':''}}",
        "{'objCode':'A','eventType':'X','newState':{'a':[1.0e5,-0,0.25,true,false,null,[],{}]}}",
        "{'objCode':'A','eventType':'X','newState':{'a':'\\\\ \\/ \\b\\f\\n"
            + "\\r"
            + "\\t \\u00e9 \\ud83d'}}",
        "{'objCode':'A','eventType':'X','newState':{'a':{'a':{'a':1}},'b':[{'a':1},{'a':2}]}}",
        "{'objCode':'A','eventType':'X','customerId':'acme'}"
      })
  void a_plainly_valid_body_is_read_as_the_parser_reads_it(String json) {
    assertThat(scan(json, BodyKind.JSON)).isEqualTo(strictly(json, BodyKind.JSON));
  }

  @Test
  void lines_are_read_as_the_parser_reads_them() {
    String lines =
        "\n{'objCode':'A','eventType':'X'}\r\n \t\n{'objCode':'B','eventType':'Y'} \n"
            + "{'objCode':'C','eventType':'Z','newState':{'a':'b'}}";
    assertThat(scan(lines, BodyKind.NDJSON)).hasSize(3).isEqualTo(strictly(lines, BodyKind.NDJSON));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "{}",
        "{'objCode':'A'}",
        "{'objCode':'A','eventType':'X'",
        "{'objCode':'A','eventType':'X'}}",
        "{'objCode':'A','eventType':'X'},",
        "{'objCode':'A','eventType':'X',}",
        "{'objCode':'A','eventType':'X','objCode':'A'}",
        "{'objCode':'A','eventType':'X','other':1}",
        "{'objCode':'A','eventType':'X','id':null}",
        "{'objCode':'A','eventType':'X','id':'a b'}",
        "{'objCode':'POSTHORN_A','eventType':'X'}",
        "{'objCode':'A','eventType':'X','customerId':'other'}",
        "{'objCode':'A','eventType':'CREATE','oldState':{'a':1}}",
        "{'objCode':'A','eventType':'X','newState':[]}",
        "{'objCode':'A','eventType':'X','newState':{'a':1,'a':2}}",
        "{'objCode':'A','eventType':'X','newState':{'a':1,'\\u0061':2}}",
        "{'objCode':'A','eventType':'X','newState':{'a':01}}",
        "{'objCode':'A','eventType':'X','newState':{'a':1.}}",
        "{'objCode':'A','eventType':'X','newState':{'a':.5}}",
        "{'objCode':'A','eventType':'X','newState':{'a':+1}}",
        "{'objCode':'A','eventType':'X','newState':{'a':1e}}",
        "{'objCode':'A','eventType':'X','newState':{'a':nul}}",
        "{'objCode':'A','eventType':'X','newState':{'a':'\t'}}",
        "{'objCode':'A','eventType':'X','newState':{'a':'\\x'}}",
        "{'objCode':'A','eventType':'X','newState':{'a':'\\u00g0'}}",
        "{'objCode':'A','eventType':'X','newState':{'a':[1,]}}",
        "{'objCode':'A','eventType':'X','newState':{'a':'\\",
        "{'objCode':'A','eventType':'X','eventTime':{'nano':5}}",
        "{'objCode':'A','eventType':'X','eventTime':{'epochSecond':-1}}",
        "{'objCode':'A','eventType':'X','eventTime':'yesterday'}",
        "'objCode'"
      })
  void anything_else_is_left_to_the_parser(String json) {
    assertThat(scan(json, BodyKind.JSON)).isNull();
  }

  @Test
  void an_event_ends_with_its_line() {
    assertThat(scan("{'objCode':'A',\n'eventType':'X'}", BodyKind.NDJSON)).isNull();
    assertThat(scan("{'objCode':'A','eventType':'X'}{'objCode':'A'}", BodyKind.NDJSON)).isNull();
  }

  @Test
  void objects_of_many_keys_are_read_and_their_duplicates_found() {
    String keys =
        IntStream.range(0, 900).mapToObj(i -> "'k" + i + "':" + i).collect(Collectors.joining(","));
    String before = "{'objCode':'A','eventType':'X','newState':{'a':{" + keys + "}," + keys;
    assertThat(scan(before + "}}", BodyKind.JSON)).hasSize(1);
    assertThat(scan(before + ",'k345':0}}", BodyKind.JSON)).isNull();
    assertThat(scan(before + ",'a':0}}", BodyKind.JSON)).isNull();
  }

  @Test
  void nesting_is_limited_as_in_the_parser() {
    int most = EventLimits.DEFAULT.maxDepth();
    assertThat(scan(nested(most), BodyKind.JSON)).isEqualTo(strictly(nested(most), BodyKind.JSON));
    assertThat(scan(nested(most + 1), BodyKind.JSON)).isNull();
  }

  private static String nested(int levels) {
    return "{'objCode':'A','eventType':'X','newState':{'a':"
        + "[".repeat(levels - 2)
        + "]".repeat(levels - 2)
        + "}}";
  }

  private static @Nullable List<Event> scan(String json, BodyKind kind) {
    return EventScanner.scan(bytes(json), kind, EventParsing.context("acme"));
  }

  private static List<Event> strictly(String json, BodyKind kind) {
    return EventParser.parseStrictly(bytes(json), kind, EventParsing.context("acme"));
  }

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
