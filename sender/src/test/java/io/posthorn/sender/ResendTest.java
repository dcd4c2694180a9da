package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static io.posthorn.sender.ScriptedServer.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.ScriptedServer.Received;
import io.posthorn.sender.ScriptedServer.Script;
import io.posthorn.sender.tls.TlsSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One resend on a new connection belongs to an attempt. */
class ResendTest {
  private static final String LAST =
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";

  private final TestSender testSender = new TestSender();

  @AfterEach
  void close() {
    testSender.close();
  }

  /** The first connection responds once and then does something else with the next request. */
  private static Script first(Script afterwards, Script later) {
    AtomicInteger connections = new AtomicInteger();
    return connection -> {
      if (connections.incrementAndGet() == 1) {
        connection.request();
        connection.write(OK);
        connection.request();
        afterwards.run(connection);
      } else {
        later.run(connection);
      }
    };
  }

  @Test
  void a_request_is_resent_where_a_reused_connection_ended_before_any_byte_of_a_response()
      throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(first(connection -> {}, always(OK)))) {
      assertThat(testSender.send(server.url()).resent()).isFalse();

      Outcome outcome = testSender.send(server.url());

      assertThat(outcome.status()).isEqualTo(200);
      assertThat(outcome.resent()).isTrue();
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.received()).hasSize(3);
      assertThat(server.received().get(2))
          .as("the same request again, with the same webhook-id")
          .usingRecursiveComparison()
          .isEqualTo(server.received().get(1));
    }
  }

  @Test
  void a_request_is_resent_where_a_reused_connection_was_reset() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(first(ScriptedServer.Connection::reset, always(OK)))) {
      testSender.send(server.url());

      Outcome outcome = testSender.send(server.url());

      assertThat(outcome.status()).isEqualTo(200);
      assertThat(outcome.resent()).isTrue();
    }
  }

  @Test
  void a_request_is_resent_over_tls_too() throws IOException {
    TlsSettings trusting = new TlsSettings(file("authority.pem"), null, null);
    try (ScriptedServer server =
            ScriptedServer.tls("server", false, first(connection -> {}, always(OK)));
        TestSender secure = new TestSender(TestSender.LOCAL.withTls(trusting))) {
      secure.send(server.url());

      Outcome outcome = secure.send(server.url());

      assertThat(outcome.status()).isEqualTo(200);
      assertThat(outcome.resent()).isTrue();
      assertThat(server.received()).hasSize(3);
    }
  }

  @Test
  void a_request_is_not_resent_after_a_byte_of_a_response() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(first(connection -> connection.write("H"), always(OK)))) {
      testSender.send(server.url());

      Outcome outcome = testSender.send(server.url());

      assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(outcome.resent()).isFalse();
      assertThat(server.received()).hasSize(2);
    }
  }

  @Test
  void a_request_on_a_new_connection_is_not_resent() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(connection -> connection.request())) {
      Outcome outcome = testSender.send(server.url());

      assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(outcome.resent()).isFalse();
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void a_request_is_resent_once_and_never_a_second_time() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(first(connection -> {}, connection -> connection.request()))) {
      testSender.send(server.url());

      Outcome outcome = testSender.send(server.url());

      assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(outcome.resent()).isTrue();
      assertThat(server.received()).hasSize(3);
    }
  }

  @Test
  void a_resend_does_not_take_another_idle_connection() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    Script twoAtOnceThenClose =
        connection -> {
          for (Received r = connection.request(); r != null; r = connection.request()) {
            int number = requests.incrementAndGet();
            await().until(() -> requests.get() >= 2);
            if (number == 3) {
              return;
            }
            connection.write(OK);
          }
        };
    try (ScriptedServer server = ScriptedServer.plain(twoAtOnceThenClose)) {
      var one = testSender.start(TestMessage.to(server.url()));
      var other = testSender.start(TestMessage.to(server.url()));
      assertThat(one.join().success() && other.join().success()).isTrue();
      assertThat(testSender.sender.idleConnections()).isEqualTo(2);

      Outcome outcome = testSender.send(server.url());

      assertThat(outcome.status()).isEqualTo(200);
      assertThat(outcome.resent()).isTrue();
      assertThat(server.connections()).isEqualTo(3);
    }
  }

  @Test
  void a_resend_stays_within_the_deadline_of_its_attempt() throws IOException {
    Script tooLate =
        connection -> {
          connection.request();
          connection.pause(Duration.ofSeconds(30));
        };
    Script late = connection -> connection.pause(Duration.ofMillis(500));
    try (ScriptedServer server = ScriptedServer.plain(first(late, tooLate))) {
      testSender.send(server.url());

      Outcome outcome =
          testSender.send(TestMessage.to(server.url()).timeout(Duration.ofMillis(1_000)));

      assertThat(outcome.error()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(outcome.resent()).isTrue();
      assertThat(outcome.durationMillis()).isBetween(1_000L, 1_450L);
    }
  }

  @Test
  void the_new_connection_of_a_resend_passes_the_guard_again() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(first(connection -> {}, always(OK)))) {
      testSender
          .resolver
          .resolves("receiver.test", "127.0.0.1")
          .resolves("receiver.test", "127.0.0.1")
          .resolves("receiver.test", "10.0.0.1");
      testSender.send(server.url("receiver.test"));

      Outcome outcome = testSender.send(server.url("receiver.test"));

      assertThat(outcome.error()).isEqualTo(ErrorKind.BLOCKED_ADDRESS);
      assertThat(outcome.resent()).isTrue();
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void an_endpoint_that_ends_reused_connections_often_is_not_kept_alive() throws IOException {
    Script closesOnReuse =
        connection -> {
          connection.request();
          connection.write(OK);
          connection.request();
        };
    try (ScriptedServer server = ScriptedServer.plain(closesOnReuse)) {
      int resent = 0;
      for (int i = 0; i < 20; i++) {
        Outcome outcome = testSender.send(server.url());
        assertThat(outcome.success()).isTrue();
        resent += outcome.resent() ? 1 : 0;
      }

      assertThat(resent).isEqualTo(2);
      assertThat(testSender.sender.idleConnections()).isZero();
      assertThat(server.received()).hasSize(22);
    }
  }

  @Test
  void an_endpoint_that_ends_reused_connections_rarely_is_kept_alive() throws IOException {
    Script closesOnTheTwelfthRequest =
        connection -> {
          for (int i = 0; i < 11; i++) {
            connection.request();
            connection.write(OK);
          }
          connection.request();
        };
    try (ScriptedServer server = ScriptedServer.plain(closesOnTheTwelfthRequest)) {
      int resent = 0;
      for (int i = 0; i < 40; i++) {
        resent += testSender.send(server.url()).resent() ? 1 : 0;
      }

      assertThat(resent).isEqualTo(3);
      assertThat(testSender.sender.idleConnections()).isEqualTo(1);
    }
  }

  @Test
  void responses_on_new_connections_say_nothing_about_reuse() throws IOException {
    AtomicInteger connections = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    Script endsItsReusedConnections =
        connection -> {
          int number = connections.incrementAndGet();
          connection.request();
          if (number <= 2) {
            connection.write(OK);
            connection.request();
          }
          if (number >= 2 && number <= 12) {
            together.incrementAndGet();
            await().until(() -> together.get() == 11);
          }
          if (number >= 2) {
            connection.write(number >= 3 && number <= 12 ? LAST : OK);
            connection.request();
          }
        };
    try (ScriptedServer server = ScriptedServer.plain(endsItsReusedConnections)) {
      testSender.send(server.url());
      assertThat(testSender.send(server.url()).resent()).isTrue();
      var eleven =
          Stream.generate(() -> testSender.start(TestMessage.to(server.url()))).limit(11).toList();
      assertThat(eleven).allMatch(outcome -> outcome.join().success());
      assertThat(server.connections()).isEqualTo(12);

      assertThat(testSender.send(server.url()).resent()).isTrue();

      assertThat(server.connections()).isEqualTo(13);
      assertThat(testSender.sender.idleConnections()).as("reuse has stopped").isZero();
    }
  }

  @Test
  void connections_that_were_idle_when_reuse_stopped_are_not_used_again() throws IOException {
    AtomicInteger connections = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    Script endsItsReusedConnections =
        connection -> {
          int number = connections.incrementAndGet();
          connection.request();
          if (number <= 3) {
            together.incrementAndGet();
            await().until(() -> together.get() == 3);
            connection.write(OK);
            connection.request();
          } else {
            connection.write(LAST);
          }
        };
    try (ScriptedServer server = ScriptedServer.plain(endsItsReusedConnections)) {
      var three =
          Stream.generate(() -> testSender.start(TestMessage.to(server.url()))).limit(3).toList();
      assertThat(three).allMatch(outcome -> outcome.join().success());
      assertThat(testSender.send(server.url()).resent()).isTrue();
      assertThat(testSender.send(server.url()).resent()).isTrue();

      assertThat(testSender.send(server.url()).resent()).isFalse();

      assertThat(server.connections()).isEqualTo(6);
    }
  }
}
