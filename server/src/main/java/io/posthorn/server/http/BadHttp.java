package io.posthorn.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Problem responses for malformed HTTP requests, which never reach a route. */
final class BadHttp implements DirectHandler {
  private static final Duration SOON = Duration.ofSeconds(1);

  private BadHttp() {}

  static DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, new BadHttp());
    }
    return handlers.build();
  }

  /** Omits the web server's own message, which may repeat input or reveal internals. */
  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String message) {
    // Internal errors are handled elsewhere; what fails in Helidon is the request.
    Answer answer = answer(type == EventType.INTERNAL_ERROR ? 400 : status.code());
    answer.headers().forEach((name, value) -> headers.set(HeaderNames.create(name), value));
    headers.set(RequestId.HEADER, RequestId.of(request.headers()));
    return TransportResponse.builder()
        .status(Status.create(answer.status()))
        .headers(headers)
        .keepAlive(false) // the start of the next request is unknown
        .entity(answer.body())
        .build();
  }

  static Answer answer(int status) {
    Answer answer = Answer.of(problem(status));
    return status == 503 ? answer.retryAfter(SOON) : answer;
  }

  private static Problem problem(int status) {
    return switch (status) {
      case 408 ->
          Problem.of(408, "Request timeout", "The request took too long to arrive; send it again.");
      case 413 -> Problem.of(413, "Content too large", "The body is larger than any call accepts.");
      case 414 -> Problem.of(414, "URI too long", "Path and query together exceed 4,000 bytes.");
      case 503 ->
          Problem.of(
              503,
              "Service unavailable",
              "The server is handling too many large requests; retry later or send smaller ones.");
      case 505 -> Problem.of(505, "HTTP version not supported", "Use HTTP/1.1.");
      default ->
          status >= 500
              ? Problem.of(500, "Internal error", "Internal error; see the server's log.")
              : Problem.badRequest(
                  "Malformed HTTP request; check the request line, the path"
                      + " (no empty or dot segments, no ';' or '#', no escapes of these), the"
                      + " headers and the length of the body.");
    };
  }
}
