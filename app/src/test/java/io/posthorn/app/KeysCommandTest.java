package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import io.posthorn.embedded.rocks.RocksShardStore;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code posthorn keys}, and {@code keys create} on a stopped store. */
final class KeysCommandTest {
  @Test
  void without_a_server_an_admin_key_is_created_in_the_stopped_store(@TempDir Path data) {
    Map<String, String> environment = Map.of("POSTHORN_DATA_DIR", data.toString());
    RocksShardStore.open(data.resolve("store"), 8 << 20).close();

    CreateAdminKeyCommand command = new CreateAdminKeyCommand(CommandRun.context(environment, ""));
    CommandRun run = CommandRun.of(command, "--admin", "--name=rescue");

    assertThat(run.status()).isZero();
    assertThat(run.lines()).hasSize(1).first().asString().startsWith("phk_");
    assertThat(run.err())
        .contains("admin for all customers. Save the key now: it is not shown again.");
    assertThat(run.err()).doesNotContain(run.lines().getFirst());
  }

  @Test
  void a_missing_store_is_a_one_line_error(@TempDir Path data) {
    Map<String, String> environment = Map.of("POSTHORN_DATA_DIR", data.toString());

    CommandRun run =
        CommandRun.of(new CreateAdminKeyCommand(CommandRun.context(environment, "")), "--admin");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).singleElement().asString().startsWith("No store in");
  }

  @Test
  void the_settings_file_is_only_for_an_admin_key() {
    try (ScriptedApi api = new ScriptedApi()) {
      assertThat(
              CommandRun.of(api, CreateAdminKeyCommand::new, "--role=viewer", "--config=f")
                  .status())
          .isEqualTo(2);
      assertThat(api.calls()).isEmpty();
    }
  }

  @Test
  void keys_without_a_subcommand_lists_the_keys() {
    try (ScriptedApi api = new ScriptedApi()) {
      api.responds("{\"data\":[],\"nextCursor\":null}");

      assertThat(CommandRun.of(new KeysCommand(), "--url", api.url()).lines())
          .containsExactly("ID  BEGINS  ROLE  CUSTOMER  EXPIRES  LAST USED  NAME");
    }
  }
}
