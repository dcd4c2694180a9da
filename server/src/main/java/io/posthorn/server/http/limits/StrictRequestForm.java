package io.posthorn.server.http.limits;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The one accepted form of requests. Requests that a proxy in front could parse differently, such
 * as a path with dot segments or a body with two lengths, are refused and their connection is
 * closed. The web server itself is more lenient.
 */
final class StrictRequestForm implements Http1ConnectionListener {
  private static final int MOST_DIGITS = 18; // any number of them fits a long

  /** Escapes of control characters and of characters with a meaning in paths. */
  private static final String ESCAPE = "%(?:[01].|2[35EeFf]|3[BbFf]|5[Cc]|7[Ff])";

  /**
   * The web server normalises and decodes a path before routing, so a proxy's path rules could see
   * another path.
   */
  private static final Pattern AMBIGUOUS_PATH =
      Pattern.compile("[;#\\\\]|//|/\\.{1,2}(?:/|$)|" + ESCAPE);

  /** Headers that name the caller or the customer: of two, a proxy could read the other one. */
  private static final Set<HeaderName> SENT_ONCE =
      Set.of(
          HeaderNames.AUTHORIZATION,
          HeaderNames.create("sessionID"),
          HeaderNames.create("apiKey"),
          HeaderNames.create("X-Customer-Id"));

  /** A name or an address, with or without a port. */
  private static final Pattern HOST =
      Pattern.compile("(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._~-]+)(?::[0-9]{1,5})?");

  static RequestException refused() {
    return RequestException.builder()
        .type(EventType.BAD_REQUEST)
        .status(Status.BAD_REQUEST_400)
        .setKeepAlive(false)
        .message("ambiguous request: another server could read it differently")
        .build();
  }

  @Override
  public void prologue(ConnectionContext context, HttpPrologue prologue) {
    if (prologue.fragment().hasValue() || isAmbiguous(prologue.uriPath().rawPath())) {
      throw refused();
    }
  }

  @Override
  public void headers(ConnectionContext context, Headers headers) {
    for (Header header : headers) {
      boolean repeated = header.valueCount() > 1 && SENT_ONCE.contains(header.headerName());
      if (repeated || header.name().isEmpty()) {
        throw refused();
      }
    }
    RequestLine line = InboundConnection.CURRENT.get().requestLine();
    checkHost(line, headers);
    boolean length = headers.contains(HeaderNames.CONTENT_LENGTH);
    boolean encoding = headers.contains(HeaderNames.TRANSFER_ENCODING);
    if (length && (encoding || !isNumber(headers.get(HeaderNames.CONTENT_LENGTH)))) {
      throw refused();
    }
    if (encoding && (line.http10() || !isChunked(headers.get(HeaderNames.TRANSFER_ENCODING)))) {
      throw refused();
    }
  }

  /** One host; the same as in an absolute-form target. HTTP/1.0 need not have one. */
  private static void checkHost(RequestLine line, Headers headers) {
    if (!headers.contains(HeaderNames.HOST)) {
      if (line.http10()) {
        return;
      }
      throw refused();
    }
    Header host = headers.get(HeaderNames.HOST);
    String authority = line.authority();
    if (host.valueCount() != 1
        || !InboundConnection.CURRENT.get().isHost(host.get())
        || (authority != null && !authority.equalsIgnoreCase(host.get()))) {
      throw refused();
    }
  }

  /** Returns whether a raw path is ambiguous; ids never need such characters. */
  private static boolean isAmbiguous(String path) {
    return !path.startsWith("/") || (!isPlain(path) && AMBIGUOUS_PATH.matcher(path).find());
  }

  /**
   * Returns whether a path has only letters, digits, single slashes and {@code _ -}, as nearly all
   * have.
   */
  private static boolean isPlain(String path) {
    char before = 0;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean plain = letter || (c >= '0' && c <= '9') || c == '_' || c == '-';
      if (!plain && (c != '/' || before == '/')) {
        return false;
      }
      before = c;
    }
    return true;
  }

  static boolean isHost(String text) {
    return HOST.matcher(text).matches();
  }

  private static boolean isNumber(Header header) {
    String text = header.get();
    return header.valueCount() == 1
        && !text.isEmpty()
        && text.length() <= MOST_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isChunked(Header header) {
    return header.valueCount() == 1 && header.get().equalsIgnoreCase("chunked");
  }
}
