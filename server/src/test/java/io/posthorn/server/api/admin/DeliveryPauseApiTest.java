package io.posthorn.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.api.ApiFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryPauseApiTest {
  private final ApiFixture stage = new ApiFixture();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void the_red_button_stops_all_deliveries_until_they_are_resumed() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);

    assertThat(stage.post(stage.admin, "/delivery/pause", "").at("/paused")).isEqualTo("true");
    stage.message("a");
    assertThat(stage.engine.sent).isEmpty();

    assertThat(stage.post(stage.admin, "/delivery/resume", "").at("/paused")).isEqualTo("false");
    assertThat(stage.engine.sent).hasSize(1);
  }

  @Test
  void the_button_for_all_is_for_admins_of_all_customers() {
    assertThat(stage.post(stage.ownAdmin, "/delivery/pause", "").status()).isEqualTo(403);
    assertThat(stage.post(stage.manager, "/delivery/pause", "").status()).isEqualTo(403);
    assertThat(stage.get(stage.viewer, "/delivery").at("/paused")).isEqualTo("false");
  }

  @Test
  void managers_have_the_button_of_their_own_customer() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);
    String path = "/customers/" + ApiFixture.OURS + "/delivery";

    assertThat(stage.post(stage.manager, path + "/pause", "").at("/paused")).isEqualTo("true");
    stage.message("a");
    assertThat(stage.engine.sent).isEmpty();
    assertThat(stage.get(stage.viewer, path).at("/paused")).isEqualTo("true");
    assertThat(stage.get(stage.viewer, path).at("/pausedForAll")).isEqualTo("false");
    assertThat(stage.post(stage.admin, path + "/resume", "").at("/paused")).isEqualTo("false");
    assertThat(stage.engine.sent).hasSize(1);
  }

  @Test
  void another_customers_button_is_404_and_a_viewer_has_none() {
    String path = "/customers/" + ApiFixture.OURS + "/delivery/pause";
    assertThat(stage.post(stage.stranger, path, "").status()).isEqualTo(404);
    assertThat(stage.post(stage.viewer, path, "").status()).isEqualTo(403);
    assertThat(stage.post(stage.admin, "/customers/nobody/delivery/pause", "").status())
        .isEqualTo(404);
  }
}
