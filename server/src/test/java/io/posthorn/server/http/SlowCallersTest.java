package io.posthorn.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.directory.Role;
import io.posthorn.server.LiveApi;
import io.posthorn.server.api.EventRate;
import io.posthorn.server.wire.WireLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that take their time, or never come to an end: cut at a deadline, at a bounded cost. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SlowCallersTest {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int MIB = 1 << 20;
  private static final WireLimits QUICK =
      WireLimits.DEFAULT
          .withTimes(
              Duration.ofSeconds(3),
              Duration.ofSeconds(1),
              Duration.ofSeconds(1),
              Duration.ofMillis(50))
          .withTogether(4 * MIB);

  /** A problem; or nothing at all, where a reset overtakes what was said last. */
  private static final Pattern TOO_SLOW =
      Pattern.compile("(HTTP/1.1 408 .*problem\\+json.*)?", Pattern.DOTALL);

  private final List<Socket> open = new ArrayList<>();
  private LiveApi api = new LiveApi(EventRate.unlimited(), QUICK).with("default");
  private String key = api.key(Role.MANAGER, "default");

  @AfterEach
  void close() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    api.close();
  }

  @Test
  void a_connection_without_a_request_is_closed() throws IOException {
    assertThat(untilTheEnd(connect())).isEmpty();
  }

  @Test
  void a_connection_is_closed_when_no_further_request_comes() throws IOException {
    Socket socket = connect();
    write(socket, "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n");

    assertThat(untilTheEnd(socket)).startsWith("HTTP/1.1 404");
  }

  @Test
  void half_a_head_is_cut() throws IOException {
    Socket socket = connect();
    write(socket, "GET /api/v1/events HTTP/1.1\r\nHost: a\r\nX-Half");

    assertThat(untilTheEnd(socket)).isEmpty();
  }

  @Test
  void a_head_that_comes_byte_by_byte_is_cut_at_its_deadline() throws IOException {
    Socket socket = connect();
    write(socket, "GET /api/v1/events HTTP/1.1\r\nHost: a\r\nX-Endless: ");

    assertThat(drip(socket, "a")).matches(TOO_SLOW);
  }

  @Test
  void a_body_that_comes_byte_by_byte_is_cut_at_its_deadline() throws IOException {
    Socket socket = connect();
    write(socket, head("Content-Length: 100000") + "{");

    assertThat(drip(socket, " ")).matches(TOO_SLOW);
  }

  @Test
  void a_body_that_never_comes_is_cut() throws IOException {
    Socket socket = connect();
    write(socket, head("Content-Length: 1000") + "{");

    assertThat(untilTheEnd(socket)).isEmpty();
  }

  @Test
  void a_body_that_never_comes_is_cut_also_where_nobody_wants_it() throws IOException {
    Socket socket = connect();
    write(socket, "POST /api/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{");

    assertThat(untilTheEnd(socket)).startsWith("HTTP/1.1 401");
  }

  @Test
  void the_line_of_a_chunk_has_an_end() throws IOException {
    Socket socket = connect();
    write(socket, head("Transfer-Encoding: chunked") + "5;");

    assertThatThrownBy(() -> writeMuch(socket)).isInstanceOf(SocketException.class);
    assertThat(api.call("GET", "/api/v1/subscriptions", key, null).status()).isEqualTo(200);
  }

  @Test
  void somebody_without_a_key_cannot_bring_much() throws IOException {
    Socket socket = connect();
    write(
        socket, "POST /api/v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;");

    assertThatThrownBy(() -> writeMuch(socket)).isInstanceOf(SocketException.class);
  }

  @Test
  void an_answer_that_nobody_reads_is_given_up() throws IOException {
    for (int i = 0; i < 30; i++) {
      String path = "https://receiver.example/" + i + "/" + "x".repeat(1_900);
      String body =
          "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"%s\"}".formatted(path);
      assertThat(api.call("POST", "/api/v1/subscriptions", key, body).status()).isEqualTo(201);
    }
    Socket socket = connect();
    String request =
        "GET /api/v1/subscriptions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            + key
            + "\r\n\r\n";
    write(socket, request.repeat(2_000)); // about 120 MB of answers: more than any socket takes

    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> writeFails(socket));
  }

  @Test
  void large_bodies_share_a_budget_and_the_next_is_asked_to_wait() throws IOException {
    api.close();
    api =
        new LiveApi(EventRate.unlimited(), WireLimits.DEFAULT.withTogether(4 * MIB))
            .with("default");
    key = api.key(Role.MANAGER, "default");
    String large = head("Content-Length: " + 3 * MIB);
    Socket first = connect();
    write(first, large + " ".repeat(3 * MIB - 10));
    // Only what was read counts; so somebody else is refused as soon as the first was read.
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              Socket second = connect();
              String answer = flood(second, large, 3 * MIB);
              assertThat(answer).contains("HTTP/1.1 503", "Retry-After: 1", "problem+json");
            });
    assertThat(api.call("POST", "/api/v1/events", key, "[]").status()).isLessThan(500);

    write(first, "          ");
    assertThat(firstLine(first)).startsWith("HTTP/1.1 400");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(flood(connect(), large, 3 * MIB)).contains("HTTP/1.1 400"));
  }

  private String head(String length) {
    return "POST /api/v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
        + key
        + "\r\n"
        + length
        + "\r\n\r\n";
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port());
    socket.setSoTimeout(PATIENCE_MILLIS);
    open.add(socket);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  /** More than anybody may bring: who does not stop reading takes it all. */
  private static void writeMuch(Socket socket) throws IOException {
    byte[] piece = new byte[64 << 10];
    Arrays.fill(piece, (byte) ' ');
    for (int i = 0; i < 1_024; i++) {
      socket.getOutputStream().write(piece);
    }
  }

  private static boolean writeFails(Socket socket) {
    try {
      write(socket, "x");
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Writes the same small thing every few milliseconds, until the server closes. */
  private static String drip(Socket socket, String drop) throws IOException {
    Thread dripping =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!writeFails(socket, drop)) {
                    pause();
                  }
                });
    try {
      return untilTheEnd(socket);
    } finally {
      socket.close();
      join(dripping);
    }
  }

  private static boolean writeFails(Socket socket, String text) {
    try {
      write(socket, text);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(5); // the pace of a slow caller, not a wait for anything
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String flood(Socket socket, String head, int bytes) throws IOException {
    write(socket, head);
    return flood(socket, bytes);
  }

  /** Writes a lot from another thread, and reads what comes meanwhile. */
  private static String flood(Socket socket, int bytes) throws IOException {
    byte[] piece = new byte[64 << 10];
    Arrays.fill(piece, (byte) ' ');
    Thread writing =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    for (int left = bytes; left > 0; left -= piece.length) {
                      socket.getOutputStream().write(piece, 0, Math.min(left, piece.length));
                    }
                  } catch (IOException e) {
                    // The server has had enough.
                  }
                });
    try {
      return firstLine(socket);
    } finally {
      socket.close();
      join(writing);
    }
  }

  /** What the server says first; empty if it says nothing before it closes. */
  private static String firstLine(Socket socket) throws IOException {
    byte[] answer = new byte[4_096];
    try {
      int length = socket.getInputStream().read(answer);
      return length < 0 ? "" : new String(answer, 0, length, ISO_8859_1);
    } catch (SocketException e) {
      return "";
    }
  }

  private static String untilTheEnd(Socket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    try {
      in.transferTo(all);
    } catch (SocketException e) {
      // A reset is an end as well.
    }
    return all.toString(ISO_8859_1);
  }
}
