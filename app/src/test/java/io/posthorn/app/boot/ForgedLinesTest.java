package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.settings.Settings.LogFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log injection: text from receivers and customers cannot forge log lines. */
final class ForgedLinesTest {
  private static final String FORGED = "time=2026-01-01T00:00:00Z event=endpoint_frozen";

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n",
        "\n",
        "\r",
        "\u0085",
        "\u2028",
        "\u2029",
        "\u000B",
        "\u000C",
        "\u0000",
        "\u001B[2J\u001B[31m",
        "\u009B31m",
        "\u202E",
        "\u2066",
        "\u200B",
        "\u007F",
        "\uD800",
        "\" event=\"",
        "\\",
        "<script>alert(1)</script>",
      })
  void a_value_stays_on_its_line_and_moves_no_cursor(String evil) {
    for (LogFormat format : LogFormat.values()) {
      for (String value :
          List.of(
              evil + FORGED,
              "a" + evil,
              "x".repeat(499) + evil,
              "x".repeat(499) + "\uD83D\uDE00")) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", "attempt_failed");
        fields.put("response", value);
        fields.put("next", "slot");

        String line = LogLine.render(fields, format);

        assertThat(line.codePoints()).allMatch(ForgedLinesTest::harmless, "harmless");
        assertThat(line).doesNotStartWith("time=").contains("attempt_failed");
        if (format == LogFormat.JSON) {
          assertThat(((JsonObject) JsonReader.read(JsonSlice.of(line))).fields().keySet())
              .containsExactly("event", "response", "next");
        } else {
          assertThat(line.replaceAll("\\\\.", "").chars().filter(c -> c == '"').count())
              .as(line)
              .isIn(0L, 2L);
        }
      }
    }
  }

  private static boolean harmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void a_response_cannot_forge_or_end_log_lines(LogFormat format) throws IOException {
    String evil = "x".repeat(499) + "\uD83D\uDE00\r\n" + FORGED + "\u001B[2J\u009B0m\n";
    Map<String, String> settings =
        Map.of(
            "POSTHORN_SECURITY_ALLOWED_TARGETS",
            "127.0.0.1/32",
            "POSTHORN_LOG_FORMAT",
            format.name().toLowerCase(Locale.ROOT));
    try (LiveServer node = LiveServer.strict(directory.resolve("data"), settings, Resolver.SYSTEM);
        HttpReceiver cut = HttpReceiver.start().behaveAs(PlannedResponse.status(500).body(evil));
        HttpReceiver whole =
            HttpReceiver.start().behaveAs(PlannedResponse.status(500).body(evil.substring(490)))) {
      for (HttpReceiver receiver : List.of(cut, whole)) {
        subscribe(node, receiver.url("/hook?first"));
        subscribe(node, receiver.url("/hook?second"));
      }
      assertThat(node.call("POST", "/api/v1/events", event()).status()).isEqualTo(202);

      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> node.log().lines().filter(l -> l.contains("attempt_failed")).count() == 4);
      assertThat(node.log().lines()).hasSize(4).allMatch(line -> line.contains("attempt_failed"));
      assertThat(node.log().replace("\n", "").codePoints())
          .allMatch(ForgedLinesTest::harmless, "harmless");
    }
  }

  @Test
  void customer_text_is_returned_only_as_escaped_json() {
    try (LiveServer node = LiveServer.local(directory.resolve("data"), Resolver.SYSTEM)) {
      String html = "<script>alert(1)</script>";
      JsonResponse made =
          node.call(
              "POST",
              "/api/v1/subscriptions",
              "{\"objCode\":\"A\",\"eventType\":\"B\",\"url\":\"http://127.0.0.1:9/\","
                  + "\"description\":\""
                  + html
                  + "\"}");
      JsonResponse refused = node.call("POST", "/api/v1/subscriptions", "{\"" + html + "\":1}");
      JsonResponse nowhere = node.call("GET", "/%3Cscript%3E", null);

      assertThat(made.status()).isEqualTo(201);
      assertThat(made.header("Content-Type")).contains("application/json");
      assertThat(refused.header("Content-Type")).contains("application/problem+json");
      assertThat(nowhere.status()).isEqualTo(404);
      assertThat(nowhere.body()).doesNotContain("script");
    }
  }

  private static void subscribe(LiveServer node, String url) {
    String body = "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"url\":\"%s\"}".formatted(url);
    assertThat(node.call("POST", "/api/v1/subscriptions", body).status()).isEqualTo(201);
  }

  private static String event() {
    return "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"newState\":{}}";
  }
}
