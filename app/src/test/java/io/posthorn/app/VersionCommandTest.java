package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn version}. */
final class VersionCommandTest {
  @Test
  void it_prints_its_own_version_and_that_of_the_server() {
    try (ScriptedApi api = new ScriptedApi()) {
      String document = "openapi: 3.1.0\ninfo:\n  title: Posthorn\n  version: 9.8.7\n";
      api.responds(document).responds(document);

      assertThat(run(api).lines())
          .containsExactly("Posthorn unreleased", "Server   9.8.7 at " + api.url());
      assertThat(run(api, "-o", "json").lines())
          .containsExactly(
              "{\"version\":\"unreleased\",\"server\":\"9.8.7\",\"url\":\"" + api.url() + "\"}");
    }
  }

  @Test
  void without_a_server_it_still_prints_its_own() {
    CommandRun run =
        CommandRun.of(
            new VersionCommand(
                CommandRun.context(Map.of("POSTHORN_URL", "http://no-such-host.invalid"), "")));

    assertThat(run.status()).isZero();
    assertThat(run.lines().getFirst()).isEqualTo("Posthorn unreleased");
    assertThat(run.lines().getLast()).startsWith("Server   none: Host name no-such-host.invalid");
  }

  private static CommandRun run(ScriptedApi api, String... arguments) {
    return CommandRun.of(
        new VersionCommand(CommandRun.context(Map.of("POSTHORN_URL", api.url()), "")), arguments);
  }
}
