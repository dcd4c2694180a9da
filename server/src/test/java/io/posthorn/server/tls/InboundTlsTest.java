package io.posthorn.server.tls;

import static io.posthorn.server.tls.Certificates.connect;
import static io.posthorn.server.tls.Certificates.file;
import static io.posthorn.server.tls.Certificates.peer;
import static io.posthorn.server.tls.Certificates.peerNow;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.helidon.webserver.WebServer;
import io.posthorn.server.settings.CertificateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class InboundTlsTest {
  private static final Duration OFTEN = Duration.ofMillis(20);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final List<String> log = new CopyOnWriteArrayList<>();
  private @Nullable WebServer server;
  private @Nullable InboundTls tls;

  @TempDir Path directory = Path.of("");

  @AfterEach
  void stop() {
    if (tls != null) {
      tls.close();
    }
    if (server != null) {
      server.stop();
    }
  }

  private int serve(Path certificate, Path key) {
    InboundTls opened = open(certificate, key);
    WebServer started =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .shutdownHook(false)
            .tls(opened.tls())
            .routing(routing -> routing.get("/", (request, response) -> response.send("ok")))
            .build()
            .start();
    server = started;
    return started.port();
  }

  private InboundTls open(Path certificate, Path key) {
    InboundTls opened =
        new InboundTls(
            new CertificateFiles(certificate, key),
            OFTEN,
            Clock.systemUTC(),
            (event, what) -> log.add(event + ": " + what));
    tls = opened;
    return opened;
  }

  private static String ask(SSLSocket socket) throws IOException {
    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
    return new String(socket.getInputStream().readNBytes(12), US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void clients_may_use_tls_1_2_and_1_3(String protocol) throws IOException {
    int port = serve(file("first.pem"), file("first.key"));
    try (SSLSocket socket = connect(port, protocol)) {
      assertThat(peer(socket)).isEqualTo("first");
      assertThat(ask(socket)).isEqualTo("HTTP/1.1 200");
    }
  }

  @Test
  void clients_with_only_tls_1_1_are_refused() throws IOException {
    int port = serve(file("first.pem"), file("first.key"));
    // A hello of version 3.2, which is TLS 1.1, with two of its cipher suites and no extensions.
    String hello = "0302" + "00".repeat(32) + "00" + "0004c009c00a" + "0100";
    String handshake = "010000" + "%02x".formatted(hello.length() / 2) + hello;
    String header = "16030100" + "%02x".formatted(handshake.length() / 2);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(HexFormat.of().parseHex(header + handshake));
      byte[] response = socket.getInputStream().readNBytes(7);

      assertThat(response[0]).as("an alert").isEqualTo((byte) 21);
      assertThat(response[6]).as("about the version of the protocol").isEqualTo((byte) 70);
    }
  }

  @Test
  void a_key_may_be_rsa_in_either_form() {
    int port = serve(file("renewed.pem"), file("renewed-pkcs1.key"));
    assertThat(peerNow(port)).isEqualTo("renewed");
  }

  @Test
  void a_certificate_renewed_through_a_symbolic_link_is_used_for_the_next_connection()
      throws IOException {
    // As Kubernetes mounts a secret: both files are behind one link, which is replaced atomically.
    Path one = pair("one", "first", "first.key");
    Path two = pair("two", "renewed", "renewed.key");
    Path link = Files.createSymbolicLink(directory.resolve("..data"), one.getFileName());
    Path certificate =
        Files.createSymbolicLink(directory.resolve("tls.crt"), Path.of("..data", "tls.crt"));
    Path key = Files.createSymbolicLink(directory.resolve("tls.key"), Path.of("..data", "tls.key"));
    int port = serve(certificate, key);
    try (SSLSocket open = connect(port, "TLSv1.3")) {
      assertThat(peer(open)).isEqualTo("first");

      Path next = Files.createSymbolicLink(directory.resolve("..next"), two.getFileName());
      Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);

      await().atMost(TIMEOUT).until(() -> !log.isEmpty());
      assertThat(peerNow(port)).isEqualTo("renewed");
      assertThat(ask(open)).as("a connection from before").isEqualTo("HTTP/1.1 200");
      assertThat(log)
          .singleElement()
          .asString()
          .startsWith("certificate_renewed: valid until 2126");
    }
  }

  @Test
  void a_new_certificate_without_its_key_is_logged_once_and_used_once_the_key_exists()
      throws IOException {
    Path served = pair("served", "first", "first.key");
    int port = serve(served.resolve("tls.crt"), served.resolve("tls.key"));

    replace(file("renewed.pem"), served.resolve("tls.crt"));
    await().atMost(TIMEOUT).until(() -> !log.isEmpty());
    assertThat(log)
        .singleElement()
        .asString()
        .startsWith("certificate_refused: http.tls.key: ")
        .contains("is not the key of")
        .endsWith("The old certificate stays in use.");
    assertThat(peerNow(port)).isEqualTo("first");

    replace(file("renewed.key"), served.resolve("tls.key"));
    await().atMost(TIMEOUT).until(() -> log.getLast().startsWith("certificate_renewed"));
    assertThat(peerNow(port)).isEqualTo("renewed");
    assertThat(log).as("logged once").hasSize(2);
  }

  @Test
  void a_deleted_file_is_logged_and_changes_nothing() throws IOException {
    Path served = pair("served", "first", "first.key");
    int port = serve(served.resolve("tls.crt"), served.resolve("tls.key"));

    Files.delete(served.resolve("tls.crt"));

    await().atMost(TIMEOUT).until(() -> !log.isEmpty());
    assertThat(log.getFirst()).contains("http.tls.certificate: ", "cannot be read");
    assertThat(peerNow(port)).isEqualTo("first");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          expired.pem | expired.key | http.tls.certificate: | was valid until 2021
          early.pem | early.key | http.tls.certificate: | is not valid before 2100
          first.key | first.key | http.tls.certificate: | contains no certificate in PEM form
          first.pem | renewed.key | http.tls.key: | is not the key of
          first.pem | expired.key | http.tls.key: | is not the key of
          first.pem | first.pem | http.tls.key: | openssl pkcs8 -topk8 -nocrypt
          first.pem | first-sec1.key | http.tls.key: | openssl pkcs8 -topk8 -nocrypt
          """)
  void unusable_files_are_refused_with_one_line(
      String certificate, String key, String setting, String reason) {
    assertThatThrownBy(() -> open(file(certificate), file(key)))
        .isInstanceOf(BadCertificateException.class)
        .hasMessageStartingWith(setting)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  @Test
  void missing_files_are_refused_with_one_line() {
    assertThatThrownBy(() -> open(directory.resolve("none.pem"), file("first.key")))
        .isInstanceOf(BadCertificateException.class)
        .hasMessageMatching("http\\.tls\\.certificate: .*none\\.pem cannot be read\\.");
    assertThatThrownBy(() -> open(file("first.pem"), directory.resolve("none.key")))
        .isInstanceOf(BadCertificateException.class)
        .hasMessageMatching("http\\.tls\\.key: .*none\\.key cannot be read\\.");
  }

  private Path pair(String name, String certificate, String key) throws IOException {
    Path made = Files.createDirectory(directory.resolve(name));
    Files.copy(file(certificate + ".pem"), made.resolve("tls.crt"));
    Files.copy(file(key), made.resolve("tls.key"));
    return made;
  }

  /** An atomic replacement: a new file, renamed over the old one. */
  private void replace(Path by, Path target) throws IOException {
    Path fresh = Files.copy(by, directory.resolve("fresh"), StandardCopyOption.REPLACE_EXISTING);
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
