package io.posthorn.server.http.limits;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.regex.Pattern;

/**
 * The one form that a request may have. A request that a proxy in front of us could read in another
 * way is refused, and the connection closed: a path that means another one, a body whose length is
 * given twice. The web server is more lenient in all of these.
 */
final class StrictRequestForm implements Http1ConnectionListener {
  private static final int MOST_DIGITS = 18; // any number of them fits a long

  /** Escapes of characters that mean something in a path, and of control characters. */
  private static final String ESCAPE = "%(?:[01].|2[35EeFf]|3[BbFf]|5[Cc]|7[Ff])";

  /**
   * The web server takes empty and dotted parts and parameters out of a path and decodes it before
   * it looks for a route, so that a proxy's rules for paths would see another one.
   */
  private static final Pattern AMBIGUOUS_PATH =
      Pattern.compile("[;#\\\\]|//|/\\.{1,2}(?:/|$)|" + ESCAPE);

  static RequestException refused() {
    return RequestException.builder()
        .type(EventType.BAD_REQUEST)
        .status(Status.BAD_REQUEST_400)
        .setKeepAlive(false)
        .message("a request that could be read in two ways")
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
      if (header.name().isEmpty()) {
        throw refused();
      }
    }
    boolean length = headers.contains(HeaderNames.CONTENT_LENGTH);
    boolean encoding = headers.contains(HeaderNames.TRANSFER_ENCODING);
    if (length && (encoding || !isNumber(headers.get(HeaderNames.CONTENT_LENGTH)))) {
      throw refused();
    }
    if (encoding && !isChunked(headers.get(HeaderNames.TRANSFER_ENCODING))) {
      throw refused();
    }
  }

  /** Whether a path as it came can be read in more ways than one; ids in paths need none of it. */
  private static boolean isAmbiguous(String path) {
    return !path.startsWith("/") || AMBIGUOUS_PATH.matcher(path).find();
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
