package io.posthorn.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.api.ApiFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryPauseApiTest {
  private final ApiFixture fixture = new ApiFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void the_delivery_pause_stops_all_deliveries_until_they_are_resumed() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);

    assertThat(fixture.post(fixture.admin, "/delivery/pause", "").at("/paused")).isEqualTo("true");
    fixture.message("a");
    assertThat(fixture.engine.sent).isEmpty();

    assertThat(fixture.post(fixture.admin, "/delivery/resume", "").at("/paused"))
        .isEqualTo("false");
    assertThat(fixture.engine.sent).hasSize(1);
  }

  @Test
  void the_pause_for_all_customers_needs_an_admin_of_all_customers() {
    assertThat(fixture.post(fixture.ownAdmin, "/delivery/pause", "").status()).isEqualTo(403);
    assertThat(fixture.post(fixture.manager, "/delivery/pause", "").status()).isEqualTo(403);
    assertThat(fixture.get(fixture.viewer, "/delivery").at("/paused")).isEqualTo("false");
  }

  @Test
  void managers_can_pause_their_own_customer() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
    String path = "/customers/" + ApiFixture.OURS + "/delivery";

    assertThat(fixture.post(fixture.manager, path + "/pause", "").at("/paused")).isEqualTo("true");
    fixture.message("a");
    assertThat(fixture.engine.sent).isEmpty();
    assertThat(fixture.get(fixture.viewer, path).at("/paused")).isEqualTo("true");
    assertThat(fixture.get(fixture.viewer, path).at("/pausedForAll")).isEqualTo("false");
    assertThat(fixture.post(fixture.admin, path + "/resume", "").at("/paused")).isEqualTo("false");
    assertThat(fixture.engine.sent).hasSize(1);
  }

  @Test
  void another_customers_pause_is_404_and_viewers_cannot_pause() {
    String path = "/customers/" + ApiFixture.OURS + "/delivery/pause";
    assertThat(fixture.post(fixture.otherCustomer, path, "").status()).isEqualTo(404);
    assertThat(fixture.post(fixture.viewer, path, "").status()).isEqualTo(403);
    assertThat(fixture.post(fixture.admin, "/customers/unknown/delivery/pause", "").status())
        .isEqualTo(404);
  }
}
