package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code posthorn keys create --admin} on a stopped store. */
final class StoppedStoreTest {
  @TempDir Path directory = Path.of("");

  @Test
  void a_key_created_while_the_server_is_stopped_works_afterwards_and_is_audited() {
    LiveServer.dev(directory, Map.of()).close();

    StoppedStore.MadeKey made = store().createAdminKey("rescue", 0);

    try (LiveServer live = LiveServer.dev(directory, Map.of())) {
      assertThat(live.as(made.text().clear()).get("/api/v1/keys").body())
          .contains("rescue", made.key().id());
      assertThat(live.get("/api/v1/audit").body())
          .contains("key.create", made.key().id(), "the command line");
    }
  }

  @Test
  void a_store_in_use_by_a_server_is_refused_in_one_line() {
    try (LiveServer live = LiveServer.dev(directory, Map.of())) {
      assertThat(live.get("/health/ready").status()).isEqualTo(200);
      assertThatThrownBy(() -> store().createAdminKey("rescue", 0))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("A server is running on the store in")
          .hasMessageContaining("POSTHORN_URL and POSTHORN_KEY")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void a_missing_store_is_not_created() {
    assertThatThrownBy(() -> store().createAdminKey("rescue", 0))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("No store in");
    assertThat(directory).isEmptyDirectory();
  }

  private StoppedStore store() {
    Settings settings =
        Configuration.load(null, Map.of("POSTHORN_DATA_DIR", directory.toString())).settings();
    return new StoppedStore(settings, Clock.systemUTC());
  }
}
