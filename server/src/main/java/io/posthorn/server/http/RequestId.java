package io.posthorn.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The request id, which connects a response with the server's log: the caller's own if it is a
 * plain token, otherwise a generated one. It is not a secret.
 */
final class RequestId {
  static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

  /** Longer than any UUID or trace id, and short enough to keep log lines readable. */
  private static final int LONGEST = 128;

  private RequestId() {}

  /** Sets the header {@code X-Request-Id} on the response, and returns the id. */
  static String assign(ServerRequest request, ServerResponse response) {
    String id = of(request.headers());
    response.header(HEADER, id);
    return id;
  }

  static String of(Headers headers) {
    if (headers.contains(HEADER)) {
      String given = headers.get(HEADER).get();
      if (isPlain(given)) {
        return given;
      }
    }
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  /** Accepts letters, digits and {@code . _ : -}, which are harmless in logs and headers. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !(c >= '0' && c <= '9') && c != '.' && c != '_' && c != ':' && c != '-') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= LONGEST;
  }
}
