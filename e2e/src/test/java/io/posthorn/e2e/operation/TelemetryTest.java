package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.OtlpReceiver;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces and metrics of the finished jar, sent to a real OTLP receiver. */
@Tag("thorough")
final class TelemetryTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";

  @TempDir Path directory = Path.of("");

  private final OtlpReceiver otlp = new OtlpReceiver();

  private ServerProcess server(String ratio) {
    return PosthornJar.server(directory)
        .with("otlp.endpoint", otlp.url())
        .with("otlp.sample-ratio", ratio)
        .with("retry.unit", "100ms")
        .start();
  }

  @Test
  void one_trace_leads_from_the_call_over_match_and_commit_to_each_attempt() {
    try (otlp;
        HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = server("0")) {
      Platform platform = new Platform(Api.of(server));
      Platform.Subscription subscription =
          platform.subscribe("TASK", receiver.url("/a-secret-path"));
      receiver.behaveAs(Behaviour.healthyAfter(1, PlannedResponse.status(503), PlannedResponse.OK));

      String event = post(platform.api(), "00-" + TRACE + "-" + PARENT + "-01");
      String message = platform.messageOf(event);
      platform.awaitDelivered(message);
      assertThat(server.stop()).isZero();

      List<Span> spans = otlp.spans();
      assertThat(spans).allMatch(span -> hex(span.getTraceId().toByteArray()).equals(TRACE));
      Span call = named(spans, "POST /api/v1/events").getFirst();
      assertThat(call.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
      assertThat(hex(call.getParentSpanId().toByteArray())).isEqualTo(PARENT);
      assertThat(OtlpReceiver.attributes(call))
          .containsEntry("http.request.method", "POST")
          .containsEntry("http.route", "/api/v1/events")
          .containsEntry("url.scheme", "http")
          .containsEntry("messaging.operation.name", "accept")
          .containsEntry("messaging.operation.type", "receive")
          .containsEntry("http.response.status_code", "202")
          .containsEntry("posthorn.event.id", event);
      for (String step : List.of("match", "commit")) {
        assertThat(named(spans, step))
            .singleElement()
            .satisfies(span -> assertThat(span.getParentSpanId()).isEqualTo(call.getSpanId()));
      }

      List<Span> attempts = named(spans, "POST");
      assertThat(attempts)
          .hasSize(2)
          .allMatch(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT)
          .allMatch(span -> span.getParentSpanId().equals(call.getSpanId()));
      Map<String, String> failed = OtlpReceiver.attributes(attempts.getFirst());
      assertThat(failed)
          .containsEntry("messaging.system", "posthorn")
          .containsEntry("messaging.operation.name", "deliver")
          .containsEntry("messaging.operation.type", "send")
          .containsEntry("messaging.message.id", message)
          .containsEntry("messaging.destination.name", subscription.endpointId())
          .containsEntry("http.response.status_code", "503")
          .containsEntry("error.type", "503")
          .containsEntry("server.address", "127.0.0.1")
          .containsEntry("posthorn.attempt.number", "1")
          .doesNotContainKey("http.request.resend_count");
      assertThat(attempts.getFirst().getStatus().getCode())
          .isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
      assertThat(OtlpReceiver.attributes(attempts.getLast()))
          .containsEntry("http.response.status_code", "200")
          .containsEntry("http.request.resend_count", "1")
          .doesNotContainKey("error.type");
      assertThat(spans).noneMatch(span -> span.toString().contains("a-secret-path"));
      for (int i = 0; i < 2; i++) { // receivers continue the trace
        assertThat(receiver.requests().get(i).header("traceparent"))
            .isEqualTo(
                "00-" + TRACE + "-" + hex(attempts.get(i).getSpanId().toByteArray()) + "-01");
      }
    }
  }

  @Test
  void an_oauth2_endpoint_gets_its_token_and_its_delivery_in_the_trace_of_the_call()
      throws IOException {
    Behaviour issuing =
        Behaviour.always(PlannedResponse.status(200).body("{\"access_token\":\"token-1\"}"));
    try (otlp;
        HttpReceiver tokens = HttpReceiver.builder().behaviour(issuing).start();
        HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = server("0")) {
      Platform platform = new Platform(Api.of(server));
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform
          .client()
          .endpoints()
          .update(
              subscription.endpointId(),
              EndpointUpdate.builder()
                  .oauth2(tokens.url("/token"), "posthorn", "client-secret-1", null, null)
                  .build());

      String event = post(platform.api(), "00-" + TRACE + "-" + PARENT + "-01");
      platform.awaitDelivered(platform.messageOf(event));
      assertThat(server.stop()).isZero();

      assertThat(tokens.requests()).hasSize(1);
      List<Span> spans = otlp.spans();
      assertThat(spans).allMatch(span -> hex(span.getTraceId().toByteArray()).equals(TRACE));
      Span call = named(spans, "POST /api/v1/events").getFirst();
      Span attempt = named(spans, "POST").getFirst();
      assertThat(attempt.getParentSpanId()).isEqualTo(call.getSpanId());
      assertThat(OtlpReceiver.attributes(attempt))
          .containsEntry("http.response.status_code", "200");
      ReceivedRequest delivery = receiver.requests().getFirst();
      assertThat(delivery.header("Authorization")).isEqualTo("Bearer token-1");
      assertThat(delivery.header("traceparent"))
          .isEqualTo("00-" + TRACE + "-" + hex(attempt.getSpanId().toByteArray()) + "-01");
      assertThat(spans.toString()).doesNotContain("token-1", "client-secret-1");
    }
  }

  @Test
  void metrics_and_traces_name_the_service_and_a_call_without_a_trace_is_sampled_by_the_ratio() {
    try (otlp;
        HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = server("1")) {
      Platform platform = new Platform(Api.of(server));
      platform.subscribe("TASK", receiver.url());

      platform.awaitDelivered(platform.send("TASK"));
      assertThat(server.stop()).isZero();

      assertThat(otlp.spans()).extracting(Span::getName).contains("POST", "POST /api/v1/events");
      assertThat(otlp.metricNames())
          .contains("posthorn.up", "posthorn.messages.delivered", "jvm.memory.used");
      assertThat(otlp.resources())
          .isNotEmpty()
          .allSatisfy(
              resource ->
                  assertThat(resource)
                      .containsEntry("service.name", "posthorn")
                      .containsKey("service.version"));
    }
  }

  @Test
  void a_call_that_is_not_sampled_leaves_no_span_and_its_traceparent_is_passed_on() {
    try (otlp;
        HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = server("0")) {
      Platform platform = new Platform(Api.of(server));
      platform.subscribe("TASK", receiver.url());
      String unsampled = "00-" + TRACE + "-" + PARENT + "-00";

      platform.awaitDelivered(platform.messageOf(post(platform.api(), unsampled)));
      platform.awaitDelivered(platform.send("TASK"));
      assertThat(server.stop()).isZero();

      assertThat(otlp.spans()).isEmpty();
      assertThat(receiver.requests().stream().map(TelemetryTest::traceparent))
          .containsExactly(unsampled, "");
    }
  }

  @Test
  void an_otlp_receiver_that_never_responds_delays_no_delivery() throws IOException {
    try (otlp;
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server =
            PosthornJar.server(directory)
                .with("otlp.endpoint", "http://127.0.0.1:" + silent.getLocalPort())
                .with("otlp.sample-ratio", "1")
                .start()) {
      Platform platform = new Platform(Api.of(server));
      platform.subscribe("TASK", receiver.url());

      for (int i = 0; i < 20; i++) {
        platform.awaitDelivered(platform.send("TASK"));
      }

      assertThat(receiver.requests())
          .hasSize(20)
          .allMatch(request -> isSampled(traceparent(request)));
      assertThat(server.stop()).isZero();
    }
  }

  private static String traceparent(ReceivedRequest request) {
    return request.header("traceparent");
  }

  /**
   * The lowest of its flags says so; a trace that begins here also has the flag for a random id.
   */
  private static boolean isSampled(String traceparent) {
    return traceparent.matches(".*-0[13]");
  }

  private static String post(Api api, String traceparent) {
    return api.call(
            "POST",
            "/api/v1/events",
            "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}",
            "traceparent",
            traceparent)
        .at("/events/0/id");
  }

  private static List<Span> named(List<Span> spans, String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).toList();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
