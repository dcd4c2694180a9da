package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.server.LiveApi;
import io.posthorn.server.http.limits.ConnectionLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies with a Content-Encoding, over a socket: gzip is unpacked, anything else is 415. */
final class CompressedBodyTest {
  private static final String EVENT = "{\"objCode\":\"A\",\"eventType\":\"B\"}";
  private static final String LAST =
      "GET /api/v1/subscriptions HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

  private final LiveApi api =
      new LiveApi(EventRateLimit.unlimited(), ConnectionLimits.DEFAULT.withTotalBytes(40L << 20));
  private final String key = api.with("default").key(Role.MANAGER, "default");

  @AfterEach
  void close() {
    api.close();
    assertThat(api.unexpected).isEmpty();
  }

  @Test
  void a_gzip_body_is_accepted_and_the_connection_is_kept() throws IOException {
    RawCall call = post("gzip", gzip(EVENT));

    assertThat(call.status()).isEqualTo(202);
    assertThat(call.response()).contains("HTTP/1.1 401");
  }

  @Test
  void a_body_that_is_too_large_when_unpacked_is_413() throws IOException {
    RawCall call = post("gzip", gzip(" ".repeat((16 << 20) + 1)));

    assertThat(call.status()).isEqualTo(413);
    assertThat(call.response()).contains("content_too_large").contains("HTTP/1.1 401");
  }

  @Test
  void unpacked_bytes_count_against_the_memory_of_all_requests() throws IOException {
    try (LiveApi small =
        new LiveApi(
            EventRateLimit.unlimited(), ConnectionLimits.DEFAULT.withTotalBytes(1L << 20))) {
      String there = small.with("default").key(Role.MANAGER, "default");

      RawCall call =
          RawCall.untilClosed(
              small.port(), request("gzip", gzip(" ".repeat(8 << 20)), there) + LAST);

      assertThat(call.status()).isEqualTo(503);
      assertThat(call.response()).contains("overloaded");
    }
  }

  @Test
  void malformed_gzip_is_400() throws IOException {
    String whole = gzip(EVENT);

    RawCall plain = post("gzip", EVENT);
    RawCall cut = post("gzip", whole.substring(0, whole.length() - 9));

    assertThat(plain.status()).isEqualTo(400);
    assertThat(plain.response()).contains("not valid gzip").contains("HTTP/1.1 401");
    assertThat(cut.status()).isEqualTo(400);
  }

  @Test
  void another_encoding_is_415_naming_the_header_with_the_connection_kept() throws IOException {
    RawCall call = post("br", EVENT);

    assertThat(call.status()).isEqualTo(415);
    assertThat(call.response())
        .contains("unsupported_encoding")
        .contains("Content-Encoding")
        .contains("got \\\"br\\\"")
        .contains("HTTP/1.1 401");
  }

  @Test
  void several_encodings_in_one_header_or_in_two_are_415() throws IOException {
    for (String encoding : new String[] {"gzip, gzip", "gzip\r\nContent-Encoding: br"}) {
      RawCall call = post(encoding, gzip(EVENT));

      assertThat(call.status()).as(encoding).isEqualTo(415);
      assertThat(call.response()).as(encoding).contains("HTTP/1.1 401");
    }
  }

  @Test
  void identity_is_a_plain_body() throws IOException {
    assertThat(post("identity", EVENT).status()).isEqualTo(202);
  }

  /** Posts events, with another request behind it on the same connection. */
  private RawCall post(String encoding, String body) throws IOException {
    return RawCall.untilClosed(api.port(), request(encoding, body, key) + LAST);
  }

  private static String request(String encoding, String body, String key) {
    return "POST /api/v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
        + key
        + "\r\nContent-Encoding: "
        + encoding
        + "\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  /** The bytes as characters of ISO 8859-1, which is how they are sent. */
  private static String gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }
}
