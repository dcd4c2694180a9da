package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first steps. */
@Tag("thorough")
final class FirstStartTest {
  private static final Pattern SHOWN = Pattern.compile("Admin key \\(shown only once\\): (\\S+)");

  private static final Pattern LISTENING = Pattern.compile("Listening on (\\S+); .*");

  /** Gives a program a terminal as its input and output, and becomes that program. */
  private static final String ON_A_TERMINAL =
      """
      import os, sys
      master, slave = os.openpty()
      if os.fork() == 0:
          os.close(slave)
          try:
              while data := os.read(master, 4096):
                  os.write(1, data)
          except OSError:
              pass  # the program has ended
          os._exit(0)
      os.close(master)
      os.dup2(slave, 0)
      os.dup2(slave, 1)
      os.execvp(sys.argv[1], sys.argv[1:])
      """;

  @TempDir Path directory = Path.of("");

  @Test
  void the_first_start_prints_the_address_and_the_key_file_and_a_second_one_creates_no_key()
      throws IOException {
    try (ServerProcess server = PosthornJar.server(directory).without("api.admin-key").start()) {
      Path file = server.dataDirectory().resolve("admin.key");
      String key = Files.readString(file).strip();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(server.process().out().all())
          .anyMatch(line -> line.startsWith("Posthorn is ready at " + server.address()))
          .anyMatch(line -> line.contains(file.toString()))
          .noneMatch(line -> line.contains(key));
      assertThat(server.process().err().all()).isEmpty();
      assertThat(Api.of(server).withKey(key).get("/api/v1/keys").status()).isEqualTo(200);
      assertThat(Api.of(server).withKey("").get("/api/v1/keys").status()).isEqualTo(401);
      assertThat(server.stop()).isZero();

      server.start();

      assertThat(server.process().out().all())
          .anyMatch(line -> line.startsWith("Posthorn is ready at "))
          .noneMatch(line -> line.contains("key"));
      assertThat(Files.readString(file).strip()).isEqualTo(key);
      assertThat(Api.of(server).withKey(key).get("/api/v1/keys").status()).isEqualTo(200);
    }
  }

  @Test
  void on_a_terminal_the_key_is_shown_once_and_written_to_no_file() throws IOException {
    InstalledTool.require(directory, "apt-get install python3", "python3", "--version");
    try (ServerProcess server =
        PosthornJar.server(directory, List.of("python3", "-c", ON_A_TERMINAL))
            .without("api.admin-key")
            .start()) {
      Await.until("the key", () -> server.process().out().find(SHOWN).isPresent());
      String key = server.process().out().find(SHOWN).orElseThrow().group(1);
      assertThat(server.process().out().all())
          .anyMatch(line -> line.strip().equals("export POSTHORN_KEY=" + key));
      assertThat(server.dataDirectory().resolve("admin.key")).doesNotExist();
      assertThat(Api.of(server).withKey(key).get("/api/v1/keys").status()).isEqualTo(200);
      assertThat(server.stop()).isZero();

      server.start();

      assertThat(server.process().out().toString()).doesNotContain(key, "POSTHORN_KEY");
      assertThat(Api.of(server).withKey(key).get("/api/v1/keys").status()).isEqualTo(200);
    }
  }

  @Test
  void the_first_event_in_five_minutes() throws IOException {
    try (ServerProcess server =
            PosthornJar.server(directory)
                .without("api.admin-key")
                .with("retry.unit", "200ms")
                .start();
        ChildProcess receiver = PosthornJar.start(Map.of(), "listen", "--port", "0")) {
      String key = Files.readString(server.dataDirectory().resolve("admin.key")).strip();
      Map<String, String> environment =
          Map.of("POSTHORN_KEY", key, "POSTHORN_URL", server.address().toString());
      Await.until(
          "listening", () -> receiver.out().all().stream().anyMatch(FirstStartTest::isListening));
      Api api = Api.of(server).withKey(key);
      String subscribed =
          prints(
              environment,
              "subscriptions",
              "create",
              "--obj-code",
              "TASK",
              "--event-type",
              "UPDATE",
              "--to",
              listening(receiver));
      assertThat(subscribed).startsWith("sub_").contains("whsec_");

      ChildProcess sent =
          PosthornJar.run(
              environment,
              "send",
              "--obj-code",
              "TASK",
              "--event-type",
              "UPDATE",
              "--new",
              "{\"name\": \"Hello\"}");

      assertThat(sent.awaitExit()).as(sent.toString()).isZero();
      String message = new Platform(api).messageOf(sent.out().all().getFirst());
      new Platform(api).awaitDelivered(message);
      Await.until("received", () -> receiver.out().toString().contains(message));
      assertThat(prints(environment, "messages")).contains(message).contains("delivered");
      assertThat(prints(environment, "why", message))
          .startsWith(message + " was delivered at ")
          .endsWith("with its first attempt (status 200).");
      assertThat(prints(environment, "endpoints"))
          .contains(listening(receiver))
          .contains("enabled", "ok ");
      assertThat(prints(environment, "subscriptions"))
          .contains("UPDATE TASK", listening(receiver), "enabled");
      assertThat(prints(environment, "events")).contains("1 delivered");
      assertThat(prints(environment, "audit", "-o", "json")).contains("subscription.create");
      assertThat(prints(environment, "version")).contains("at " + server.address());
    }
  }

  private static String prints(Map<String, String> environment, String... arguments) {
    ChildProcess ended = PosthornJar.run(environment, arguments);
    assertThat(ended.awaitExit()).as(ended.toString()).isZero();
    assertThat(ended.err().all()).isEmpty();
    return ended.out().toString();
  }

  private static boolean isListening(String line) {
    return LISTENING.matcher(line).matches();
  }

  private static String listening(ChildProcess receiver) {
    return receiver.out().all().stream()
        .map(LISTENING::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1) + "/")
        .findFirst()
        .orElseThrow();
  }
}
