package io.posthorn.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.server.access.AccessDeniedException;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call to the API: the request together with its caller. */
public final class Call {
  /** The default limit of a body, larger than any subscription. */
  public static final int ORDINARY_BODY = 1 << 20;

  /** The largest buffer allocated up front: an announced length costs the caller nothing. */
  private static final int BELIEVED = 64 << 10;

  private static final int MOST = 1_000;
  private static final int USUAL = 100;

  private final ServerRequest request;
  private final Authenticator authenticator;
  private final @Nullable Caller caller;

  Call(ServerRequest request, Authenticator authenticator, @Nullable Caller caller) {
    this.request = request;
    this.authenticator = authenticator;
    this.caller = caller;
  }

  /** Returns the caller; only calls that need a key have one. */
  public Caller caller() {
    if (caller == null) {
      throw new IllegalStateException("an open call has no caller");
    }
    return caller;
  }

  /** When a key was last used; 0 where it never was. */
  public long lastUse(ApiKey key) {
    return authenticator.lastUse(key);
  }

  /** Returns the customer of the call. */
  public String customer() {
    return authenticator.customer(caller(), header("X-Customer-Id"));
  }

  /** Returns the remote address. */
  public String address() {
    return request.remotePeer().host();
  }

  /** Returns whether the call came over https, directly or through a proxy. */
  public boolean secure() {
    return request.isSecure()
        || header("X-Forwarded-Proto").filter("https"::equalsIgnoreCase).isPresent();
  }

  /** Returns the console session of the call. */
  public Optional<String> session() {
    return HttpServer.session(request);
  }

  /** Authenticates the caller again: for calls that need no key, and for long-running ones. */
  public Optional<Caller> admitted() {
    try {
      return Optional.of(HttpServer.caller(request, authenticator));
    } catch (AccessDeniedException | ProblemException e) {
      return Optional.empty();
    }
  }

  public String path(String parameter) {
    return request.path().pathParameters().get(parameter);
  }

  public Optional<String> query(String name) {
    return request.query().contains(name)
        ? Optional.of(request.query().get(name))
        : Optional.empty();
  }

  public Optional<String> header(String name) {
    return request.headers().first(HeaderNames.create(name));
  }

  /** Returns the page size: {@code limit}, from 1 to 1,000. */
  public int limit() {
    String text = query("limit").orElse(String.valueOf(USUAL));
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw Problem.badField("limit", "limit must be a number from 1 to " + MOST + ".").asException();
  }

  /** Reads the body, up to a limit. */
  public byte[] body(int most) {
    byte[] body = read(most + 1);
    if (body.length > most) {
      throw new InputTooLargeException(
          List.of(new FieldError("", "The body is larger than the limit of " + most + " bytes.")));
    }
    return body;
  }

  /** Does not close the stream, because closing would wait for the rest of the body. */
  private byte[] read(int most) {
    try {
      InputStream body = request.content().inputStream();
      long length = request.headers().contentLength().orElse(Long.MAX_VALUE);
      return length <= Math.min(most, BELIEVED)
          ? readAll(body, (int) length)
          : body.readNBytes(most);
    } catch (CloseConnectionException e) {
      throw e; // the client disconnected
    } catch (RequestException e) {
      throw new BrokenBodyException(e.status().code(), e);
    } catch (IOException | RuntimeException e) {
      throw new BrokenBodyException(400, e); // Helidon has no one exception for a bad chunk
    }
  }

  /** Reads a body of the announced length and its end, which releases the stream. */
  private static byte[] readAll(InputStream body, int length) throws IOException {
    byte[] bytes = new byte[length];
    int read = body.readNBytes(bytes, 0, length);
    if (body.read() >= 0) {
      throw new IOException("the body is longer than was announced");
    }
    return read == length ? bytes : Arrays.copyOf(bytes, read);
  }

  public byte[] body() {
    return body(ORDINARY_BODY);
  }

  public String contentType() {
    return header("Content-Type").orElse("application/json");
  }
}
