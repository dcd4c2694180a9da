package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.OtlpReceiver;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.KafkaBroker;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces and metrics that OpenTelemetry's collector receives from the jar and passes on. */
@Tag("release")
final class CollectorTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";

  @TempDir Path directory = Path.of("");

  @Test
  void it_passes_on_one_trace_from_the_call_to_each_attempt_and_the_metrics() throws IOException {
    InstalledTool.require(directory, "./check --packages", "otelcol", "--version");
    int port = KafkaBroker.freePort();
    try (OtlpReceiver output = new OtlpReceiver();
        ChildProcess collector = collector(port, output);
        HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server =
            PosthornJar.server(directory.resolve("server"))
                .with("otlp.endpoint", "http://127.0.0.1:" + port)
                .with("otlp.sample-ratio", "0") // only the traceparent starts a trace
                .with("retry.unit", "100ms")
                .start()) {
      assertThat(collector.isAlive()).as(collector.toString()).isTrue();
      Platform platform = new Platform(Api.of(server));
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      receiver.behaveAs(Behaviour.healthyAfter(1, PlannedResponse.status(503), PlannedResponse.OK));

      String event = post(platform.api());
      String message = platform.messageOf(event);
      platform.awaitDelivered(message);
      assertThat(server.stop()).isZero();
      Await.until("both attempts", () -> named(output, "POST").size() == 2);
      Await.until("the metrics", () -> output.metricNames().findAny().isPresent());

      assertThat(output.spans())
          .hasSize(5)
          .allMatch(span -> hex(span.getTraceId().toByteArray()).equals(TRACE));
      Span call = named(output, "POST /api/v1/events").getFirst();
      assertThat(call.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
      assertThat(hex(call.getParentSpanId().toByteArray())).isEqualTo(PARENT);
      assertThat(OtlpReceiver.attributes(call))
          .containsEntry("http.request.method", "POST")
          .containsEntry("http.route", "/api/v1/events")
          .containsEntry("http.response.status_code", "202")
          .containsEntry("url.scheme", "http")
          .containsEntry("messaging.system", "posthorn")
          .containsEntry("messaging.operation.name", "accept")
          .containsEntry("messaging.operation.type", "receive")
          .doesNotContainKey("messaging.batch.message_count")
          .containsEntry("posthorn.event.id", event);
      assertThat(output.spans())
          .filteredOn(span -> !span.equals(call))
          .allMatch(span -> span.getParentSpanId().equals(call.getSpanId()))
          .extracting(Span::getName)
          .containsExactlyInAnyOrder("match", "commit", "POST", "POST");

      List<Span> attempts = named(output, "POST");
      assertThat(attempts)
          .allMatch(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT)
          .extracting(OtlpReceiver::attributes)
          .allSatisfy(
              attempt ->
                  assertThat(attempt)
                      .containsEntry("messaging.system", "posthorn")
                      .containsEntry("messaging.operation.name", "deliver")
                      .containsEntry("messaging.operation.type", "send")
                      .containsEntry("messaging.message.id", message)
                      .containsEntry("messaging.destination.name", subscription.endpointId())
                      .containsEntry("http.request.method", "POST")
                      .containsEntry("server.address", "127.0.0.1")
                      .containsKeys("server.port", "url.full"))
          .extracting(attempt -> attempt.get("http.response.status_code"))
          .containsExactly("503", "200");
      assertThat(OtlpReceiver.attributes(attempts.getFirst())).containsEntry("error.type", "503");
      for (int i = 0; i < attempts.size(); i++) { // receivers continue the trace
        assertThat(receiver.requests().get(i).header("traceparent"))
            .isEqualTo(traceparent(hex(attempts.get(i).getSpanId().toByteArray())));
      }

      assertThat(output.metricNames())
          .contains("posthorn.up", "posthorn.messages.delivered", "http.client.request.duration");
      assertThat(output.resources())
          .allSatisfy(resource -> assertThat(resource).containsEntry("service.name", "posthorn"));
    }
  }

  /** Starts the collector, which passes on what it receives at once. */
  private ChildProcess collector(int port, OtlpReceiver output) throws IOException {
    Path settings = directory.resolve("collector.yaml");
    Files.writeString(
        settings,
        """
        receivers:
          otlp: {protocols: {http: {endpoint: "127.0.0.1:%d"}}}
        exporters:
          otlphttp: {endpoint: "%s"}
        service:
          telemetry: {metrics: {level: none}}
          pipelines:
            traces: {receivers: [otlp], exporters: [otlphttp]}
            metrics: {receivers: [otlp], exporters: [otlphttp]}
        """
            .formatted(port, output.url()));
    ChildProcess collector =
        PosthornJar.startAlone(
            Map.of("PATH", System.getenv("PATH")), "otelcol", "--config=" + settings);
    Await.until(
        "the collector",
        () -> !collector.isAlive() || collector.toString().contains("Everything is ready"));
    return collector;
  }

  private static String post(Api api) {
    return api.call(
            "POST",
            "/api/v1/events",
            "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}",
            "traceparent",
            traceparent(PARENT))
        .at("/events/0/id");
  }

  private static String traceparent(String span) {
    return "00-" + TRACE + "-" + span + "-01";
  }

  /** In the order of their start: the collector may pass them on in another one. */
  private static List<Span> named(OtlpReceiver receiver, String name) {
    return receiver.spans().stream()
        .filter(span -> span.getName().equals(name))
        .sorted(Comparator.comparingLong(Span::getStartTimeUnixNano))
        .toList();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
