package io.posthorn.e2e.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.client.WebhookVerifier;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The rotation of the encryption key under load: every message keeps its signature and token. */
@Tag("thorough")
final class EncryptionKeyRotationTest {
  private static final String OLD = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  private static final String NEW = "AQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  private static final String STATE = "/api/v1/encryption-key";
  private static final int ENDPOINTS = 150;

  /** The signing secrets by the path of the endpoint's URL. */
  private final Map<String, String> secrets = new TreeMap<>();

  private void subscribe(Platform platform, HttpReceiver receiver, int count) {
    for (int i = 0; i < count; i++) {
      NewSubscription subscription =
          NewSubscription.builder("ROTATE", "*", receiver.url("/" + i))
              .authToken("token-of-endpoint-" + i)
              .build();
      secrets.put("/" + i, platform.subscribe(subscription).signingSecret());
    }
  }

  /** Posts events while something happens, each when all endpoints have got the one before. */
  private void underLoad(HttpReceiver receiver, List<Api> nodes, Step step) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (RetryingPosters posters = new RetryingPosters(nodes)) {
      Future<?> load =
          CompletableFuture.runAsync(
              () -> {
                for (int number = 0; !over.get(); number++) {
                  posters.postUntilAccepted("ROTATE", number);
                  long expected = (number + 1L) * secrets.size();
                  Await.until("delivery", () -> receiver.counts().messages() >= expected);
                }
              });
      try {
        Await.until("load", () -> posters.accepted().size() > 1);
        step.run();
      } finally {
        over.set(true);
      }
      load.get();
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  /** Checks signature and token of every request so far. */
  private void allAreSigned(HttpReceiver receiver) {
    List<ReceivedRequest> requests = receiver.requests();
    assertThat(requests).isNotEmpty();
    for (ReceivedRequest request : requests) {
      String secret = Objects.requireNonNull(secrets.get(request.path()));
      WebhookVerifier.of(secret).verify(request::header, request.bytes());
      assertThat(request.header("Authorization"))
          .isEqualTo("Bearer token-of-endpoint-" + request.path().substring(1));
    }
  }

  private static JsonNode state(Api api) {
    return api.get(STATE).expect(200).json();
  }

  private static JsonNode reencrypt(Api api) {
    api.post(STATE + "/re-encrypt").expect(202);
    Await.until("the end", () -> !state(api).at("/reencryption/state").asText().equals("running"));
    return state(api);
  }

  @Test
  void secrets_outlive_a_rotation_whose_re_encryption_is_killed(@TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("encryption.key");
    write(file, OLD);
    ServerProcess server =
        PosthornJar.server(directory)
            .without("security.encryption-key")
            .with("security.encryption-key-file", file.toString());
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      server.start();
      Api api = Api.of(server);
      subscribe(new Platform(api), receiver, ENDPOINTS);
      boolean embedded = !System.getProperty("posthorn.engine", "embedded").equals("kafka");

      underLoad(
          receiver,
          List.of(api),
          () -> {
            write(file, NEW, OLD);
            if (!embedded) {
              server.stop();
              server.start();
            }
            api.post(STATE + "/re-encrypt").expect(202);
            Await.until("a part", () -> state(api).at("/reencryption/reencrypted").asInt() > 0);
            server.kill();
            write(file, NEW);
            hasOneLineError(server.startExpectingFailure(), "A previous encryption key is missing");
            write(file, NEW, OLD);
            server.start();
          });
      assertThat(state(api).at("/previousNeeded").asBoolean()).isTrue();

      JsonNode done = reencrypt(api);

      assertThat(done.at("/reencryption/state").asText()).isEqualTo("done");
      assertThat(done.at("/reencryption/examined").asInt()).isEqualTo(2 * ENDPOINTS);
      assertThat(done.at("/previousNeeded").asBoolean()).isFalse();
      assertThat(server.stop()).isZero();
      write(file, OLD);
      assertThat(server.startExpectingFailure().awaitExit()).isNotZero();
      write(file, NEW);
      server.start();
      long before = receiver.counts().messages();
      new Platform(api).post("ROTATE");
      Await.until("the last", () -> receiver.counts().messages() == before + ENDPOINTS);
      allAreSigned(receiver);
    } finally {
      server.close();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "posthorn.engine", matches = "kafka")
  void nodes_are_restarted_one_after_the_other(@TempDir Path directory) throws Exception {
    int endpoints = 10;
    Map<String, String> settings =
        Map.of("security.encryption-key", OLD, "kafka.topic-prefix", "rotation");
    try (HttpReceiver receiver = RecordingReceivers.start();
        TwoNodes nodes = TwoNodes.start(directory, settings)) {
      Api one = Api.of(nodes.one());
      Api two = Api.of(nodes.two());
      subscribe(new Platform(one), receiver, endpoints);

      underLoad(
          receiver,
          List.of(one, two),
          () -> {
            restart(nodes.one(), OLD + "," + NEW);
            restart(nodes.two(), OLD + "," + NEW);
            restart(nodes.one(), NEW + "," + OLD);
            // One seals with the new key and the other with the old one: each reads what both have.
            assertThat(nodes.ids("/api/v1/endpoints")).hasSize(endpoints);
            JsonNode early = reencrypt(one);
            assertThat(early.at("/reencryption/state").asText()).isEqualTo("done");
            Await.until("veto", () -> state(one).at("/previousNeeded").asBoolean());
            restart(nodes.two(), NEW + "," + OLD);
            assertThat(state(two).at("/previousNeeded").asBoolean()).isTrue();
          });
      JsonNode done = reencrypt(two);
      assertThat(done.at("/reencryption/state").asText()).isEqualTo("done");
      Await.until("both know", () -> !state(one).at("/previousNeeded").asBoolean());
      restart(nodes.one(), NEW);
      restart(nodes.two(), NEW);
      long before = receiver.counts().messages();
      new Platform(two).post("ROTATE");
      Await.until("the last", () -> receiver.counts().messages() == before + endpoints);
      allAreSigned(receiver);
    }
  }

  private static void restart(ServerProcess node, String keys) {
    assertThat(node.stop()).isZero();
    node.with("security.encryption-key", keys).start();
  }

  private static void write(Path file, String... keys) throws IOException {
    Files.write(file, List.of(keys));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static void hasOneLineError(ChildProcess ended, String words) {
    assertThat(ended.awaitExit()).isNotZero();
    assertThat(ended.err().all()).singleElement().asString().contains(words);
  }
}
