package io.posthorn.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.posthorn.server.http.limits.ConnectionLimits;
import io.posthorn.server.http.limits.InboundConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** The writer of responses, which closes the connection when it cannot be reused. */
final class ResponseWriter {
  private static final byte[] NOTHING = {};

  /** The largest body that is read to its end for an unauthenticated caller. */
  private static final int LARGE = ConnectionLimits.DEFAULT.unauthenticatedBytes() - (16 << 10);

  private ResponseWriter() {}

  static void send(ServerRequest request, ServerResponse response, CallResponse result) {
    if (result.status() == 401 && large(request)) {
      sendLast(
          response, result); // large bodies of unauthenticated callers are not read to their end
    }
    if (InboundConnection.isHttp10()) {
      if (result.stream() != null) { // sent in chunks
        sendLast(response, MalformedRequestHandler.response(505));
      }
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
    boolean unread = result.status() == 413 && !request.content().consumed();
    if (unread) {
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
    head(response, result);
    CallResponse.Stream stream = result.stream();
    if (request.prologue().method().text().equals("HEAD")) {
      response.contentLength(result.body().length);
      response.send(NOTHING);
    } else if (stream != null) {
      send(response, stream);
    } else {
      response.send(result.body());
    }
    if (unread) {
      InboundConnection.discardRest();
      close(request);
    } else if (closes(request)) {
      close(request);
    }
  }

  private static boolean closes(ServerRequest request) {
    return InboundConnection.isHttp10()
        || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
  }

  private static void send(ServerResponse response, CallResponse.Stream stream) {
    try (OutputStream out = response.outputStream()) {
      stream.writeTo(out);
    } catch (IOException | UncheckedIOException e) {
      throw new CloseConnectionException("the client has disconnected", e);
    }
  }

  private static boolean large(ServerRequest request) {
    return request.headers().contains(HeaderNames.TRANSFER_ENCODING)
        || request.headers().contentLength().orElse(0) > LARGE;
  }

  /** Sends the last response of a connection. */
  static void sendLast(ServerResponse response, CallResponse result) {
    head(response, result);
    response.header(HeaderValues.CONNECTION_CLOSE);
    response.send(result.body());
    throw new CloseConnectionException("the rest of the stream cannot be framed");
  }

  private static void head(ServerResponse response, CallResponse result) {
    response.status(Status.create(result.status()));
    result.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
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
      throw new CloseConnectionException("the body is incomplete", e);
    }
    throw new CloseConnectionException("the last response of this connection");
  }
}
