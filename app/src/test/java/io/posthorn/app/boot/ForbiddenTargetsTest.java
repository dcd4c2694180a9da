package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.receiver.HttpReceiver;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.JsonResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forbidden target addresses are refused at subscription time and at connect time. */
@TestInstance(Lifecycle.PER_CLASS)
final class ForbiddenTargetsTest {
  private static final Map<String, String> NAMES =
      Map.of(
          "localhost", "127.0.0.1",
          "inside.test", "10.1.2.3",
          "metadata.test", "169.254.169.254",
          "xn--bcher-kva.test", "192.168.0.1",
          "public.test", "93.184.216.34");

  @TempDir static Path directory = Path.of("");

  private final AtomicReference<LiveServer> node = new AtomicReference<>();

  private static List<InetAddress> resolve(String host) throws UnknownHostException {
    String address = NAMES.get(host);
    if (address == null) {
      throw new UnknownHostException(host);
    }
    return List.of(InetAddress.ofLiteral(address));
  }

  @BeforeAll
  void start() {
    Path data = directory.resolve("strict");
    node.set(LiveServer.strict(data, Map.of(), ForbiddenTargetsTest::resolve));
  }

  @AfterAll
  void stop() {
    node.get().close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "224.0.0.1",
        "255.255.255.255",
        "127.0.0.1.",
        "localhost",
        "localhost.",
        "LOCALHOST",
        "LocalHost.",
        "inside.test",
        "INSIDE.test.",
        "metadata.test",
        "bücher.test",
        "BÜCHER.TEST",
        "１２７.0.0.1",
        "127。0。0。1",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::FFFF:169.254.169.254]",
        "[::127.0.0.1]",
        "[::a00:1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b::a9fe:a9fe]",
        "[64:ff9b:1::808:808]",
        "[2002:7f00:1::1]",
        "[2002:a9fe:a9fe::]",
        "[2001:0:808:808::80ff:fffe]",
        "[fe80::1]",
        "[fec0::1]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "[ff02::1]",
      })
  void a_private_target_is_a_400_that_names_the_setting_to_allow_it(String host) {
    for (String path :
        List.of("/api/v1/subscriptions", "/attask/eventsubscription/api/v1/subscriptions")) {
      JsonResponse response = subscribe(node.get(), path, "https://" + host + "/hook");

      assertThat(response.status()).as(response.body()).isEqualTo(400);
      assertThat(response.at("/errors/0/pointer")).isEqualTo("/url");
      assertThat(response.at("/errors/0/detail")).contains("security.allowed-targets");
    }
  }

  @Test
  void a_manager_cannot_learn_the_addresses_of_internal_names() {
    LiveServer admin = node.get();
    String key =
        admin
            .post(
                "/api/v1/keys", "{\"name\":\"m\",\"role\":\"manager\",\"customerId\":\"default\"}")
            .at("/key");

    JsonResponse toManager =
        subscribe(admin.as(key), "/api/v1/subscriptions", "https://inside.test/hook");

    assertThat(toManager.status()).as(toManager.body()).isEqualTo(400);
    assertThat(toManager.at("/errors/0/detail")).contains("not public");
    assertThat(toManager.body()).doesNotContain("10.1.2.3", "private");
    assertThat(subscribe(admin, "/api/v1/subscriptions", "https://inside.test/hook").body())
        .contains("10.1.2.3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.1/",
        "https://017700000001/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://127.0.0.01/",
        "https://[fe80::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://[::1/",
        "https://user@public.test/",
        "https://user:pass@public.test/",
        "https://public.test@127.0.0.1/",
        "https://public.test\\\\@127.0.0.1/",
        "https://127.0.0.1#@public.test/",
        "https://public.test:0/",
        "https://public.test:65536/",
        "https://public.test:-1/",
        "https://public.test:99999999999/",
        "https://public.test:80a/",
        "https://public.test/\\r\\nHost: a",
        "https://public.test/ a",
        "https://%6c%6f%63alhost/",
        "https:///hook",
        "https://",
        "ftp://public.test/",
        "file:///etc/passwd",
        "gopher://public.test/",
        "http://public.test/",
        "//public.test/",
        "public.test",
      })
  void an_ambiguous_url_is_a_400(String url) {
    JsonResponse response = subscribe(node.get(), "/api/v1/subscriptions", url);

    assertThat(response.status()).as(response.body()).isEqualTo(400);
    assertThat(response.at("/errors/0/pointer")).isEqualTo("/url");
  }

  @Test
  void a_patch_is_checked_like_a_post() {
    JsonResponse made = subscribe(node.get(), "/api/v1/subscriptions", "https://public.test/a");
    assertThat(made.status()).as(made.body()).isEqualTo(201);

    JsonResponse patched =
        node.get()
            .call(
                "PATCH",
                "/api/v1/subscriptions/" + made.at("/id"),
                "{\"url\":\"https://169.254.169.254/\"}");

    assertThat(patched.status()).isEqualTo(400);
    assertThat(patched.at("/errors/0/pointer")).isEqualTo("/url");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1/32, http://127.0.0.1:1/, 201",
    "127.0.0.1/32, http://127.0.0.2:1/, 400",
    "default=127.0.0.0/8, http://127.0.0.2:1/, 201",
    "unknown=127.0.0.0/8, http://127.0.0.2:1/, 400",
    "fd00::/8, https://[fd00:ec2::254]/, 201",
  })
  void allowed_targets_allow_networks_for_all_customers_or_for_one(
      String allowed, String url, int status) {
    Path data = directory.resolve("allowing-" + Integer.toHexString((allowed + url).hashCode()));
    try (LiveServer allowing =
        LiveServer.strict(
            data,
            Map.of("POSTHORN_SECURITY_ALLOWED_TARGETS", allowed),
            ForbiddenTargetsTest::resolve)) {
      assertThat(subscribe(allowing, "/api/v1/subscriptions", url).status()).isEqualTo(status);
    }
  }

  @Test
  void a_name_that_changes_to_a_forbidden_address_is_a_failed_attempt_without_a_request()
      throws IOException {
    AtomicReference<String> address = new AtomicReference<>("127.0.0.1");
    Resolver rebinding = host -> List.of(InetAddress.ofLiteral(address.get()));
    try (HttpReceiver good = HttpReceiver.start();
        HttpReceiver trap =
            HttpReceiver.builder()
                .address(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), good.port()))
                .start();
        LiveServer sending = LiveServer.local(directory.resolve("rebinding"), rebinding)) {
      String url = "http://rebinding.test:" + good.port() + "/hook";
      assertThat(subscribe(sending, "/api/v1/subscriptions", url).status()).isEqualTo(201);
      post(sending);
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !good.requests().isEmpty());

      address.set("127.0.0.2");
      // DNS entries are cached for ten seconds; this test is not about the open connection.
      Awaitility.await()
          .atMost(Duration.ofSeconds(90))
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                post(sending);
                return sending.log().contains("blocked_address");
              });

      String waiting =
          sending.call("GET", "/api/v1/messages?status=waiting", null).at("/data/0/id");
      JsonResponse message =
          Awaitility.await()
              .atMost(Duration.ofSeconds(60))
              .until(
                  () -> sending.call("GET", "/api/v1/messages/" + waiting, null),
                  response -> response.size("/attempts") > 0);
      assertThat(message.at("/attempts/0/error")).isEqualTo("blocked_address");
      assertThat(message.body()).contains("127.0.0.2", "security.allowed-targets");
      assertThat(trap.requests()).isEmpty();
    }
  }

  private static void post(LiveServer node) {
    String event = "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"newState\":{}}";
    assertThat(node.call("POST", "/api/v1/events", event).status()).isEqualTo(202);
  }

  private static JsonResponse subscribe(LiveServer node, String path, String url) {
    return node.call(
        "POST",
        path,
        "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"url\":\"%s\"}".formatted(url));
  }
}
