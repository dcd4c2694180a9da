package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.engine.error.StartException;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.JsonResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The admin key of the setting {@code api.admin-key}: created, changed and protected as the last
 * one.
 */
final class AdminKeyTest {
  private static final String OTHER = "another-admin-key-of-the-tests-98765";

  @TempDir Path directory = Path.of("");

  private LiveServer start(Map<String, String> more) {
    return LiveServer.strict(directory.resolve("data"), more, Resolver.SYSTEM);
  }

  @Test
  void the_key_of_the_setting_is_revoked_by_changing_the_setting_and_not_by_a_call() {
    try (LiveServer node = start(Map.of())) {
      String id = node.get("/api/v1/keys").at("/data/0/id");
      JsonResponse refused = node.call("DELETE", "/api/v1/keys/" + id, null);
      assertThat(refused.status()).as(refused.body()).isEqualTo(409);
      assertThat(refused.body()).contains("api.admin-key");
      assertThat(node.get("/api/v1/keys").status()).isEqualTo(200);
    }
    try (LiveServer node = start(Map.of("POSTHORN_API_ADMIN_KEY", OTHER))) {
      assertThat(node.get("/api/v1/keys").status()).isEqualTo(401);
      JsonResponse keys = node.as(OTHER).get("/api/v1/keys");
      assertThat(keys.size("/data")).isEqualTo(1);
      assertThat(node.as(OTHER).get("/api/v1/audit").at("/data/0/action")).isEqualTo("key.revoke");
    }
    try (LiveServer node = start(Map.of("POSTHORN_API_ADMIN_KEY", OTHER))) {
      assertThat(node.get("/api/v1/keys").status()).isEqualTo(401);
      assertThat(node.as(OTHER).get("/api/v1/keys").status()).isEqualTo(200);
    }
  }

  @Test
  void
      another_admin_key_can_be_revoked_and_keys_created_by_calls_survive_a_change_of_the_setting() {
    String made;
    try (LiveServer node = start(Map.of())) {
      made = key(node).at("/key");
      String second = key(node).at("/id");
      assertThat(node.call("DELETE", "/api/v1/keys/" + second, null).status()).isEqualTo(204);
    }
    try (LiveServer node = start(Map.of("POSTHORN_API_ADMIN_KEY", OTHER))) {
      assertThat(node.as(made).get("/api/v1/keys").status()).isEqualTo(200);
    }
  }

  @Test
  void a_key_file_of_an_earlier_store_stops_the_first_start_before_a_key_is_created()
      throws IOException {
    Path data = directory.resolve("data");
    Path left = Files.createDirectories(data).resolve("admin.key");
    Files.writeString(left, "phk_of_an_earlier_store");

    assertThatThrownBy(() -> LiveServer.withoutKey(data).close())
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll(left.toString(), "delete or move that file", "api.admin-key");

    Files.delete(left);
    try (LiveServer node = LiveServer.withoutKey(data)) {
      assertThat(node.newKey()).as("the only key, created now").isPresent();
      LiveServer admin = node.as(node.newKey().orElseThrow());
      assertThat(admin.get("/api/v1/keys").size("/data")).isEqualTo(1);
    }
  }

  private static JsonResponse key(LiveServer node) {
    return node.post("/api/v1/keys", "{\"name\":\"a\",\"role\":\"admin\",\"customerId\":\"*\"}");
  }
}
