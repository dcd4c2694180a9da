package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.engine.error.StartException;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.secrets.KeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data directory: permissions, free space and start errors. */
final class DataDirectoryTest {
  @TempDir Path directory = Path.of("");

  private LiveServer start(Path data, Map<String, String> more) {
    return LiveServer.strict(data, more, Resolver.SYSTEM);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void a_created_directory_is_private_to_its_owner() throws IOException {
    Path data = directory.resolve("a/data");
    try (LiveServer node = start(data, Map.of())) {
      assertThat(permissions(data)).isEqualTo("rwx------");
      assertThat(permissions(data.resolve("store"))).isEqualTo("rwx------");
      assertThat(node.log()).doesNotContain("data_readable_by_others");
    }
  }

  @Test
  void a_directory_that_others_can_read_is_unchanged_with_a_warning() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (LiveServer node = start(data, Map.of())) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> node.log().contains("data_readable_by_others"));
      assertThat(node.log()).containsOnlyOnce("data_readable_by_others").contains("chmod 700");
      assertThat(permissions(data)).isEqualTo("rwxr-xr-x");
      assertThat(permissions(data.resolve("store"))).isEqualTo("rwx------");
    }
  }

  @Test
  void an_unusable_directory_is_a_one_line_error_with_the_setting_and_the_reason()
      throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");

    assertThatThrownBy(() -> start(file, Map.of()))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "data.dir: " + file + " cannot be used as the data directory: it is not a directory.");
    assertThatThrownBy(() -> start(file.resolve("below"), Map.of()))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("data.dir: " + file + "/below cannot be used")
        .hasMessageNotContainingAny("null", "Exception");
  }

  @Test
  void a_missing_key_prevents_the_start_and_no_new_key_is_written() throws IOException {
    Path data = directory.resolve("data");
    start(data, Map.of()).close();
    Path key = data.resolve("encryption.key");
    String right = Files.readString(key);
    Files.delete(key);

    assertThatThrownBy(() -> start(data, Map.of()))
        .isInstanceOf(StartException.class)
        .hasMessage(key + " is missing; restore the key file that this store was created with.");

    assertThat(key).doesNotExist();
    KeyFile.writePrivately(key, right);
    start(data, Map.of()).close();
  }

  @Test
  void a_full_volume_is_logged_once_however_many_events_are_refused() {
    Map<String, String> endless = Map.of("POSTHORN_DATA_MIN_FREE", "1000000GiB");
    try (LiveServer node = start(directory.resolve("data"), endless)) {
      for (int i = 0; i < 3; i++) {
        String event = "{\"objCode\":\"TASK\",\"eventType\":\"CREATE\"}";
        assertThat(node.call("POST", "/api/v1/events", event).status()).isEqualTo(507);
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> node.log().contains("intake_stopped"));
      assertThat(node.log()).containsOnlyOnce("intake_stopped").contains("data.min-free");
    }
  }

  @Test
  void a_start_that_fails_late_leaves_no_thread_behind() throws IOException {
    Path data = directory.resolve("data");
    Files.createDirectories(data.resolve("store"));
    Files.writeString(data.resolve("store/something-else"), "x");
    Set<Thread> before = Thread.getAllStackTraces().keySet();

    assertThatThrownBy(() -> start(data, Map.of())).isInstanceOf(StartException.class);

    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(ours(before)).isEmpty());
  }

  private static List<String> ours(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread) && thread.isAlive())
        .map(Thread::getName)
        .filter(name -> name.startsWith("posthorn-") || name.equals("shard"))
        .toList();
  }
}
