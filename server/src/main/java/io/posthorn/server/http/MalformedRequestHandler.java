package io.posthorn.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Problem responses for malformed HTTP requests, which never reach a route. */
final class MalformedRequestHandler implements DirectHandler {
  private static final Duration SOON = Duration.ofSeconds(1);

  private MalformedRequestHandler() {}

  static DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, new MalformedRequestHandler());
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
    Status reported = type == EventType.INTERNAL_ERROR ? Status.BAD_REQUEST_400 : status;
    CallResponse response = response(reported.code());
    response.headers().forEach((name, value) -> headers.set(HeaderNames.create(name), value));
    headers.set(RequestId.HEADER, RequestId.of(request.headers()));
    return TransportResponse.builder()
        .status(reported) // with its reason phrase
        .headers(headers)
        .keepAlive(false) // the start of the next request is unknown
        .entity(response.body())
        .build();
  }

  static CallResponse response(int status) {
    CallResponse response = CallResponse.of(problem(status));
    return status == 503 ? response.retryAfter(SOON) : response;
  }

  private static Problem problem(int status) {
    return switch (status) {
      case 408 ->
          Problem.of(
              ErrorCode.REQUEST_TIMEOUT, "The request took too long to arrive; send it again.");
      case 413 ->
          Problem.of(
              ErrorCode.CONTENT_TOO_LARGE,
              "The body is too large: no call accepts more than 16 MiB.");
      case 414 -> Problem.of(ErrorCode.URI_TOO_LONG, "Path and query together exceed 4,000 bytes.");
      case 431 -> Problem.of(ErrorCode.HEADERS_TOO_LARGE, "The headers together exceed 16 KiB.");
      case 501 ->
          Problem.of(
              ErrorCode.NOT_IMPLEMENTED,
              "Unknown method; methods are case-sensitive, such as GET and POST.");
      case 503 ->
          Problem.of(
              ErrorCode.OVERLOADED,
              "The server is handling too many large requests; retry later or send smaller ones.");
      case 505 -> Problem.of(ErrorCode.HTTP_VERSION_NOT_SUPPORTED, "Use HTTP/1.1.");
      default ->
          status >= 500
              ? Problem.of(ErrorCode.INTERNAL_ERROR, "Internal error; see the server's log.")
              : Problem.of(
                  ErrorCode.MALFORMED_HTTP,
                  "Malformed HTTP request; check the request line, the path"
                      + " (no empty or dot segments, no ';' or '#', no escapes of these), the"
                      + " headers and the length of the body.");
    };
  }
}
