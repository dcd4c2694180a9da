package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static io.posthorn.sender.ScriptedServer.file;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.tls.OutboundTls;
import io.posthorn.sender.tls.TlsSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TlsTest {
  private static final TlsSettings TRUSTING = new TlsSettings(file("authority.pem"), null, null);

  private static Outcome sent(TlsSettings tls, ScriptedServer server, String host) {
    try (TestSender testSender = new TestSender(TestSender.LOCAL.withTls(tls))) {
      testSender
          .resolver
          .resolves("receiver.test", "127.0.0.1")
          .resolves("other.test", "127.0.0.1");
      return testSender.send(server.url(host));
    }
  }

  private static Outcome sentToPlain(ScriptedServer server) {
    try (TestSender testSender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      return testSender.send("https://127.0.0.1:" + server.port() + "/");
    }
  }

  @Test
  void a_certificate_of_ones_own_authority_is_trusted_for_the_names_and_addresses_it_has()
      throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", false, always(OK))) {
      assertThat(sent(TRUSTING, server, "receiver.test").status()).isEqualTo(200);
      assertThat(sent(TRUSTING, server, "127.0.0.1").status()).isEqualTo(200);
      assertThat(server.received().getFirst().header("host"))
          .isEqualTo("receiver.test:" + server.port());
    }
  }

  @Test
  void a_secure_connection_is_used_again() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", false, always(OK));
        TestSender testSender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      for (int i = 0; i < 20; i++) {
        assertThat(testSender.send(server.url()).success()).isTrue();
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void a_large_body_arrives_whole_over_tls() throws IOException {
    String state = "{\"text\":\"" + "x".repeat(1_000_000) + "\"}";
    try (ScriptedServer server = ScriptedServer.tls("server", false, always(OK));
        TestSender testSender = new TestSender(TestSender.LOCAL.withTls(TRUSTING))) {
      assertThat(testSender.send(TestMessage.to(server.url()).state(state)).success()).isTrue();
      assertThat(server.received().getFirst().body()).hasSizeGreaterThan(1_000_000);
    }
  }

  @Test
  void an_unknown_authority_is_a_tls_failure_that_says_so() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", false, always(OK))) {
      Outcome outcome = sent(TlsSettings.NONE, server, "receiver.test");

      assertThat(outcome.error()).isEqualTo(ErrorKind.TLS);
      assertThat(outcome.detail()).contains("untrusted authority", "delivery.trusted-ca");
      assertThat(server.received()).isEmpty();
    }
  }

  @Test
  void a_missing_intermediate_certificate_is_a_tls_failure_that_says_so() throws IOException {
    TlsSettings trustingRoot = new TlsSettings(file("root.pem"), null, null);
    try (ScriptedServer whole = ScriptedServer.tls("chained", false, always(OK));
        ScriptedServer leafOnly = ScriptedServer.tls("unchained", false, always(OK))) {
      assertThat(sent(trustingRoot, whole, "receiver.test").status()).isEqualTo(200);

      Outcome outcome = sent(trustingRoot, leafOnly, "receiver.test");

      assertThat(outcome.error()).isEqualTo(ErrorKind.TLS);
      assertThat(outcome.detail())
          .contains("CN=Test intermediate", "does not send", "the full chain");
    }
  }

  @Test
  void a_self_signed_certificate_is_a_tls_failure_that_says_so() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("selfsigned", false, always(OK))) {
      Outcome outcome = sent(TlsSettings.NONE, server, "receiver.test");

      assertThat(outcome.error()).isEqualTo(ErrorKind.TLS);
      assertThat(outcome.detail()).contains("self-signed", "delivery.trusted-ca");
    }
  }

  /** A receiver that responds to the first bytes of the handshake with these. */
  private static Outcome handshakeRespondedWith(String hex) throws IOException {
    String bytes = new String(HexFormat.of().parseHex(hex), ISO_8859_1);
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.write(bytes);
              connection.untilClosed();
            })) {
      return sentToPlain(server);
    }
  }

  @Test
  void the_error_of_a_receiver_that_accepts_none_of_our_tls_versions_names_them()
      throws IOException {
    Outcome alert = handshakeRespondedWith("15030100020246");

    assertThat(alert.error()).isEqualTo(ErrorKind.TLS);
    assertThat(alert.detail()).contains("1.2 and 1.3", "protocol_version");
  }

  @Test
  void the_error_of_a_receiver_that_chooses_an_old_tls_version_names_ours() throws IOException {
    // ServerHello of TLS 1.1, with zeros as its random bytes and no session.
    String hello = "0302" + "00".repeat(32) + "00" + "c013" + "00";

    Outcome old = handshakeRespondedWith("160302002a" + "02000026" + hello);

    assertThat(old.error()).isEqualTo(ErrorKind.TLS);
    assertThat(old.detail()).contains("TLS 1.2 or 1.3");
  }

  @Test
  void the_error_of_a_receiver_that_finds_nothing_in_common_names_our_tls_versions()
      throws IOException {
    assertThat(handshakeRespondedWith("15030100020228").detail())
        .contains("TLS 1.2 and 1.3", "handshake_failure");
  }

  @Test
  void the_error_of_a_receiver_that_requires_a_certificate_names_the_settings() throws IOException {
    assertThat(handshakeRespondedWith("15030300020274").detail())
        .contains(
            "requires a client certificate",
            "delivery.client-certificate",
            "alert certificate_required");
  }

  @Test
  void an_expired_certificate_is_a_tls_failure_that_says_so() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("expired", false, always(OK))) {
      Outcome outcome = sent(TRUSTING, server, "receiver.test");

      assertThat(outcome.error()).isEqualTo(ErrorKind.TLS);
      assertThat(outcome.detail()).contains("expired");
    }
  }

  @Test
  void a_certificate_for_another_name_is_a_tls_failure_that_says_so() throws IOException {
    try (ScriptedServer server = ScriptedServer.tls("server", false, always(OK))) {
      Outcome outcome = sent(TRUSTING, server, "other.test");

      assertThat(outcome.error()).isEqualTo(ErrorKind.TLS);
      assertThat(outcome.detail()).contains("does not cover the host name other.test");
    }
  }

  @Test
  void a_server_that_speaks_no_tls_is_a_tls_failure() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.write("HTTP/1.1 400 Plain text only here\r\n\r\n");
              connection.untilClosed();
            })) {
      Outcome outcome = sentToPlain(server);

      assertThat(outcome.error()).isEqualTo(ErrorKind.TLS);
      assertThat(outcome.detail()).contains("does not use TLS");
    }
  }

  @Test
  void a_server_that_closes_during_the_handshake_is_a_tls_failure() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(connection -> {})) {
      Outcome outcome = sentToPlain(server);

      assertThat(outcome.error()).isEqualTo(ErrorKind.TLS);
      assertThat(outcome.detail()).contains("TLS handshake");
    }
  }

  @Test
  void the_deadline_includes_a_handshake_that_never_ends() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(c -> c.untilClosed());
        TestSender testSender = new TestSender()) {
      Outcome outcome =
          testSender.send(
              TestMessage.to("https://127.0.0.1:" + server.port() + "/")
                  .timeout(Duration.ofMillis(1_500)));

      assertThat(outcome.error()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(outcome.detail()).contains("TLS handshake");
      assertThat(outcome.durationMillis()).isBetween(1_500L, 4_500L);
    }
  }

  @Test
  void a_receiver_that_asks_for_a_certificate_gets_the_configured_one_or_refuses()
      throws IOException {
    TlsSettings withClient =
        new TlsSettings(file("authority.pem"), file("client.pem"), file("client.key"));
    try (ScriptedServer server = ScriptedServer.tls("server", true, always(OK))) {
      assertThat(sent(withClient, server, "receiver.test").status()).isEqualTo(200);

      Outcome without = sent(TRUSTING, server, "receiver.test");

      assertThat(without.error()).isEqualTo(ErrorKind.TLS);
      assertThat(without.detail())
          .contains("requires a client certificate", "delivery.client-certificate");
    }
  }

  @Test
  void files_that_cannot_be_used_are_named_with_their_setting() {
    assertThatThrownBy(() -> context(new TlsSettings(file("missing.pem"), null, null)))
        .hasMessageContainingAll("delivery.trusted-ca", "missing.pem", "cannot be read");
    assertThatThrownBy(() -> context(new TlsSettings(file("make.sh"), null, null)))
        .hasMessageContainingAll("delivery.trusted-ca", "no certificate");
    assertThatThrownBy(() -> context(new TlsSettings(null, file("client.pem"), null)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("delivery.client-key");
    assertThatThrownBy(() -> context(new TlsSettings(null, file("client.pem"), file("client.pem"))))
        .hasMessageContainingAll("delivery.client-key", "openssl pkcs8");
  }

  private static void context(TlsSettings settings) {
    OutboundTls.context(settings);
  }
}
