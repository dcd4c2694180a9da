package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.provider.EventFormatProvider;
import io.cloudevents.jackson.JsonFormat;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.NpmVerifier;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Format cloudevents, read by the SDKs of CloudEvents. */
@Tag("thorough")
final class CloudEventsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension
  static final RunningServer SERVER =
      RunningServer.with("cloudevents.source", "https://shop.example/hooks/");

  private final Platform platform = SERVER.platform();

  /** A message in this format, as a receiver got it. */
  private ReceivedRequest received(String objCode) {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe(
          NewSubscription.builder(objCode, "*", receiver.url()).format("cloudevents").build());
      platform
          .client()
          .events()
          .send(
              NewEvent.builder(objCode, "UPDATE")
                  .id("order-" + objCode)
                  .objId("17/é")
                  .eventTime(OffsetDateTime.parse("2026-11-16T18:56:29.592093050Z").toInstant())
                  .newStateJson("{\"status\":\"paid\",\"total\":150}")
                  .build());
      return RecordingReceivers.awaitFirst(receiver);
    }
  }

  @Test
  void the_java_sdk_reads_it() {
    ReceivedRequest delivery = received("JAVA");

    CloudEvent event =
        Objects.requireNonNull(
                EventFormatProvider.getInstance().resolveFormat(delivery.header("content-type")))
            .deserialize(delivery.bytes());

    assertThat(delivery.header("content-type")).isEqualTo(JsonFormat.CONTENT_TYPE);
    assertThat(event.getSpecVersion()).hasToString("1.0");
    assertThat(event.getId()).isEqualTo("order-JAVA");
    assertThat(event.getSource()).isEqualTo(URI.create("https://shop.example/hooks/default"));
    assertThat(event.getType()).isEqualTo("JAVA.UPDATE");
    assertThat(event.getSubject()).isEqualTo("17/é");
    assertThat(event.getTime()).isEqualTo(OffsetDateTime.parse("2026-11-16T18:56:29.592093050Z"));
    assertThat(
            new String(Objects.requireNonNull(event.getData()).toBytes(), StandardCharsets.UTF_8))
        .isEqualTo("{\"status\":\"paid\",\"total\":150}");
    assertThat(delivery.id()).startsWith("msg_");
  }

  @Test
  void the_javascript_sdk_reads_it(@TempDir Path directory) throws JsonProcessingException {
    NpmVerifier npm = NpmVerifier.install(directory);
    assertRead(JSON.readTree(npm.cloudEvent(received("NODE"))), "NODE");
  }

  @Test
  void the_python_sdk_reads_it(@TempDir Path directory) throws JsonProcessingException {
    InstalledTool.require(
        directory, "apt-get install python3-venv", "python3", "-m", "venv", "venv");
    String python = directory.resolve("venv/bin/python").toString();
    InstalledTool.Result installed =
        InstalledTool.run(
            directory, "", python, "-m", "pip", "install", "--quiet", "cloudevents==2.2.0");
    assertThat(installed.succeeded()).as(installed.output()).isTrue();
    ReceivedRequest delivery = received("PYTHON");
    ObjectNode asked = JSON.createObjectNode().put("body", delivery.body());
    asked.putObject("headers").put("content-type", delivery.header("content-type"));
    String script = Path.of("src/test/python/cloudevents_reader.py").toAbsolutePath().toString();

    InstalledTool.Result read = InstalledTool.run(directory, asked.toString(), python, script);

    assertRead(JSON.readTree(read.output()), "PYTHON");
  }

  private static void assertRead(JsonNode event, String objCode) {
    assertThat(event.path("specversion").asText()).isEqualTo("1.0");
    assertThat(event.path("id").asText()).isEqualTo("order-" + objCode);
    assertThat(event.path("source").asText()).isEqualTo("https://shop.example/hooks/default");
    assertThat(event.path("type").asText()).isEqualTo(objCode + ".UPDATE");
    assertThat(event.path("subject").asText()).isEqualTo("17/é");
    assertThat(event.path("time").asText()).startsWith("2026-11-16T18:56:29.592");
    assertThat(event.path("data").path("status").asText()).isEqualTo("paid");
  }

  @Test
  void its_record_shows_the_body_that_was_sent() {
    ReceivedRequest delivery = received("RECORD");
    MessageDetails record = platform.awaitDelivered(delivery.id());
    assertThat(Objects.requireNonNull(record.payload()).path("source").asText())
        .isEqualTo("https://shop.example/hooks/default");
    assertThat(Objects.requireNonNull(record.request()).headers())
        .containsEntry("Content-Type", "application/cloudevents+json");
  }
}
