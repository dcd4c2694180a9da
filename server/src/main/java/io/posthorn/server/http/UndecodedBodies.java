package io.posthorn.server.http;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/**
 * A content encoding context that makes the web server pass on every body as it came, so that
 * {@link Call} handles its encoding. By default the web server closes the connection if it does not
 * know the encoding.
 */
final class UndecodedBodies implements ContentEncodingContext {
  private final ContentEncodingContextConfig config =
      ContentEncodingContextConfig.builder()
          .contentEncodingsDiscoverServices(false)
          .buildPrototype();

  @Override
  public ContentEncodingContextConfig prototype() {
    return config;
  }

  @Override
  public boolean contentEncodingEnabled() {
    return false;
  }

  @Override
  public boolean contentDecodingEnabled() {
    return true;
  }

  @Override
  public boolean contentEncodingSupported(String encoding) {
    return false;
  }

  @Override
  public boolean contentDecodingSupported(String encoding) {
    return true;
  }

  @Override
  public ContentEncoder encoder(String encoding) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentDecoder decoder(String encoding) {
    return ContentDecoder.NO_OP;
  }

  @Override
  public ContentEncoder encoder(Headers headers) {
    return ContentEncoder.NO_OP;
  }
}
