package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
final class KeyLimitTest {
  @Test
  void a_customer_has_at_most_1000_keys() {
    try (FullApiFixture api = new FullApiFixture()) {
      api.customer("acme");
      api.customer("other");
      String admin = api.key(Role.ADMIN, null);
      for (int i = 1; i < 1_000; i++) {
        api.key(Role.VIEWER, "acme");
      }
      assertThat(create(api, admin, "acme").status()).isEqualTo(201);

      JsonResponse refused = create(api, admin, "acme");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.at("/detail"))
          .isEqualTo("The limit of 1,000 API keys of customer acme is reached; revoke one first.");

      assertThat(create(api, admin, "other").status()).isEqualTo(201);
      assertThat(create(api, admin, "*").status()).isEqualTo(201);
    }
  }

  private static JsonResponse create(FullApiFixture api, String admin, String scope) {
    String body =
        "{\"name\": \"one more\", \"role\": \"viewer\", \"customerId\": \"%s\"}".formatted(scope);
    return new JsonResponse(api.call("POST", "/api/v1/keys", admin, "", body));
  }
}
