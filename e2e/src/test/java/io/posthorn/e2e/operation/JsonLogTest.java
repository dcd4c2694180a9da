package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code log.format: json}: every line of a server's output is a JSON object with an event. */
@Tag("thorough")
final class JsonLogTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory = Path.of("");

  @Test
  void from_start_to_stop_every_line_is_an_event() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(503));
        ServerProcess server = PosthornJar.server(directory).with("log.format", "json").start()) {
      Platform platform = new Platform(Api.of(server));
      platform.subscribe("TASK", receiver.url());
      platform.send("TASK");
      awaitLine(server.process(), "\"event\":\"attempt_failed\"");

      assertThat(server.stop()).isZero();

      List<JsonNode> events = events(server.process());
      assertThat(events)
          .extracting(event -> event.path("event").asText())
          .contains("started", "attempt_failed", "stopping", "stopped");
      assertThat(events)
          .filteredOn(event -> event.path("event").asText().equals("started"))
          .singleElement()
          .extracting(event -> event.path("address").asText())
          .isEqualTo(server.address().toString());
    }
  }

  @Test
  void a_warning_of_kafkas_client_is_an_event_too() throws IOException {
    try (ServerProcess server =
        PosthornJar.server(directory)
            .with("log.format", "json")
            .with("engine", "kafka")
            .with("kafka.bootstrap-servers", "127.0.0.1:" + closedPort())
            .with("security.encryption-key", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
            .without("data.min-free")) {
      ChildProcess starting = server.startWithoutWaiting();
      awaitLine(starting, "\"event\":\"library_log\"");

      assertThat(server.stop()).as("%s", starting).isZero();

      assertThat(events(starting))
          .filteredOn(event -> event.path("event").asText().equals("library_log"))
          .isNotEmpty()
          .allSatisfy(JsonLogTest::isFromKafka);
    }
  }

  @Test
  void a_warning_during_parked_is_an_event_on_stderr() throws IOException {
    Map<String, String> settings =
        Map.of(
            "POSTHORN_LOG_FORMAT",
            "json",
            "POSTHORN_ENGINE",
            "kafka",
            "POSTHORN_KAFKA_BOOTSTRAP_SERVERS",
            "127.0.0.1:" + closedPort(),
            "POSTHORN_DATA_DIR",
            directory.toString(),
            "POSTHORN_API_ADMIN_KEY",
            ServerProcess.ADMIN_KEY,
            "POSTHORN_SECURITY_ENCRYPTION_KEY",
            "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
    try (ChildProcess parked = PosthornJar.start(settings, "parked")) {
      assertThat(parked.err().await(Pattern.compile(".+"), Await.TIMEOUT))
          .as("the first line of %s", parked)
          .hasValueSatisfying(line -> isFromKafka(event(line.group())));
    }
  }

  private static void isFromKafka(JsonNode event) {
    assertThat(event.path("event").asText()).isEqualTo("library_log");
    assertThat(event.path("level").asText()).isIn("warning", "error");
    assertThat(event.path("logger").asText()).startsWith("org.apache.kafka.");
    assertThat(event.path("message").asText()).isNotBlank();
  }

  private static void awaitLine(ChildProcess process, String part) {
    assertThat(process.out().await(Pattern.compile(Pattern.quote(part)), Await.TIMEOUT))
        .as("a line with %s in %s", part, process)
        .isPresent();
  }

  /** All lines of stdout and stderr; one that is not an event fails the test. */
  private static List<JsonNode> events(ChildProcess process) {
    return Stream.concat(process.out().all().stream(), process.err().all().stream())
        .map(JsonLogTest::event)
        .toList();
  }

  private static JsonNode event(String line) {
    try {
      JsonNode event = JSON.readTree(line);
      assertThat(event.path("time").asText()).as(line).isNotEmpty();
      assertThat(event.path("event").asText()).as(line).isNotEmpty();
      return event;
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
