package io.posthorn.core.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Rendering;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operational events in format slack: a sentence with the numbers and a link to the console. */
class SlackSentenceTest {
  private static final Rendering SLACK =
      new Rendering(PayloadVersion.V2, PayloadFormat.SLACK, false);
  private static final String STATE =
      """
      {"url":"https://shop.example/hook","customerId":"acme","consecutiveFailures":2001,
       "failuresInWindow":71,"attemptsInWindow":101,"lastError":"status 503","count":12,
       "reasons":{"retries_exhausted":9,"expired":3},"sampleIds":["msg_1","msg_2"]%s}\
      """;

  private static String text(String objCode, String eventType, String state) {
    Event event =
        new Event(
            "acme",
            "op_1",
            objCode,
            eventType,
            "ep_1",
            Instant.EPOCH,
            null,
            JsonSlice.of(state),
            null,
            null);
    String body = new String(MessageBody.render(event, SLACK, "sub_1"), UTF_8);
    JsonObject json = (JsonObject) JsonReader.read(JsonSlice.of(body));
    assertThat(json.fields().keySet()).containsExactly("text");
    return ((JsonText) json.get("text")).value();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "disabled  | Endpoint https://shop.example/hook of customer acme was disabled: 71 of 101"
            + " attempts in the window failed, 2,001 in a row (the last: status 503). It receives"
            + " only probes until one succeeds.",
        "frozen    | Endpoint https://shop.example/hook of customer acme was frozen after 2,001"
            + " failures in a row (the last: status 503); 71 of 101 attempts in the window failed."
            + " It receives nothing until it is enabled.",
        "recovered | Endpoint https://shop.example/hook of customer acme has recovered and receives"
            + " messages again.",
        "paused    | Endpoint https://shop.example/hook of customer acme was paused. Its due"
            + " messages are held until it is resumed.",
        "dropped   | Messages dropped for endpoint https://shop.example/hook of customer acme: 12"
            + " (the last: status 503). No retry was left for 9, and 3 expired while they were held. For example msg_1."
      })
  void each_event_is_a_sentence_with_numbers_and_cause(String eventType, String sentence) {
    assertThat(text("POSTHORN_ENDPOINT", eventType, STATE.formatted(""))).isEqualTo(sentence);
  }

  @Test
  void final_statuses_are_named() {
    assertThat(text("POSTHORN_ENDPOINT", "paused", "{\"pausedBy\":\"gone\"}"))
        .isEqualTo(
            "Endpoint ep_1 was paused because the receiver responded with status 410, which is"
                + " final. Its due messages are held until it is resumed.");
    assertThat(text("POSTHORN_DROPS", "dropped", "{\"count\":2,\"reasons\":{\"rejected\":2}}"))
        .endsWith("expired while they were held. 2 were rejected with a final status.");
  }

  @Test
  void it_ends_with_a_link_to_the_console_where_its_address_is_known() {
    String state = STATE.formatted(",\"consoleUrl\":\"https://p.example/#/endpoints/ep_1\"");

    assertThat(text("POSTHORN_ENDPOINT", "paused", state))
        .endsWith(" <https://p.example/#/endpoints/ep_1|Open in the console>");
  }

  @Test
  void it_says_how_many_messages_wait() {
    String state = STATE.formatted(",\"waitingMessages\":1203");

    assertThat(text("POSTHORN_ENDPOINT", "recovered", state))
        .endsWith(" has recovered and receives messages again. Messages waiting: 1,203.");
    assertThat(text("POSTHORN_ENDPOINT", "paused", STATE.formatted(",\"waitingMessages\":0")))
        .endsWith("Its due messages are held until it is resumed.");
  }

  @Test
  void it_says_how_many_changes_it_stands_for_if_there_are_several() {
    assertThat(text("POSTHORN_ENDPOINT", "recovered", STATE.formatted(",\"changes\":3")))
        .endsWith(" receives messages again. Changes since the last report: 3.");
    assertThat(text("POSTHORN_ENDPOINT", "recovered", STATE.formatted(",\"changes\":1")))
        .endsWith(" receives messages again.");
  }

  @Test
  void ampersands_and_angle_brackets_are_escaped_as_slack_requires() {
    String state = "{\"url\":\"https://a.example/?a=1&b=<!channel>\",\"customerId\":\"acme\"}";

    assertThat(text("POSTHORN_ENDPOINT", "paused", state))
        .contains("https://a.example/?a=1&amp;b=&lt;!channel&gt; of")
        .doesNotContain("<");
  }

  @Test
  void an_event_without_these_fields_is_a_sentence_too() {
    assertThat(text("POSTHORN_DROPS", "dropped", "{}"))
        .isEqualTo(
            "Messages dropped for endpoint ep_1: 0. No retry was left for 0, and 0 expired while"
                + " they were held.");
    assertThat(text("POSTHORN_NEW", "done", "{}")).isEqualTo("POSTHORN_NEW done of endpoint ep_1.");
  }
}
