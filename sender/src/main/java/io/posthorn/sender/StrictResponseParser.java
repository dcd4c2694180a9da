package io.posthorn.sender;

import java.io.IOException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseFactory;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseParser;
import org.apache.hc.core5.http.nio.SessionInputBuffer;

/**
 * Reads heads of responses that are complete. The library's own takes the end of the connection for
 * the end of a head: a receiver that dies in the middle of one would count as a success.
 */
final class StrictResponseParser extends DefaultHttpResponseParser<HttpResponse> {
  StrictResponseParser(Http1Config config) {
    super(config, DefaultHttpResponseFactory.INSTANCE);
  }

  @Override
  public HttpResponse parse(SessionInputBuffer buffer, boolean endOfStream)
      throws IOException, HttpException {
    HttpResponse response = super.parse(buffer, false);
    if (response == null && endOfStream && buffer.hasData()) {
      throw new ConnectionClosedException("closed in the middle of a head");
    }
    return response;
  }
}
