package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.engine.EngineHealth;
import io.posthorn.server.JsonResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Liveness and readiness, as orchestrators see them. */
final class HealthTest {
  private final FullApiFixture api = new FullApiFixture();

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING,     200, 200",
    "VOLUME_FULL, 200, 200",
    "RESTORING,   200, 200",
    "STARTING,    200, 503",
    "CUT_OFF,     200, 503",
    "STOPPING,    200, 503",
    "STOPPED,     200, 503",
    "FAILED,      503, 503",
  })
  void liveness_and_readiness_are_separate(EngineHealth.State state, int live, int ready) {
    is(state);

    assertThat(get("/health/live").status()).isEqualTo(live);
    assertThat(get("/health/ready").status()).isEqualTo(ready);
    assertThat(get("/health/ready").at("/detail")).isEqualTo("Because.");
  }

  @Test
  void ready_says_what_is_missing() {
    is(EngineHealth.State.RUNNING);
    assertThat(get("/health/ready").body())
        .isEqualTo("{\"status\":\"up\",\"detail\":\"Because.\"}");

    is(EngineHealth.State.VOLUME_FULL);
    assertThat(get("/health/ready").body())
        .isEqualTo("{\"status\":\"up\",\"detail\":\"Because.\",\"missing\":[\"intake\"]}");

    is(EngineHealth.State.RESTORING);
    assertThat(get("/health/ready").body())
        .isEqualTo("{\"status\":\"up\",\"detail\":\"Because.\",\"missing\":[\"delivery\"]}");

    is(EngineHealth.State.FAILED);
    assertThat(get("/health/ready").body())
        .isEqualTo(
            "{\"status\":\"down\",\"detail\":\"Because.\",\"missing\":[\"intake\",\"delivery\"]}");
  }

  private void is(EngineHealth.State state) {
    api.engine.health = new EngineHealth(state, "Because.");
  }

  private JsonResponse get(String path) {
    return new JsonResponse(api.call("GET", path, "", "", null));
  }
}
