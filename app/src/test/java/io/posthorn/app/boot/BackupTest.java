package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.engine.error.StartException;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.settings.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a running server, and stores restored from them. */
final class BackupTest {
  private static final String BACKUPS = "/api/v1/backups";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path directory = Path.of("");
  private Path data = Path.of("");
  private Path elsewhere = Path.of("");

  @BeforeEach
  void createDirectories() throws IOException {
    data = directory.resolve("data");
    elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
  }

  @Test
  void everything_accepted_before_a_backup_under_load_is_restored_and_delivered() throws Exception {
    try (HttpReceiver receiver = HttpReceiver.start();
        LiveServer live = LiveServer.local(data, Resolver.SYSTEM)) {
      String endpoint = subscribe(live, receiver);
      live.call("POST", "/api/v1/endpoints/" + endpoint + "/pause", null);
      List<String> accepted = new CopyOnWriteArrayList<>();
      AtomicBoolean enough = new AtomicBoolean();
      Thread load = Thread.ofVirtual().start(() -> postUntil(enough, live, accepted));
      Awaitility.await().atMost(TIMEOUT).until(() -> accepted.size() > 50);

      List<String> before = List.copyOf(accepted);
      JsonResponse backup = live.call("POST", BACKUPS, "{}");
      int after = accepted.size();
      Awaitility.await().atMost(TIMEOUT).until(() -> accepted.size() > after + 50);
      enough.set(true);
      load.join();
      assertThat(backup.status()).as(backup.body()).isEqualTo(201);
      assertThat(backup.at("/encryptionKeyIncluded")).isEqualTo("false");
      assertThat(live.get("/api/v1/audit").body()).contains("backup.create", backup.at("/name"));

      restore(Path.of(backup.at("/path")), false);
      try (LiveServer restored = LiveServer.local(elsewhere, Resolver.SYSTEM)) {
        assertThat(receiver.requests()).isEmpty();
        restored.call("POST", "/api/v1/endpoints/" + endpoint + "/enable", null);
        for (String event : before) {
          JsonResponse record = restored.call("GET", "/api/v1/events/" + event, null);
          assertThat(record.status()).as(event).isEqualTo(200);
          assertThat(record.size("/messages")).isEqualTo(1);
          awaitDelivery(restored, record.at("/messages/0/id"));
        }
        assertThat(restored.get("/api/v1/audit").body())
            .contains("backup.restore", backup.at("/name"));
      }
    }
  }

  @Test
  void a_restored_store_creates_no_id_that_the_original_created_after_the_backup()
      throws Exception {
    Set<String> original = new HashSet<>();
    Set<String> copied = new HashSet<>();
    try (HttpReceiver receiver = HttpReceiver.start();
        LiveServer live = LiveServer.local(data, Resolver.SYSTEM)) {
      subscribe(live, receiver);
      JsonResponse backup = live.call("POST", BACKUPS, "{\"name\":\"first\"}");
      restore(Path.of(backup.at("/path")), false);
      // Both servers run at the same time, so ids may have the same milliseconds and counts.
      try (LiveServer restored = LiveServer.local(elsewhere, Resolver.SYSTEM)) {
        for (int i = 0; i < 50; i++) {
          original.add(message(live, "o-" + i));
          copied.add(message(restored, "c-" + i));
        }
      }
    }

    assertThat(original).hasSize(50).doesNotContainAnyElementsOf(copied);
    try (RocksShardStore one = RocksShardStore.open(data.resolve("store"), 8 << 20);
        RocksShardStore other = RocksShardStore.open(elsewhere.resolve("store"), 8 << 20)) {
      assertThat(other.identity().installation()).isNotEqualTo(one.identity().installation());
    }
  }

  @Test
  void backups_are_listed_newest_first_deleted_by_name_and_audited() {
    try (LiveServer live = LiveServer.local(data, Resolver.SYSTEM)) {
      live.call("POST", BACKUPS, "{\"name\":\"one\"}");
      JsonResponse second = live.call("POST", BACKUPS, "{\"name\":\"two\"}");
      Path backup = Path.of(second.at("/path"));
      assertThat(backup).isEqualTo(data.toAbsolutePath().resolve("backups/two"));
      assertThat(backup.resolve("encryption.key")).doesNotExist();
      assertThat(live.call("GET", BACKUPS, null).each("/data", "name"))
          .containsExactly("two", "one");

      assertThat(live.call("DELETE", BACKUPS + "/two", null).status()).isEqualTo(204);

      assertThat(live.call("GET", BACKUPS, null).each("/data", "name")).containsExactly("one");
      assertThat(backup).doesNotExist();
      assertThat(live.get("/api/v1/audit").body()).contains("backup.delete", "two");
    }
  }

  @Test
  void a_name_cannot_escape_the_backup_directory() {
    try (LiveServer live = LiveServer.local(data, Resolver.SYSTEM)) {
      for (String name : List.of("../out", "/tmp/out", ".hidden", "a/b", "n".repeat(65))) {
        JsonResponse response = live.call("POST", BACKUPS, "{\"name\":\"" + name + "\"}");
        assertThat(response.status()).as(name).isEqualTo(400);
        assertThat(response.pointers()).containsExactly("/name");
      }
      assertThat(live.call("DELETE", BACKUPS + "/%2e%2e%2fstore", null).status()).isIn(400, 404);
      assertThat(data.resolve("store")).isDirectory();
    }
  }

  @Test
  void an_existing_store_is_replaced_only_with_force_and_kept_aside() throws Exception {
    Path backup = backup();

    assertThatThrownBy(() -> restoreTo(data, backup, false))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(data + " already contains a store; --force moves it aside.");
    Path aside = Objects.requireNonNull(restoreTo(data, backup, true));

    assertThat(aside.resolve("store/CURRENT")).exists();
    try (LiveServer live = LiveServer.local(data, Resolver.SYSTEM)) {
      assertThat(live.get("/health/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void without_the_right_encryption_key_nothing_is_restored() throws Exception {
    Path backup = backup();

    assertThatThrownBy(() -> restoreTo(elsewhere, backup, false))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("first copy the original server's key to " + elsewhere);
    LiveServer.local(directory.resolve("other"), Resolver.SYSTEM).close();
    Files.copy(directory.resolve("other/encryption.key"), elsewhere.resolve("encryption.key"));
    assertThatThrownBy(() -> restoreTo(elsewhere, backup, false))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("The encryption key does not match");

    assertThat(elsewhere.resolve("store")).doesNotExist();
  }

  @Test
  void an_incomplete_backup_is_refused() throws Exception {
    Path backup = backup();
    Files.delete(backup.resolve("backup.json"));

    assertThatThrownBy(() -> restoreTo(elsewhere, backup, false))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("is not a complete backup");
  }

  private Path backup() {
    try (LiveServer live = LiveServer.local(data, Resolver.SYSTEM)) {
      return Path.of(live.call("POST", BACKUPS, "{}").at("/path"));
    }
  }

  /** Restores on another machine, as an operator does: the key is copied separately. */
  private void restore(Path backup, boolean force) throws IOException {
    Files.copy(data.resolve("encryption.key"), elsewhere.resolve("encryption.key"));
    assertThat(restoreTo(elsewhere, backup, force)).isNull();
  }

  private static @Nullable Path restoreTo(Path target, Path backup, boolean force) {
    Map<String, String> environment = Map.of("POSTHORN_DATA_DIR", target.toString());
    Configuration configuration = Configuration.load(null, environment);
    return new RestoredStore(configuration.settings(), Clock.systemUTC()).restore(backup, force);
  }

  /** Returns the endpoint's id. */
  private static String subscribe(LiveServer live, HttpReceiver receiver) {
    JsonResponse made =
        live.call(
            "POST",
            "/api/v1/subscriptions",
            "{\"objCode\":\"TASK\",\"eventType\":\"*\",\"url\":\"" + receiver.url("/hook") + "\"}");
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return made.at("/endpointId");
  }

  private static void postUntil(AtomicBoolean enough, LiveServer live, List<String> accepted) {
    for (int i = 0; !enough.get(); i++) {
      String id = "load-" + i;
      if (live.call("POST", "/api/v1/events", event(id)).status() == 202) {
        accepted.add(id);
      }
    }
  }

  private static String message(LiveServer live, String id) {
    live.call("POST", "/api/v1/events", event(id));
    return live.call("GET", "/api/v1/events/" + id, null).at("/messages/0/id");
  }

  private static String event(String id) {
    return "{\"id\":\"%s\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\"}".formatted(id);
  }

  private static void awaitDelivery(LiveServer live, String message) {
    Awaitility.await(message)
        .atMost(TIMEOUT)
        .until(
            () ->
                live.call("GET", "/api/v1/messages/" + message, null)
                    .at("/status")
                    .equals("delivered"));
  }
}
