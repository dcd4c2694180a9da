package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static io.posthorn.sender.ScriptedServer.file;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import io.posthorn.sender.http1.OutboundRoute;
import io.posthorn.sender.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The outbound proxy and the local address of connections. */
class OutboundRouteTest {
  private static final TlsSettings TRUSTING = new TlsSettings(file("authority.pem"), null, null);

  private static TestSender through(TunnelProxy proxy, @Nullable String credentials) {
    OutboundRoute route =
        new OutboundRoute(new OutboundRoute.Proxy("proxy.test", proxy.port(), credentials), null);
    TestSender sender = new TestSender(TestSender.LOCAL.withTls(TRUSTING).withRoute(route));
    sender.resolver.resolves("proxy.test", "127.0.0.1").resolves("receiver.test", "127.0.0.1");
    return sender;
  }

  @Test
  void a_request_goes_through_a_tunnel_to_the_address_that_the_guard_has_allowed()
      throws IOException {
    try (ScriptedServer receiver = ScriptedServer.tls("server", false, always(OK));
        TunnelProxy proxy = TunnelProxy.open();
        TestSender sender = through(proxy, "user:p@ss")) {
      for (int i = 0; i < 3; i++) {
        Outcome outcome = sender.send(receiver.url("receiver.test"));
        assertThat(outcome.status()).as(outcome.detail()).isEqualTo(200);
      }

      assertThat(proxy.heads())
          .singleElement() // the tunnel is reused
          .asString()
          .startsWith("CONNECT 127.0.0.1:" + receiver.port() + " HTTP/1.1\r\n")
          .contains("Proxy-Authorization: Basic dXNlcjpwQHNz\r\n")
          .doesNotContain("receiver.test");
      assertThat(receiver.received().getFirst().header("proxy-authorization")).isEmpty();
      assertThat(receiver.received().getFirst().header("host"))
          .isEqualTo("receiver.test:" + receiver.port());
    }
  }

  @Test
  void plain_http_goes_through_a_tunnel_too() throws IOException {
    try (ScriptedServer receiver = ScriptedServer.plain(always(OK));
        TunnelProxy proxy = TunnelProxy.open();
        TestSender sender = through(proxy, null)) {
      assertThat(sender.send(receiver.url()).status()).isEqualTo(200);
      assertThat(proxy.heads()).hasSize(1);
    }
  }

  @Test
  void an_access_token_is_fetched_through_a_tunnel_and_the_proxy_does_not_see_the_request()
      throws IOException {
    String body = "{\"access_token\":\"abc\"}";
    String response =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(body.length(), body);
    try (ScriptedServer tokens = ScriptedServer.plain(always(response));
        TunnelProxy proxy = TunnelProxy.open();
        TestSender sender = through(proxy, "user:p@ss")) {
      OAuth2Client client = new OAuth2Client(tokens.url(), "client", new byte[] {'s'}, null, null);
      CompletableFuture<TokenResult> result = new CompletableFuture<>();
      sender.sender.fetchToken(
          new Effect.FetchToken(new TokenTicket(new EndpointId(1, 2), 1), "acme", client),
          result::complete);

      assertThat(result.orTimeout(20, TimeUnit.SECONDS).join())
          .isInstanceOf(TokenResult.AccessToken.class);
      assertThat(proxy.heads())
          .singleElement()
          .asString()
          .startsWith("CONNECT 127.0.0.1:" + tokens.port() + " HTTP/1.1\r\n")
          .contains("Proxy-Authorization: Basic dXNlcjpwQHNz\r\n")
          .doesNotContain("\r\nAuthorization");
      assertThat(tokens.received().getFirst().header("proxy-authorization")).isEmpty();
    }
  }

  @Test
  void a_blocked_address_never_reaches_the_proxy() throws IOException {
    try (TunnelProxy proxy = TunnelProxy.open();
        TestSender sender = through(proxy, null)) {
      sender.resolver.resolves("internal.test", "10.0.0.1");

      assertThat(sender.send("https://internal.test/").error())
          .isEqualTo(ErrorKind.BLOCKED_ADDRESS);
      assertThat(proxy.heads()).isEmpty();
    }
  }

  @Test
  void a_proxy_that_refuses_is_a_failure_that_says_so() throws IOException {
    try (TunnelProxy forbidding = new TunnelProxy("HTTP/1.1 403 Forbidden\r\n\r\n");
        TunnelProxy asking = new TunnelProxy("HTTP/1.1 407 Who?\r\n\r\n");
        TunnelProxy garbled = new TunnelProxy("SSH-2.0-OpenSSH\r\n\r\n");
        TunnelProxy silent = new TunnelProxy("")) {
      assertThat(failure(forbidding)).contains("proxy responded 403", "127.0.0.1:9");
      assertThat(failure(asking)).contains("delivery.proxy-credentials");
      assertThat(failure(garbled)).contains("not valid HTTP");
      assertThat(failure(silent)).contains("closed the connection before the tunnel was open");
    }
  }

  @Test
  void a_proxy_that_cannot_be_reached_is_not_blamed_on_the_receiver() throws IOException {
    TunnelProxy gone = TunnelProxy.open();
    gone.close();

    assertThat(failure(gone)).contains("The outbound proxy cannot be reached");
  }

  @Test
  void a_tunnel_that_does_not_open_ends_with_the_attempts_deadline() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      OutboundRoute route =
          new OutboundRoute(
              new OutboundRoute.Proxy("127.0.0.1", silent.getLocalPort(), null), null);
      try (TestSender sender =
          new TestSender(TestSender.LOCAL.withTimeout(Duration.ofMillis(300)).withRoute(route))) {
        assertThat(sender.send("http://127.0.0.1:9/").error()).isEqualTo(ErrorKind.TIMEOUT);
      }
    }
  }

  private static String failure(TunnelProxy proxy) {
    try (TestSender sender = through(proxy, null)) {
      Outcome outcome = sender.send("http://127.0.0.1:9/");
      assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(outcome.unconnected()).isFalse();
      return outcome.detail();
    }
  }

  @Test
  void connections_come_from_the_bind_address() throws IOException {
    OutboundRoute route = new OutboundRoute(null, InetAddress.ofLiteral("127.0.0.7"));
    try (ServerSocket receiver = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        TestSender sender = new TestSender(TestSender.LOCAL.withRoute(route))) {
      CompletableFuture<Outcome> outcome =
          sender.start(TestMessage.to("http://127.0.0.1:" + receiver.getLocalPort() + "/"));
      try (Socket connection = receiver.accept()) {
        assertThat(connection.getInetAddress().getHostAddress()).isEqualTo("127.0.0.7");
      }
      outcome.join();
    }
  }
}
