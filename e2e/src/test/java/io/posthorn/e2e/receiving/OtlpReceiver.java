package io.posthorn.e2e.receiving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** An OTLP receiver over HTTP, which decodes everything with OpenTelemetry's own messages. */
public final class OtlpReceiver implements AutoCloseable {
  private final HttpServer server;
  private final List<ExportTraceServiceRequest> traces = new CopyOnWriteArrayList<>();
  private final List<ExportMetricsServiceRequest> metrics = new CopyOnWriteArrayList<>();

  public OtlpReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/v1/traces",
        call -> respond(call, body -> traces.add(ExportTraceServiceRequest.parseFrom(body))));
    server.createContext(
        "/v1/metrics",
        call -> respond(call, body -> metrics.add(ExportMetricsServiceRequest.parseFrom(body))));
    server.start();
  }

  private interface Decoder {
    void decode(byte[] body) throws IOException;
  }

  private static void respond(HttpExchange call, Decoder decoder) throws IOException {
    try (call) {
      byte[] body = call.getRequestBody().readAllBytes();
      boolean zipped = "gzip".equals(call.getRequestHeaders().getFirst("Content-Encoding"));
      try (InputStream in =
          zipped
              ? new GZIPInputStream(new ByteArrayInputStream(body))
              : new ByteArrayInputStream(body)) {
        decoder.decode(in.readAllBytes());
      }
      call.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      call.sendResponseHeaders(200, -1); // an empty message
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** All spans, in the order of arrival. */
  public List<Span> spans() {
    return traces.stream()
        .flatMap(request -> request.getResourceSpansList().stream())
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .toList();
  }

  /** The names of all metrics. */
  public Stream<String> metricNames() {
    return metrics.stream()
        .flatMap(request -> request.getResourceMetricsList().stream())
        .flatMap(resource -> resource.getScopeMetricsList().stream())
        .flatMap(scope -> scope.getMetricsList().stream())
        .map(metric -> metric.getName())
        .distinct();
  }

  /** The attributes of the resources of all traces and metrics. */
  public Stream<Map<String, String>> resources() {
    return Stream.concat(
        traces.stream()
            .flatMap(request -> request.getResourceSpansList().stream())
            .map(spans -> texts(spans.getResource().getAttributesList())),
        metrics.stream()
            .flatMap(request -> request.getResourceMetricsList().stream())
            .map(all -> texts(all.getResource().getAttributesList())));
  }

  /** The attributes of a span as text. */
  public static Map<String, String> attributes(Span span) {
    return texts(span.getAttributesList());
  }

  private static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new TreeMap<>();
    for (KeyValue attribute : attributes) {
      var value = attribute.getValue();
      texts.put(
          attribute.getKey(),
          switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case INT_VALUE -> String.valueOf(value.getIntValue());
            case BOOL_VALUE -> String.valueOf(value.getBoolValue());
            default -> value.toString();
          });
    }
    return texts;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
