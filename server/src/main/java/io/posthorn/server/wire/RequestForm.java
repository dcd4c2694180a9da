package io.posthorn.server.wire;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

/**
 * The one form that a request may have. Whatever a proxy before us could read in another way than
 * we do is refused, and the connection ends: a path that means another one, a body whose length is
 * said twice. The web server below is more lenient in all of these.
 */
final class RequestForm implements Http1ConnectionListener {
  private static final int MOST_DIGITS = 18; // any number of them fits a long

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
    if (prologue.fragment().hasValue() || !RawPath.isPlain(prologue.uriPath().rawPath())) {
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
