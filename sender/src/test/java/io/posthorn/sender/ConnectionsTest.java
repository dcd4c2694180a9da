package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.guard.AllowedTarget;
import io.posthorn.sender.guard.AllowedTargets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private final TestSender testSender = new TestSender();

  @AfterEach
  void close() {
    testSender.close();
  }

  @Test
  void a_connection_is_used_again() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(always(OK))) {
      for (int i = 0; i < 50; i++) {
        assertThat(testSender.send(server.url()).success()).isTrue();
      }

      assertThat(server.received()).hasSize(50);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** A response can be there before the thread that wrote the request knows that it is written. */
  @Test
  void as_long_as_eight_send_at_once_there_are_eight_connections_at_most() throws Exception {
    try (ScriptedServer server = ScriptedServer.plain(always(OK));
        ExecutorService eight = Executors.newFixedThreadPool(8)) {
      List<Future<?>> senders = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        senders.add(
            eight.submit(
                () -> {
                  for (int j = 0; j < 300; j++) {
                    assertThat(testSender.send(server.url()).success()).isTrue();
                  }
                }));
      }
      for (Future<?> sender : senders) {
        sender.get();
      }

      assertThat(server.received()).hasSize(2_400);
      assertThat(server.connections()).isLessThanOrEqualTo(8);
    }
  }

  @Test
  void customers_share_no_connection() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(always(OK))) {
      for (String customer : List.of("a", "b", "a", "b")) {
        assertThat(testSender.send(TestMessage.to(server.url()).of(customer)).success()).isTrue();
      }

      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void as_many_connections_to_a_host_are_opened_as_requests_run() throws IOException {
    CountDownLatch all = new CountDownLatch(200);
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.request();
              all.countDown();
              try {
                all.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              connection.write(OK);
              connection.untilClosed();
            })) {
      List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        outcomes.add(testSender.start(TestMessage.to(server.url())));
      }

      assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.join().success()).isTrue());
      assertThat(server.connections()).isEqualTo(200);
    }
  }

  @Test
  void a_connection_that_the_receiver_closed_while_it_was_idle_costs_no_attempt()
      throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.request();
              connection.write(OK);
            })) {
      for (int i = 1; i <= 20; i++) {
        int expected = i;
        assertThat(testSender.send(server.url()).success()).isTrue();
        await().until(() -> server.closedConnections() == expected);
      }

      assertThat(server.received()).hasSize(20);
    }
  }

  @Test
  void a_receiver_that_says_close_gets_a_new_connection_each_time() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.request();
              connection.write(
                  "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
            })) {
      assertThat(testSender.send(server.url()).success()).isTrue();
      assertThat(testSender.send(server.url()).success()).isTrue();

      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void an_unsolicited_second_response_is_not_taken_for_the_next_requests_response()
      throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.request();
              connection.write(OK + "HTTP/1.1 500 Trap\r\nContent-Length: 0\r\n\r\n");
              connection.untilClosed();
            })) {
      assertThat(testSender.send(server.url()).status()).isEqualTo(200);
      await().until(() -> server.closedConnections() == 1);

      assertThat(testSender.send(server.url()).status()).isEqualTo(200);
    }
  }

  @Test
  void idle_connections_are_closed_before_the_receiver_would() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(
            always("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n"))) {
      assertThat(testSender.send(server.url()).success()).isTrue();
      assertThat(testSender.sender.idleConnections()).isEqualTo(1);

      await().until(() -> testSender.sender.idleConnections() == 0);

      await().until(() -> server.closedConnections() == 1);
    }
  }

  @Test
  void a_port_without_a_listener_is_refused() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      port = free.getLocalPort();
    }

    Outcome outcome = testSender.send("http://127.0.0.1:" + port + "/");

    assertThat(outcome.error()).isEqualTo(ErrorKind.REFUSED);
    assertThat(outcome.detail()).contains("127.0.0.1:" + port);
    assertThat(outcome.unconnected()).isTrue();
  }

  @Test
  void a_timeout_says_whether_the_connection_could_not_be_opened_or_the_response_is_slow()
      throws IOException {
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    Duration timeout = Duration.ofMillis(700);
    try (ServerSocket full = new ServerSocket(0, 1, loopback);
        Socket _ = new Socket(loopback, full.getLocalPort());
        Socket _ = new Socket(loopback, full.getLocalPort());
        ScriptedServer slow = ScriptedServer.plain(c -> c.untilClosed())) {
      String url = "http://127.0.0.1:" + full.getLocalPort() + "/";

      Outcome unopened = testSender.send(TestMessage.to(url).timeout(timeout));
      Outcome withoutResponse = testSender.send(TestMessage.to(slow.url()).timeout(timeout));

      assertThat(unopened.error()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(unopened.unconnected()).isTrue();
      assertThat(withoutResponse.error()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(withoutResponse.unconnected()).isFalse();
    }
  }

  @Test
  void a_connection_that_was_left_little_time_by_DNS_says_nothing_about_the_host()
      throws IOException {
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    try (ServerSocket full = new ServerSocket(0, 1, loopback);
        Socket _ = new Socket(loopback, full.getLocalPort());
        Socket _ = new Socket(loopback, full.getLocalPort())) {
      testSender.resolver.resolves("hanging.test", "127.0.0.1");
      String url = "http://hanging.test:" + full.getLocalPort() + "/";
      CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS)
          .execute(testSender.resolver::release);

      Outcome outcome = testSender.send(TestMessage.to(url).timeout(Duration.ofSeconds(1)));

      assertThat(outcome.error()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(outcome.unconnected()).isFalse();
    }
  }

  @Test
  void an_address_that_refuses_leaves_the_others_of_its_name_to_try() throws IOException {
    try (TestSender both =
            new TestSender(
                TestSender.LOCAL.withAllowedTargets(
                    new AllowedTargets(
                        List.of(AllowedTarget.of("127.0.0.0/8"), AllowedTarget.of("::1")))));
        ScriptedServer server = ScriptedServer.plain(always(OK))) {
      both.resolver.resolves("receiver.test", "::1", "127.0.0.1");

      assertThat(both.send(server.url("receiver.test")).success()).isTrue();
    }
  }

  @Test
  void a_tarpit_is_a_timeout_and_300_of_them_leave_a_quick_receiver_quick() throws IOException {
    try (ScriptedServer tarpit = ScriptedServer.plain(c -> c.untilClosed());
        ScriptedServer quick = ScriptedServer.plain(always(OK))) {
      List<CompletableFuture<Outcome>> stuck = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        stuck.add(testSender.start(TestMessage.to(tarpit.url()).timeout(Duration.ofSeconds(6))));
      }
      await().until(() -> tarpit.connections() == 300);

      List<Long> durations = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        Outcome outcome = testSender.send(quick.url());
        assertThat(outcome.success()).isTrue();
        durations.add(outcome.durationMillis());
      }

      durations.sort(Long::compare);
      assertThat(durations.get(90)).as("nine of ten, in ms").isLessThan(1_000);
      assertThat(stuck).noneMatch(CompletableFuture::isDone);
      assertThat(stuck)
          .allSatisfy(outcome -> assertThat(outcome.join().error()).isEqualTo(ErrorKind.TIMEOUT));
      await().until(() -> tarpit.closedConnections() == 300);
    }
  }

  @Test
  void closing_waits_for_requests_in_flight() throws IOException {
    CountDownLatch mayResponse = new CountDownLatch(1);
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.request();
              try {
                mayResponse.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              connection.write(OK);
              connection.untilClosed();
            })) {
      CompletableFuture<Outcome> outcome = testSender.start(TestMessage.to(server.url()));
      await().until(() -> !server.received().isEmpty());

      CompletableFuture<Void> closed =
          CompletableFuture.runAsync(() -> testSender.sender.close(Duration.ofSeconds(20)));
      await().until(() -> testSender.send(server.url()).detail().contains("stopped"));
      mayResponse.countDown();
      closed.join();

      assertThat(outcome).isCompleted();
      assertThat(outcome.join().success()).isTrue();
    }
  }

  @Test
  void closing_ends_requests_that_take_too_long() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(c -> c.untilClosed())) {
      CompletableFuture<Outcome> outcome = testSender.start(TestMessage.to(server.url()));
      await().until(() -> server.connections() == 1);

      testSender.sender.close(Duration.ofMillis(50));

      assertThat(outcome).isCompleted();
      assertThat(outcome.join().error()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(outcome.join().detail()).contains("stopped");
      await().until(() -> server.closedConnections() == 1);
    }
  }
}
