package io.posthorn.sender.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.sender.http1.ResponseHead.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReadingTest {
  private static final String NEXT = "HTTP/1.1 500";

  /** Reads a response in pieces of one size; returns its status, body and end. */
  private static String read(String response, int pieceSize) throws HttpException, IOException {
    byte[] all = (response + NEXT).getBytes(ISO_8859_1);
    ResponseHead head = new ResponseHead(new LineReader());
    ResponseBody body = null;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int at = 0; at < all.length; at += pieceSize) {
      ByteBuffer piece = ByteBuffer.wrap(all, at, Math.min(pieceSize, all.length - at));
      if (body == null && head.read(piece)) {
        body = ResponseBody.after(head);
      }
      if (body != null && body.read(piece, bytes -> append(bytes, text))) {
        return head.status() + " " + text.toString(ISO_8859_1) + " " + piece.position();
      }
    }
    return "unfinished";
  }

  private static void append(ByteBuffer bytes, ByteArrayOutputStream text) {
    while (bytes.hasRemaining()) {
      text.write(bytes.get());
    }
  }

  private static ResponseHead head(String lines) throws HttpException, IOException {
    ResponseHead head = new ResponseHead(new LineReader());
    String text = lines.replace("|", "\r\n") + "\r\n\r\n";
    assertThat(head.read(ByteBuffer.wrap(text.getBytes(ISO_8859_1)))).isTrue();
    return head;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\nCONTENT-LENGTH:5\n\nhello",
        "\r\n\r\nHTTP/1.1 200\r\nX: y\r\n folded\r\nContent-Length: \t5 \r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5\nhello\n0\nA: trailer\nB: c\n\n",
      })
  void a_response_is_read_to_its_very_end_however_it_is_cut_up(String response)
      throws HttpException, IOException {
    int length = response.length();
    for (int size = 1; size <= length + NEXT.length(); size++) {
      assertThat(read(response, size))
          .as("in pieces of " + size)
          .isEqualTo("200 hello " + ((length - 1) / size * size + (length - 1) % size + 1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void no_content_and_not_modified_have_no_body_whatever_they_announce(int status)
      throws HttpException, IOException {
    String response = "HTTP/1.1 " + status + " No\r\nContent-Length: 5\r\n\r\n";

    assertThat(read(response, 1_000)).isEqualTo(status + "  " + response.length());
  }

  @Test
  void a_body_of_unknown_length_ends_with_the_connection() throws HttpException, IOException {
    assertThat(read("HTTP/1.1 200 OK\r\n\r\nhello", 7)).isEqualTo("unfinished");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK",
        "HTTP/1.1 200 OK|Transfer-Encoding: gzip",
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked, gzip",
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Transfer-Encoding: chunked",
        "HTTP/1.1 200 OK|Transfer-Encoding:",
      })
  void a_body_of_unknown_length_ends_with_the_connection(String lines)
      throws HttpException, IOException {
    assertThat(ResponseBody.after(head(lines))).isInstanceOf(ResponseBody.UntilClosed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "220 mail ready",
        "HTTP/2.0 200 OK",
        "HTTP/1.1 099 Low",
        "HTTP/1.1 2000 High",
        "HTTP/1.1 20x OK",
        "HTTP/1.1  200 OK",
        "HTTP/1.1 200 OK|no colon",
        "HTTP/1.1 200 OK|: no name",
        "HTTP/1.1 200 OK|Content-Length: -1",
        "HTTP/1.1 200 OK|Content-Length: +5",
        "HTTP/1.1 200 OK|Content-Length: 5x",
        "HTTP/1.1 200 OK|Content-Length:",
        "HTTP/1.1 200 OK|Content-Length: 5|Content-Length: 6",
        "HTTP/1.1 200 OK|Content-Length: 5,",
      })
  void a_response_that_is_not_strict_http_1_1_is_refused(String lines) {
    assertThatThrownBy(() -> ResponseBody.after(head(lines))).isInstanceOf(ProtocolException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x\r\n", "-1\r\n", "\r\n", "2\r\nhello\r\n", "7fffffffffffffffff\r\n"})
  void a_chunk_with_a_wrong_length_is_refused(String chunks) {
    assertThatThrownBy(
            () -> read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 1_000))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void a_repeated_header_has_both_values() throws HttpException, IOException {
    ResponseHead head = head("HTTP/1.1 503 No|Connection: a|retry-after: 5|connection: close");

    assertThat(head.value(Field.CONNECTION)).isEqualTo("a, close");
    assertThat(head.value(Field.RETRY_AFTER)).isEqualTo("5");
    assertThat(head.value(Field.KEEP_ALIVE)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "HTTP/1.1 200 OK|Content-Length: 0                                          ! 4000",
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked                                 ! 4000",
        "HTTP/1.1 200 OK|Content-Length: 0|Keep-Alive: max=5, timeout=2             ! 1500",
        "HTTP/1.1 200 OK|Content-Length: 0|Keep-Alive: timeout=600                  ! 4000",
        "HTTP/1.1 200 OK|Content-Length: 0|Connection: close                        ! 0",
        "HTTP/1.1 200 OK|Content-Length: 0|Connection: keep-alive, Close            ! 0",
        "HTTP/1.0 200 OK|Content-Length: 0                                          ! 0",
        "HTTP/1.0 200 OK|Content-Length: 0|Connection: Keep-Alive                   ! 4000",
        "HTTP/1.0 200 OK|Transfer-Encoding: chunked|Connection: keep-alive          ! 0",
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Content-Length: 5               ! 0",
        "HTTP/1.1 204 No|Transfer-Encoding: chunked                                 ! 0",
        "HTTP/1.1 204 No|Content-Length: 5                                          ! 0",
        "HTTP/1.1 204 No                                                            ! 4000",
      })
  void a_connection_is_kept_only_where_all_agree_on_the_end_of_the_response(
      String lines, long millis) throws HttpException, IOException {
    assertThat(Duration.ofNanos(KeepAlive.nanos(head(lines)))).isEqualTo(Duration.ofMillis(millis));
  }
}
