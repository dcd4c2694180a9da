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

/** The way out: an answer goes onto the wire, and the connection ends with it if it should. */
final class ResponseWriter {
  private static final byte[] NOTHING = {};

  /** With its head this is what a stranger may bring. */
  private static final int LARGE = ConnectionLimits.DEFAULT.unauthenticatedBytes() - (16 << 10);

  private ResponseWriter() {}

  static void send(ServerRequest request, ServerResponse response, Answer answer) {
    if (answer.status() == 401 && large(request)) {
      sendLast(response, answer); // nobody reads what a stranger brings to its end
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

  /** Sends an answer behind which nothing of the connection makes sense any more. */
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
   * Helidon says that it closes and then waits for another request; this is how it is made to. What
   * is left of the body is read first: closing on it would take the answer away from the caller.
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
