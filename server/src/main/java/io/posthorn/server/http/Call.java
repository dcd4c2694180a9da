package io.posthorn.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.text.RejectedValue;
import io.posthorn.server.access.AccessDeniedException;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A call to the API: the request together with its caller. */
public final class Call {
  /** The default limit of a body, larger than any subscription. */
  public static final int ORDINARY_BODY = 1 << 20;

  /** The largest buffer allocated up front: an announced length costs the caller nothing. */
  private static final int BELIEVED = 64 << 10;

  private static final HeaderName CUSTOMER = HeaderNames.create("X-Customer-Id");
  private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");

  private static final int MOST = 1_000;
  private static final int USUAL = 100;

  /** Digits of other scripts are no numbers here, and none has more digits than a long holds. */
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,18}");

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

  /** Returns when a key was last used; 0 for never. */
  public long lastUse(ApiKey key) {
    return authenticator.lastUse(key);
  }

  /** Returns the customer of the call. */
  public String customer() {
    return authenticator.customer(caller(), namedCustomer());
  }

  /**
   * Returns the customer that a list or statistic is about; empty for all customers, which a key
   * for all customers asks for with {@code X-Customer-Id: *}.
   */
  public Optional<String> listedCustomer() {
    return authenticator.listedCustomer(caller(), namedCustomer());
  }

  /** Returns the customer that the call names. */
  public Optional<String> namedCustomer() {
    return request.headers().first(CUSTOMER);
  }

  /** Returns the trace context of the call as it came. */
  public Optional<String> traceparent() {
    return request.headers().first(TRACEPARENT);
  }

  /**
   * Returns the customer that a list of the whole installation is limited to: the key's own, or the
   * one that the call names; empty for all.
   */
  public Optional<String> customerFilter() {
    return authenticator.customerFilter(caller(), header("X-Customer-Id"));
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
    return number("limit", 1, MOST, USUAL);
  }

  /** Returns a whole number of the query, in ASCII digits. */
  public int number(String name, int least, int most, int otherwise) {
    Optional<String> text = query(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    long number = WHOLE_NUMBER.matcher(text.get()).matches() ? Long.parseLong(text.get()) : -1;
    if (number >= least && number <= most) {
      return (int) number;
    }
    String rule =
        most == Integer.MAX_VALUE
            ? "%s must be a whole number of at least %d.".formatted(name, least)
            : "%s must be a whole number from %d to %d.".formatted(name, least, most);
    throw Problem.badField(name, RejectedValue.got(rule, text.get())).asException();
  }

  /**
   * Reads the body, up to a limit, which holds for a compressed body after it is unpacked too. A
   * body that is announced as larger is not read.
   */
  public byte[] body(int most) {
    refuseLarge(request.headers().contentLength().orElse(0), most);
    boolean compressed = isCompressed();
    byte[] body = read(most + 1);
    refuseLarge(body.length, most);
    if (!compressed || body.length == 0) {
      return body;
    }
    byte[] unpacked = CompressedBody.unpack(body, most + 1);
    refuseLarge(unpacked.length, most);
    return unpacked;
  }

  private static void refuseLarge(long length, int most) {
    if (length > most) {
      throw new InputTooLargeException(
          List.of(new FieldError("", "The body is larger than the limit of " + most + " bytes.")));
    }
  }

  private boolean isCompressed() {
    if (!request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
      return false;
    }
    // Repeated headers are one list.
    String encoding =
        String.join(", ", request.headers().get(HeaderNames.CONTENT_ENCODING).allValues()).strip();
    if (encoding.equalsIgnoreCase("gzip") || encoding.equalsIgnoreCase("x-gzip")) {
      return true;
    }
    if (encoding.equalsIgnoreCase("identity")) {
      return false;
    }
    throw Problem.of(
            ErrorCode.UNSUPPORTED_ENCODING,
            RejectedValue.got(
                "The header Content-Encoding must be gzip, or be omitted for a plain body.",
                encoding))
        .asException();
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
      throw new IOException("the body is longer than its Content-Length");
    }
    return read == length ? bytes : Arrays.copyOf(bytes, read);
  }

  public byte[] body() {
    return body(ORDINARY_BODY);
  }

  public String contentType() {
    return request.headers().first(HeaderNames.CONTENT_TYPE).orElse("application/json");
  }
}
