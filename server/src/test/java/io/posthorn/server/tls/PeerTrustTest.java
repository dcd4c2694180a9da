package io.posthorn.server.tls;

import static io.posthorn.server.tls.Certificates.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.webserver.WebServer;
import io.posthorn.server.settings.CertificateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose file holds a single certificate, and the certificates of other nodes. */
@Timeout(120)
final class PeerTrustTest {
  private final List<Runnable> opened = new ArrayList<>();

  @TempDir Path directory = Path.of("");

  @AfterEach
  void stop() {
    opened.reversed().forEach(Runnable::run);
  }

  /** Another node; always a new one, so that no session is resumed. */
  private int node(String certificate) {
    InboundTls tls =
        new InboundTls(
            new CertificateFiles(file(certificate + ".pem"), file(certificate + ".key")),
            InboundTls.CHECK_INTERVAL,
            Clock.systemUTC(),
            (event, what) -> {});
    opened.add(tls::close);
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .shutdownHook(false)
            .tls(tls.tls())
            .routing(routing -> routing.get("/", (request, response) -> response.send("ok")))
            .build()
            .start();
    opened.add(server::stop);
    return server.port();
  }

  private Path own(String certificate) throws IOException {
    return Files.copy(
        file(certificate), directory.resolve("own.pem"), StandardCopyOption.REPLACE_EXISTING);
  }

  private static int ask(SSLContext trust, int port) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().sslContext(trust).build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/")).build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  @Test
  void a_renewed_certificate_is_trusted_and_the_old_one_stays_trusted() throws Exception {
    SSLContext trust = PeerTrust.of(own("first.pem"));
    int renewed = node("renewed");
    assertThat(ask(trust, node("first"))).isEqualTo(200);
    assertThatThrownBy(() -> ask(trust, renewed)).isInstanceOf(SSLHandshakeException.class);

    own("renewed.pem");

    assertThat(ask(trust, renewed)).isEqualTo(200);
    assertThat(ask(trust, node("first"))).as("a node that is not renewed yet").isEqualTo(200);
  }

  @Test
  void a_file_that_is_being_written_changes_nothing() throws Exception {
    Path own = own("first.pem");
    SSLContext trust = PeerTrust.of(own);
    int renewed = node("renewed");

    Files.writeString(own, "-----BEGIN CERTIFICATE-----\nMIIB");
    assertThatThrownBy(() -> ask(trust, renewed)).isInstanceOf(SSLHandshakeException.class);
    Files.delete(own);
    assertThatThrownBy(() -> ask(trust, renewed)).isInstanceOf(SSLHandshakeException.class);

    assertThat(ask(trust, node("first"))).isEqualTo(200);
  }

  @Test
  void a_certificate_must_name_its_node() throws Exception {
    SSLContext trust = PeerTrust.of(own("first.pem"));
    int port = node("first");

    handshake(trust, port, "localhost");
    assertThatThrownBy(() -> handshake(trust, port, "node-1.example"))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("node-1.example");
  }

  private static void handshake(SSLContext trust, int port, String name) throws IOException {
    try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
        SSLSocket socket =
            (SSLSocket) trust.getSocketFactory().createSocket(plain, name, port, true)) {
      socket.setSoTimeout(20_000);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
    }
  }
}
