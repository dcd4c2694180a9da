package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unknown parameters are refused by name, and the call has no effect. */
final class UnknownParametersTest {
  private static final String API = "/api/v1";
  private static final String CUSTOMER = "default";

  private final FullApiFixture api = new FullApiFixture();
  private final String admin = api.key(Role.ADMIN, null);

  UnknownParametersTest() {
    api.customer(CUSTOMER);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void an_unknown_query_parameter_is_named() {
    for (Route route : withKey()) {
      JsonResponse response = call(route.method(), path(route) + "?staus=dropped", null);

      assertThat(response.status()).as(route.path()).isEqualTo(400);
      assertThat(response.pointers()).as(route.path()).containsExactly("staus");
    }
    assertThat(call("GET", API + "/messages?staus=dropped", null).body())
        .contains(
            "this call takes endpoint, subscription, objCode, eventType, objId, status, outcome,"
                + " from, to, endedFrom, endedTo, attemptedFrom, attemptedTo, limit, cursor");
  }

  @Test
  void an_empty_or_repeated_query_parameter_is_named() {
    for (Route route : withKey()) {
      for (String name : route.queries()) {
        for (String query : List.of("?N=", "?N", "?N=1&N=2", "?N=1&N=1", "?N=1&N=")) {
          JsonResponse response =
              call(route.method(), path(route) + query.replace("N", name), null);

          assertThat(response.status()).as(route.path() + query + name).isEqualTo(400);
          assertThat(response.pointers()).as(route.path() + query + name).containsExactly(name);
        }
      }
    }
  }

  @Test
  void an_unexpected_body_is_refused() {
    for (Route route : withKey()) {
      if (!route.takesBody() && !route.method().equals("GET")) {
        assertThat(call(route.method(), path(route), "garbage").status()).isEqualTo(400);
        assertThat(call(route.method(), path(route), "[]").status()).isEqualTo(400);
        assertThat(call(route.method(), path(route), "{\"id\":\"yy\"}").pointers())
            .as(route.path())
            .containsExactly("/id");
      }
    }
    assertThat(call("GET", API + "/customers/zz", null).status()).isEqualTo(404);
    assertThat(call("GET", API + "/delivery", null).at("/paused")).isEqualTo("false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", " { } "})
  void an_empty_body_is_accepted(String body) {
    assertThat(call("PUT", API + "/customers/zz", body).status()).isEqualTo(201);
    assertThat(call("POST", API + "/delivery/pause", body).at("/paused")).isEqualTo("true");
    assertThat(call("POST", API + "/delivery/resume", body).at("/paused")).isEqualTo("false");
    assertThat(call("DELETE", API + "/customers/zz", body).status()).isEqualTo(202);
  }

  @ParameterizedTest
  @CsvSource({"/health/live", "/metrics", "/api/v1/openapi.yaml"})
  void open_calls_ignore_unknown_parameters(String path) {
    assertThat(api.call("GET", path + "?probe=1", "", "", null).statusCode()).isEqualTo(200);
  }

  @Test
  void callers_without_a_key_do_not_learn_the_parameters() {
    assertThat(api.call("GET", API + "/messages?staus=x", "", "", null).statusCode())
        .isEqualTo(401);
  }

  private List<Route> withKey() {
    return api.routes.stream().filter(route -> route.access() != Access.OPEN).toList();
  }

  private static String path(Route route) {
    return route.path().replace("{id}", "zz");
  }

  private JsonResponse call(String method, String path, @Nullable String body) {
    return new JsonResponse(api.call(method, path, admin, CUSTOMER, body));
  }
}
