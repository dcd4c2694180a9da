package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static io.posthorn.sender.ScriptedServer.file;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.tls.ClientIdentity;
import io.posthorn.sender.tls.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The client certificate of an endpoint, with receivers that demand one. */
final class ReceiverRequiringCertificateTest {
  private static final TlsSettings TRUSTING = new TlsSettings(file("authority.pem"), null, null);

  private static String pem(String name) {
    try {
      return Files.readString(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EndpointOptions with(String name) {
    String text = ClientIdentity.text(pem(name + ".pem"), pem(name + ".key"));
    return EndpointOptions.NONE.withClientCertificate(
        new ClientCertificate(text.getBytes(UTF_8), 0));
  }

  private static Outcome send(TestSender sender, ScriptedServer server, EndpointOptions options) {
    return sender.send(TestMessage.to(server.url()).options(options));
  }

  @Test
  void a_receiver_that_demands_a_certificate_gets_the_endpoints_own() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", true, always(OK));
        TestSender sender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      assertThat(send(sender, server, with("client")).status()).isEqualTo(200);
      assertThat(server.received().getLast().client()).isEqualTo("CN=Posthorn test client");
    }
  }

  @Test
  void an_endpoint_without_one_does_not_get_through_over_the_connection_of_another()
      throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", true, always(OK));
        TestSender sender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      assertThat(send(sender, server, with("client")).status()).isEqualTo(200);

      Outcome without = send(sender, server, EndpointOptions.NONE);

      assertThat(without.error()).isEqualTo(ErrorKind.TLS);
      assertThat(without.detail()).contains("requires a client certificate");
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void connections_and_sessions_are_reused_only_under_the_same_certificate() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", true, always(OK));
        TestSender sender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      for (int i = 0; i < 3; i++) {
        send(sender, server, with("client"));
        send(sender, server, with("server"));
      }
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.received())
          .extracting(ScriptedServer.Received::client)
          .containsExactly(
              "CN=Posthorn test client",
              "CN=localhost",
              "CN=Posthorn test client",
              "CN=localhost",
              "CN=Posthorn test client",
              "CN=localhost");
    }
  }

  /** Each response ends its connection, so that only TLS sessions could be reused. */
  @Test
  void a_session_is_not_resumed_under_another_certificate() throws IOException {
    String closing = OK.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    try (ScriptedServer server = ScriptedServer.tls("server", true, always(closing));
        TestSender sender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      for (String name : new String[] {"client", "server", "client", "server"}) {
        assertThat(send(sender, server, with(name)).success()).isTrue();
      }
      assertThat(server.received())
          .extracting(ScriptedServer.Received::client)
          .containsExactly(
              "CN=Posthorn test client", "CN=localhost", "CN=Posthorn test client", "CN=localhost");
      assertThat(send(sender, server, EndpointOptions.NONE).error()).isEqualTo(ErrorKind.TLS);
    }
  }

  @Test
  void a_renewed_certificate_holds_from_the_next_attempt_on() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", true, always(OK));
        TestSender sender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      send(sender, server, with("client"));
      send(sender, server, with("server")); // the renewed one
      assertThat(server.received().getLast().client()).isEqualTo("CN=localhost");
    }
  }

  @Test
  void the_endpoints_own_goes_before_the_general_one() throws IOException {
    TlsSettings general =
        new TlsSettings(file("authority.pem"), file("client.pem"), file("client.key"));
    try (ScriptedServer server = ScriptedServer.tls("server", true, always(OK));
        TestSender sender = new TestSender(TestSender.LOCAL.withTls(general))) {
      send(sender, server, with("server"));
      send(sender, server, EndpointOptions.NONE);
      assertThat(server.received())
          .extracting(ScriptedServer.Received::client)
          .containsExactly("CN=localhost", "CN=Posthorn test client");
    }
  }

  @Test
  void certificate_and_key_have_to_be_pem_and_belong_together() {
    assertThat(ClientIdentity.of(pem("client.pem"), pem("client.key")).expiresAt())
        .isEqualTo(Instant.parse("2126-01-01T00:00:00Z").toEpochMilli());
    assertThatThrownBy(() -> ClientIdentity.of("hush", pem("client.key")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("certificate must be")
        .hasMessageNotContaining("hush");
    assertThatThrownBy(() -> ClientIdentity.of(pem("client.pem"), "hush"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("key must be")
        .hasMessageNotContaining("hush");
    assertThatThrownBy(() -> ClientIdentity.of(pem("client.pem"), pem("server.key")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("does not belong");
  }
}
