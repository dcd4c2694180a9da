package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.tls.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
  private static final String HEADER = "planted-header-Zk4wN8";
  private static final String SIGNING = "planted-signing-secret-Hb6t";
  private static final String SECRET =
      "whsec_" + Base64.getEncoder().encodeToString(SIGNING.getBytes(StandardCharsets.UTF_8));

  /** Payloads are not encrypted: a search that finds this one would also find a secret. */
  private static final String PAYLOAD = "planted-payload-Lr9cT3";

  @TempDir Path directory = Path.of("");

  private final List<String> responses = new ArrayList<>();
  private final List<String> secrets =
      new ArrayList<>(List.of(TOKEN, HEADER, SIGNING, SECRET, "whsk_"));
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
                    PlannedResponse.status(500).body("you sent " + TOKEN + " and " + HEADER))) {
      live(node, receiver);
      log = node.log();
    } finally {
      root.setLevel(before);
      root.removeHandler(records);
    }

    assertThat(log).contains("attempt_failed", "you sent ****");
    secrets.add(LiveServer.ADMIN);
    for (String secret : secrets) {
      assertThat(log).doesNotContain(secret);
      assertThat(records.text()).doesNotContain(secret);
      assertThat(responses).noneMatch(response -> response.contains(secret));
    }
    List<byte[]> data = files(directory.resolve("data"));
    data.add(
        switch (EngineUnderTest.chosen()) {
          case EMBEDDED -> stored(directory.resolve("data/store"));
          case KAFKA -> KafkaUnderTest.records(directory.resolve("data"));
        });
    assertThat(data).anyMatch(bytes -> has(bytes, PAYLOAD));
    for (String secret : secrets) {
      assertThat(data).noneMatch(bytes -> has(bytes, secret));
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
    certificate(node);
    JsonResponse key =
        node.call(
            "POST", "/api/v1/keys", "{\"name\":\"k\",\"role\":\"viewer\",\"customerId\":\"*\"}");
    secrets.add(key.at("/key"));
    expectStatus(node.call("POST", "/api/v1/events", event()), 202);
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> node.log().contains("attempt_failed"));
    ReceivedRequest got = receiver.requests().getFirst();
    assertThat(got.header("Authorization")).isEqualTo("Bearer " + TOKEN);
    assertThat(got.header("X-Planted")).isEqualTo(HEADER);
    expectStatus(node.call("POST", "/api/v1/subscriptions/" + id + "/test", null), 200);
    mistakes(node, url, id, endpoint);
    readings(node, id, endpoint);
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
  }

  private void expectStatus(JsonResponse response, int status) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    responses.add(response.body());
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

  /** Every key and value of the store, because its files may be compressed. */
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
