package io.posthorn.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The name of a call, by which its caller finds it in our log: the one it came with where that is a
 * plain token, else one that is made. It is no secret and need not be hard to guess.
 */
final class RequestId {
  static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

  /** Longer than anybody's UUID, trace or token; a log line should still be read by people. */
  private static final int LONGEST = 128;

  private RequestId() {}

  /** Puts the name of a call onto its answer, whatever that will be. */
  static String tell(ServerRequest request, ServerResponse response) {
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

  /**
   * Letters, digits and {@code . _ : -}: nothing that could mean something in a log or a header.
   */
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
