package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.backup.BackupArchive;
import io.posthorn.server.tls.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets at rest: plants a secret in every field that takes one, then searches data, logs and
 * responses for it.
 */
final class SecretsAtRestTest {
  private static final String TOKEN = "planted-token-Qm7xV2";
  private static final String CLIENT_SECRET = "planted-client-secret-Vd2mR5";
  private static final String ACCESS_TOKEN = "planted-access-token-Wq7sE1";
  private static final String HEADER = "planted-header-Zk4wN8";
  private static final String SIGNING = "planted-signing-secret-Hb6t";
  private static final String SECRET =
      "whsec_" + Base64.getEncoder().encodeToString(SIGNING.getBytes(StandardCharsets.UTF_8));

  /** A private key of signatures v1a: its first half is the secret one, and the other is public. */
  private static final String PRIVATE_KEY =
      "6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";

  /** Payloads are not encrypted: a search that finds this one would also find a secret. */
  private static final String PAYLOAD = "planted-payload-Lr9cT3";

  @TempDir Path directory = Path.of("");

  private final List<String> responses = new ArrayList<>();
  private final List<String> secrets =
      new ArrayList<>(
          List.of(
              TOKEN,
              HEADER,
              SIGNING,
              SECRET,
              "whsk_",
              PRIVATE_KEY.substring(0, 42),
              new String(
                  Base64.getDecoder().decode(PRIVATE_KEY), 0, 32, StandardCharsets.ISO_8859_1),
              CLIENT_SECRET,
              ACCESS_TOKEN));
  private final Logger root = Logger.getLogger("");
  private final Records records = new Records();

  @Test
  void no_planted_secret_is_found_in_data_logs_or_responses() throws IOException {
    Level before = root.getLevel();
    root.addHandler(records);
    root.setLevel(Level.FINE);
    String log;
    try (LiveServer node = LiveServer.local(directory.resolve("data"), Resolver.SYSTEM);
        HttpReceiver receiver =
            HttpReceiver.start()
                .behaveAs(
                    request ->
                        PlannedResponse.status(500)
                            .body(
                                "you sent %s and %s"
                                    .formatted(
                                        request.header("Authorization"),
                                        request.header("X-Planted"))))) {
      live(node, receiver);
      log = node.log();
    } finally {
      root.setLevel(before);
      root.removeHandler(records);
    }

    assertThat(log).contains("attempt_failed", "you sent Bearer ****");
    secrets.add(LiveServer.ADMIN);
    for (String secret : secrets) {
      assertThat(log).doesNotContain(secret);
      assertThat(records.text()).doesNotContain(secret);
      assertThat(responses).noneMatch(response -> response.contains(secret));
    }
    Path data = directory.resolve("data");
    switch (EngineUnderTest.chosen()) {
      case EMBEDDED -> {
        for (Path store : List.of(data, data.resolve("backups/whole"), directory.resolve("read"))) {
          assertHasNoSecret(store, path -> stored(path.resolve("store")));
        }
        byte[] streamed = Files.readAllBytes(directory.resolve("streamed.zip"));
        assertThat(secrets).noneMatch(secret -> has(streamed, secret));
      }
      case KAFKA -> assertHasNoSecret(data, KafkaUnderTest::records);
    }
  }

  /** Searches the files of a directory, and its content, because the files may be compressed. */
  private void assertHasNoSecret(Path searched, Function<Path, byte[]> content) throws IOException {
    List<byte[]> all = files(searched);
    all.add(content.apply(searched));
    assertThat(all).as(searched.toString()).anyMatch(bytes -> has(bytes, PAYLOAD));
    for (String secret : secrets) {
      assertThat(all).noneMatch(bytes -> has(bytes, secret));
    }
  }

  /** Makes a backup, which stays as a directory, and downloads and reads it as a stream. */
  private void backup(LiveServer node) {
    expectStatus(node.call("POST", "/api/v1/backups", "{\"name\":\"whole\"}"), 201);
    byte[] streamed = node.bytes("/api/v1/backups/whole/content");
    try {
      Path file = Files.write(directory.resolve("streamed.zip"), streamed);
      try (InputStream in = Files.newInputStream(file)) {
        BackupArchive.read(in, directory.resolve("read"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes every call that takes, uses or could repeat a secret. */
  private void live(LiveServer node, HttpReceiver receiver) {
    String url = receiver.url("/hook");
    JsonResponse made = node.call("POST", "/api/v1/subscriptions", subscription(url, TOKEN));
    assertThat(made.status()).isEqualTo(201);
    secrets.add(made.at("/signingSecret"));
    String id = made.at("/id");
    String endpoint = "/api/v1/endpoints/" + made.at("/endpointId");
    expectStatus(
        node.call("PATCH", endpoint, "{\"headers\":{\"X-Planted\":\"" + HEADER + "\"}}"), 200);
    assertThat(node.call("PUT", endpoint + "/secret", "{\"secret\":\"" + SECRET + "\"}").status())
        .isLessThan(300);
    expectStatus(node.call("PATCH", endpoint, "{\"auth\":{\"signatures\":[\"v1\",\"v1a\"]}}"), 200);
    importKey(node, endpoint);
    certificate(node);
    JsonResponse key =
        node.call(
            "POST", "/api/v1/keys", "{\"name\":\"k\",\"role\":\"viewer\",\"customerId\":\"*\"}");
    secrets.add(key.at("/key"));
    expectStatus(node.call("POST", "/api/v1/events", event()), 202);
    // The endpoint with the certificate may fail first, which says nothing about this receiver.
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> node.log().contains("you sent Bearer ****"));
    ReceivedRequest got = receiver.requests().getFirst();
    assertThat(got.header("Authorization")).isEqualTo("Bearer " + TOKEN);
    assertThat(got.header("X-Planted")).isEqualTo(HEADER);
    expectStatus(node.call("POST", "/api/v1/subscriptions/" + id + "/test", null), 200);
    oauth2(node, receiver);
    mistakes(node, url, id, endpoint);
    readings(node, id, endpoint);
    if (EngineUnderTest.chosen() == EngineUnderTest.EMBEDDED) {
      backup(node);
    }
  }

  /** Replaces the private key of signatures v1a; one of another public key is refused. */
  private void importKey(LiveServer node, String endpoint) {
    String body = "{\"secret\":\"whsk_%s\"}";
    JsonResponse imported = node.call("PUT", endpoint + "/secret", body.formatted(PRIVATE_KEY));
    assertThat(imported.status()).as(imported.body()).isEqualTo(200);
    assertThat(imported.body()).doesNotContain(PRIVATE_KEY.substring(0, 42));
    String other = PRIVATE_KEY.substring(0, 84) + "AA==";
    JsonResponse refused = node.call("PUT", endpoint + "/secret", body.formatted(other));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).doesNotContain(PRIVATE_KEY.substring(0, 42));
    assertThat(node.call("GET", endpoint, null).at("/auth/publicKey"))
        .isEqualTo("whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=");
  }

  /** An endpoint with a client certificate, whose key must not be found. */
  private void certificate(LiveServer node) {
    String url = "https://127.0.0.1:1/certified";
    JsonResponse made = node.call("POST", "/api/v1/subscriptions", subscription(url, TOKEN + "-c"));
    secrets.add(made.at("/signingSecret"));
    String key = pem("first.key");
    List<String> lines = key.lines().filter(line -> !line.startsWith("-----")).toList();
    secrets.addAll(lines.stream().filter(line -> line.length() > 20).toList());
    String endpoint = "/api/v1/endpoints/" + made.at("/endpointId");
    String body = "{\"auth\":{\"clientCertificate\":{\"certificate\":\"%s\",\"key\":\"%s\"}}}";
    String certificate = pem("first.pem").replace("\n", "\\n");
    expectStatus(
        node.call("PATCH", endpoint, body.formatted(certificate, key.replace("\n", "\\n"))), 200);
    expectStatus(
        node.call("PATCH", endpoint, body.formatted("oops", key.replace("\n", "\\n"))), 400);
    responses.add(node.call("GET", endpoint, null).body());
  }

  /** Endpoints with OAuth2 clients: one gets a token, another one gets an error or garbage. */
  private void oauth2(LiveServer node, HttpReceiver receiver) {
    try (HttpReceiver tokens = HttpReceiver.start();
        HttpReceiver refusing = HttpReceiver.start();
        HttpReceiver garbling = HttpReceiver.start()) {
      tokens.behaveAs(
          PlannedResponse.status(200).body("{\"access_token\":\"" + ACCESS_TOKEN + "\"}"));
      refusing.behaveAs(PlannedResponse.status(400).body("you sent " + CLIENT_SECRET));
      garbling.behaveAs(
          PlannedResponse.status(200).body("{\"access_token\":\"" + ACCESS_TOKEN + "\\r\\n\"}"));
      for (HttpReceiver server : List.of(tokens, refusing, garbling)) {
        String code = "OAUTH" + server.port();
        JsonResponse made =
            node.call(
                "POST",
                "/api/v1/subscriptions",
                "{\"objCode\":\"%s\",\"eventType\":\"*\",\"url\":\"%s\"}"
                    .formatted(code, receiver.url("/" + code)));
        secrets.add(made.at("/signingSecret"));
        String endpoint = "/api/v1/endpoints/" + made.at("/endpointId");
        String client =
            "{\"auth\":{\"oauth2\":{\"tokenUrl\":\"%s\",\"clientId\":\"c\",\"clientSecret\":\"%s\"}}}";
        expectStatus(
            node.call("PATCH", endpoint, client.formatted(server.url("/token"), CLIENT_SECRET)),
            200);
        expectStatus(
            node.call("PATCH", endpoint, client.formatted("ftp://oops", CLIENT_SECRET)), 400);
        expectStatus(
            node.call(
                "POST",
                "/api/v1/events",
                "{\"objCode\":\"%s\",\"eventType\":\"CREATE\",\"newState\":{\"a\":\"%s\"}}"
                    .formatted(code, PAYLOAD)),
            202);
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> node.call("GET", endpoint, null).at("/failures").equals("1"));
        responses.add(node.call("GET", endpoint, null).body());
        String message =
            node.call("GET", "/api/v1/messages?objCode=" + code, null).at("/data/0/id");
        responses.add(node.call("GET", "/api/v1/messages/" + message, null).body());
        expectStatus(
            node.call("POST", "/api/v1/subscriptions/" + made.at("/id") + "/test", null), 200);
      }
      assertThat(receiver.requests())
          .anyMatch(r -> ("Bearer " + ACCESS_TOKEN).equals(r.header("Authorization")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String pem(String name) {
    try {
      return Files.readString(Certificates.file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Errors must not repeat an invalid secret. */
  private void mistakes(LiveServer node, String url, String id, String endpoint) {
    String path = "/api/v1/subscriptions";
    expectStatus(node.call("POST", path, subscription(url, TOKEN.repeat(20))), 400);
    expectStatus(node.call("POST", path, subscription(url, TOKEN + "\\n")), 400);
    expectStatus(node.call("POST", path, subscription(url, "****" + TOKEN)), 400);
    expectStatus(node.call("POST", path, subscription(url, TOKEN)), 409);
    expectStatus(node.call("POST", path, "{\"authToken\":\"" + TOKEN + "\" oops"), 400);
    expectStatus(node.call("POST", path, "{\"authToken\":[\"" + TOKEN + "\"]}"), 400);
    expectStatus(node.call("PATCH", path + "/" + id, "{\"authToken\":\"" + TOKEN + "\",}"), 400);
    expectStatus(
        node.call("PATCH", endpoint, "{\"headers\":{\"X-A\":\"" + HEADER + "\\r\\n\"}}"), 400);
    expectStatus(node.call("PATCH", endpoint, "{\"headers\":{\"Host\":\"" + HEADER + "\"}}"), 400);
    expectStatus(node.call("PUT", endpoint + "/secret", "{\"secret\":\"" + SIGNING + "\"}"), 400);
    expectStatus(node.as(TOKEN).call("GET", path, null), 401);
    expectStatus(node.call("DELETE", path + "?key=" + LiveServer.ADMIN, null), 405);
  }

  private void readings(LiveServer node, String id, String endpoint) {
    String message = node.call("GET", "/api/v1/messages", null).at("/data/0/id");
    for (String path :
        List.of(
            "/api/v1/subscriptions",
            "/api/v1/subscriptions/" + id,
            "/api/v1/endpoints",
            "/api/v1/endpoints/enable",
            "/api/v1/messages",
            "/api/v1/messages/" + message,
            "/api/v1/events",
            "/api/v1/keys",
            "/api/v1/customers",
            "/api/v1/customers/default",
            "/api/v1/audit",
            "/api/v1/stats",
            "/api/v1/delivery",
            "/attask/eventsubscription/api/v1/subscriptions",
            "/attask/eventsubscription/api/v1/subscriptions/list",
            "/attask/eventsubscription/api/v1/subscriptions/" + id,
            "/health/live",
            "/health/ready",
            "/metrics",
            endpoint)) {
      responses.add(node.call("GET", path, null).body());
    }
    assertThat(responses).anyMatch(response -> response.contains(PAYLOAD));
    assertThat(responses)
        .anyMatch(metrics -> metrics.contains("\nposthorn_") && metrics.contains("\n# TYPE "));
  }

  private void expectStatus(JsonResponse response, int status) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    responses.add(response.body().replace("'whsk_'", "")); // an error may name the prefix
    responses.add(response.response().headers().toString());
  }

  private static String subscription(String url, String token) {
    return "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"url\":\"%s\",\"authToken\":\"%s\"}"
        .formatted(url, token);
  }

  private static String event() {
    return "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"newState\":{\"a\":\""
        + PAYLOAD
        + "\"}}";
  }

  /** The bytes of every file. */
  private static List<byte[]> files(Path data) throws IOException {
    List<byte[]> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(data).filter(Files::isRegularFile)) {
      for (Path file : files.toList()) {
        all.add(Files.readAllBytes(file));
      }
    }
    return all;
  }

  /** Every key and value of a store. */
  private static byte[] stored(Path store) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (RocksShardStore rocks = RocksShardStore.open(store, RocksShardStore.DEFAULT_MEMORY)) {
      rocks.withSnapshot(
          view -> {
            view.scan(
                new byte[] {0},
                new byte[] {(byte) 0xFF},
                (key, value) -> {
                  all.writeBytes(key);
                  all.writeBytes(value);
                  return true;
                });
            return true;
          });
    }
    return all.toByteArray();
  }

  private static boolean has(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
  }

  /** A handler that records the logs of libraries. */
  private static final class Records extends Handler {
    private final Queue<String> all = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord record) {
      all.add(String.valueOf(record.getMessage()));
    }

    String text() {
      return String.join("\n", all);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
