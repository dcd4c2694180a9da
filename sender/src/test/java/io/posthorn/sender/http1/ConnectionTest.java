package io.posthorn.sender.http1;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.ScriptedServer;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.sender.guard.AllowedTarget;
import io.posthorn.sender.guard.AllowedTargets;
import io.posthorn.sender.guard.DnsLookup;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.sender.tls.OutboundTls;
import io.posthorn.sender.tls.TlsSettings;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The behaviour of a connection in states that no receiver can force. */
class ConnectionTest {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  private final HttpTransport transport = transport();

  private static HttpTransport transport() {
    return new HttpTransport(
        new DnsLookup(Resolver.SYSTEM, Duration.ZERO, Duration.ZERO),
        new AddressGuard(new AllowedTargets(List.of(AllowedTarget.of("127.0.0.1"))), true),
        OutboundTls.contexts(TlsSettings.NONE),
        Duration.ofSeconds(5),
        ResponseLimits.DEFAULT,
        OutboundRoute.DIRECT,
        name -> Thread.ofPlatform().daemon().name(name).factory());
  }

  @AfterEach
  void close() {
    transport.close();
  }

  private static OutboundRequest request(TargetUrl url) {
    byte[] head = RequestHead.post(url).end("".getBytes(ISO_8859_1));
    return new OutboundRequest("acme", url, head, new byte[0], List.of(), 5_000_000_000L);
  }

  @Test
  void a_connection_that_closes_before_a_byte_was_written_costs_no_attempt() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(always(OK))) {
      TargetUrl url = TargetUrl.parse(server.url());
      transport
          .idle()
          .put(Peer.of(request(url), LOOPBACK), closingInThisMoment(), Long.MAX_VALUE / 2);
      assertThat(transport.idleConnections()).isEqualTo(1);

      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      transport.send(request(url), System.nanoTime(), outcome::complete);

      assertThat(outcome.orTimeout(20, TimeUnit.SECONDS).join())
          .returns(true, Outcome::success)
          .returns(false, Outcome::resent);
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void a_response_before_the_request_was_sent_is_not_taken_for_its_response() throws IOException {
    TargetUrl url = TargetUrl.parse("https://127.0.0.1:1/");
    List<Outcome> outcomes = new ArrayList<>();
    Exchange exchange = new Exchange(transport, request(url), System.nanoTime(), outcomes::add);
    IOSession session = looksOpen();
    Connection secure = new Connection(session, true);
    secure.begin(new Conversation(exchange, Peer.of(request(url), LOOPBACK), secure, false));

    secure.inputReady(session, ByteBuffer.wrap(OK.getBytes(ISO_8859_1)));

    assertThat(outcomes).singleElement().returns(ErrorKind.CONNECTION, Outcome::error);
  }

  /** A connection that looks open, and is lost. */
  private static Connection closingInThisMoment() {
    IOSession open = looksOpen();
    Connection connection = new Connection(open, false);
    connection.disconnected(open);
    return connection;
  }

  private static IOSession looksOpen() {
    return (IOSession)
        Proxy.newProxyInstance(
            IOSession.class.getClassLoader(),
            new Class<?>[] {IOSession.class},
            (proxy, method, arguments) -> method.getName().equals("isOpen") ? true : null);
  }
}
