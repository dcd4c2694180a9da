package io.posthorn.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.posthorn.server.http.limits.ConnectionLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes responses, and closes the connection when it cannot be reused. */
final class ResponseWriter {
  private static final byte[] NOTHING = {};

  /** The largest body that is read to its end for an unauthenticated caller. */
  private static final int LARGE = ConnectionLimits.DEFAULT.unauthenticatedBytes() - (16 << 10);

  private ResponseWriter() {}

  static void send(ServerRequest request, ServerResponse response, Answer answer) {
    if (answer.status() == 401 && large(request)) {
      sendLast(
          response, answer); // large bodies of unauthenticated callers are not read to their end
    }
    head(response, answer);
    Answer.Stream stream = answer.stream();
    if (request.prologue().method().text().equals("HEAD")) {
      response.contentLength(answer.body().length);
      response.send(NOTHING);
    } else if (stream != null) {
      send(response, stream);
    } else {
      response.send(answer.body());
    }
    if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
      close(request);
    }
  }

  private static void send(ServerResponse response, Answer.Stream stream) {
    try (OutputStream out = response.outputStream()) {
      stream.writeTo(out);
    } catch (IOException | UncheckedIOException e) {
      throw new CloseConnectionException("who listened has gone", e);
    }
  }

  private static boolean large(ServerRequest request) {
    return request.headers().contains(HeaderNames.TRANSFER_ENCODING)
        || request.headers().contentLength().orElse(0) > LARGE;
  }

  /** Sends the last response of a connection. */
  static void sendLast(ServerResponse response, Answer answer) {
    head(response, answer);
    response.header(HeaderValues.CONNECTION_CLOSE);
    response.send(answer.body());
    throw new CloseConnectionException("what comes next cannot be told from the body");
  }

  private static void head(ServerResponse response, Answer answer) {
    response.status(Status.create(answer.status()));
    answer.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
  }

  /**
   * Forces Helidon to close the connection instead of waiting for another request. The rest of the
   * body is read first, because closing early would lose the response.
   */
  private static void close(ServerRequest request) {
    try {
      if (request.continueSent() && !request.content().consumed()) {
        request.content().consume();
      }
    } catch (RuntimeException e) {
      throw new CloseConnectionException("the body broke off", e);
    }
    throw new CloseConnectionException("the caller asked for it");
  }
}
