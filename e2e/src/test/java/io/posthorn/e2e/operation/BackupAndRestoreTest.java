package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code posthorn backup} while the server runs, and {@code posthorn restore} once it is stopped.
 */
@Tag("thorough")
final class BackupAndRestoreTest {
  @TempDir Path directory = Path.of("");

  @Test
  void a_store_is_backed_up_while_it_runs_and_restored_once_it_is_stopped() {
    Path kept = directory.resolve("kept");
    try (HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = PosthornJar.server(directory).start()) {
      Platform platform = new Platform(Api.of(server));
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform.client().endpoints().pause(subscription.endpointId());
      String before = platform.send("TASK");

      ChildProcess backup = posthorn(server, "backup", "--name", "first", kept.toString());
      String after = platform.send("TASK");

      assertThat(backup.awaitExit()).as(backup.toString()).isZero();
      String path = kept.resolve("first").toString();
      assertThat(backup.out().all()).containsExactly(path);
      assertThat(backup.err().all())
          .anyMatch(line -> line.contains("does not contain the encryption key"));
      assertThat(server.dataDirectory().resolve("backups")).isEmptyDirectory();
      refused(restore(path), "A server is running on the store in");

      assertThat(server.stop()).isZero();
      refused(restore(path), "--force moves it aside");
      ChildProcess restored = restore(path, "--force");
      assertThat(restored.awaitExit()).as(restored.toString()).isZero();
      server.start();

      assertThat(platform.api().get("/api/v1/messages/" + after).status()).isEqualTo(404);
      platform.client().endpoints().enable(subscription.endpointId());
      platform.awaitDelivered(before);
    }
  }

  @Test
  void a_backup_leaves_the_machine_as_a_stream_and_another_server_is_restored_from_it()
      throws IOException {
    Path file = directory.resolve("off-site.zip");
    Path cut = directory.resolve("cut.zip");
    try (HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = PosthornJar.server(directory).start()) {
      Platform platform = new Platform(Api.of(server));
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform.client().endpoints().pause(subscription.endpointId());
      String before = platform.send("TASK");

      ChildProcess backup =
          PosthornJar.runRedirected(environment(server), "> " + file, "backup", "--to", "-");
      String after = platform.send("TASK");

      assertThat(backup.awaitExit()).as(backup.toString()).isZero();
      assertThat(backup.err().all())
          .singleElement()
          .asString()
          .contains("sha256 " + sha256(file) + ". It does not contain the encryption key");
      assertThat(server.dataDirectory().resolve("backups")).isEmptyDirectory();
      byte[] whole = Files.readAllBytes(file);
      Files.write(cut, Arrays.copyOf(whole, whole.length - whole.length / 3));

      assertThat(server.stop()).isZero();
      refused(restoreFrom(file), "--force moves it aside");
      refused(restoreFrom(cut, "--force"), "standard input is cut off. Download");
      assertThat(server.dataDirectory().resolve(".restoring")).doesNotExist();
      ChildProcess restored = restoreFrom(file, "--force");
      assertThat(restored.awaitExit()).as(restored.toString()).isZero();
      server.start();

      assertThat(platform.api().get("/api/v1/messages/" + after).status()).isEqualTo(404);
      platform.client().endpoints().enable(subscription.endpointId());
      platform.awaitDelivered(before);
    }
  }

  private ChildProcess restoreFrom(Path file, String... more) {
    List<String> arguments = new ArrayList<>(List.of("restore", "--from", "-", "--config"));
    arguments.add(directory.resolve("posthorn.yaml").toString());
    arguments.addAll(List.of(more));
    return PosthornJar.runRedirected(Map.of(), "< " + file, arguments.toArray(String[]::new));
  }

  private static String sha256(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void refused(ChildProcess restore, String why) {
    assertThat(restore.awaitExit()).isEqualTo(1);
    assertThat(restore.err().all()).singleElement().asString().contains(why);
  }

  private static ChildProcess posthorn(ServerProcess server, String... arguments) {
    return PosthornJar.run(environment(server), arguments);
  }

  private static Map<String, String> environment(ServerProcess server) {
    return Map.of(
        "POSTHORN_URL", server.address().toString(), "POSTHORN_KEY", ServerProcess.ADMIN_KEY);
  }

  private ChildProcess restore(String backup, String... more) {
    String[] arguments = new String[4 + more.length];
    arguments[0] = "restore";
    arguments[1] = backup;
    arguments[2] = "--config";
    arguments[3] = directory.resolve("posthorn.yaml").toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    return PosthornJar.run(Map.of(), arguments);
  }
}
