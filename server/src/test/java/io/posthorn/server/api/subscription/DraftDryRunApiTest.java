package io.posthorn.server.api.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DraftDryRunApiTest {
  private static final String PATH = "/api/v1/subscriptions/dryRun";
  private static final String DRAFT =
      "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"https://a.example/\","
          + "\"filters\":[{\"fieldName\":\"status\",\"fieldValue\":\"INP\"}]}";

  private final LiveApi api = new LiveApi().with("default");
  private final String viewer = api.key(Role.VIEWER, "default");

  @AfterEach
  void close() {
    api.close();
  }

  private JsonResponse run(String body) {
    return api.call("POST", PATH, viewer, body);
  }

  @Test
  void a_draft_is_tested_on_recent_events_and_names_the_filter_that_did_not_match() {
    String producer = api.key(Role.PRODUCER, "default");
    api.call(
        "POST",
        "/api/v1/events",
        producer,
        "[{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"status\":\"INP\"}},"
            + "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"status\":\"NEW\"}},"
            + "{\"objCode\":\"PROJ\",\"eventType\":\"UPDATE\",\"newState\":{}}]");

    String body = run("{\"subscription\":" + DRAFT + "}").body();

    assertThat(body)
        .contains("\"objCode\":\"TASK\"", "\"matches\":true,\"refusals\":[]")
        .contains("\"pointer\":\"/filters/0\"", "\"saw\":\"\\\"NEW\\\"\"")
        .contains("\"pointer\":\"/objCode\"", "\"saw\":\"\\\"PROJ\\\"\"");
    assertThat(api.engine.subscriptions().all("default")).isEmpty();
  }

  @Test
  void a_draft_is_tested_on_a_given_event() {
    String event =
        "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"status\":\"INP\"}}";

    JsonResponse response = run("{\"subscription\":" + DRAFT + ",\"event\":" + event + "}");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).contains("\"matches\":true", "\"acceptedAt\":null");
  }

  @Test
  void errors_have_their_pointer_in_the_body() {
    String wrong = DRAFT.replace("\"INP\"", "\"INP\",\"comparison\":\"looksLike\"");

    assertThat(run("{\"subscription\":" + wrong + "}").body())
        .contains("\"pointer\":\"/subscription/filters/0");
    assertThat(run("{\"subscription\":" + DRAFT + ",\"event\":{\"objCode\":1}}").body())
        .contains("\"pointer\":\"/event/");
    assertThat(run("{}").status()).isEqualTo(400);
    assertThat(run("{\"subscription\":" + DRAFT + ",\"more\":1}").status()).isEqualTo(400);
  }

  @Test
  void the_key_of_an_ordered_message_is_its_object() {
    String ordered = DRAFT.replace("}]}", "}],\"ordering\":\"object\"}");
    String event = "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"objId\":\"7\"}";

    assertThat(
            run("{\"subscription\":" + ordered + ",\"event\":" + event + "}")
                .at("/data/0/orderingKey"))
        .isEqualTo("TASK/7");
    assertThat(
            run("{\"subscription\":" + DRAFT + ",\"event\":" + event + "}")
                .at("/data/0/orderingKey"))
        .isEqualTo("null");
  }

  @Test
  void a_token_beside_oauth2_is_refused_as_at_creation() {
    String manager = api.key(Role.MANAGER, "default");
    assertThat(api.call("POST", "/api/v1/subscriptions", manager, DRAFT).status()).isEqualTo(201);
    EndpointId endpoint = TargetUrl.parse("https://a.example/").endpointOf("default");
    OAuth2Client client =
        new OAuth2Client("https://login.example/", "c", new byte[] {1}, null, null);
    EndpointSettings settings =
        EndpointSettings.NONE.withOptions(EndpointOptions.NONE.withOAuth2(client));
    api.engine
        .executeNow(r -> new Command.ConfigureEndpoint(r, "default", endpoint, settings, null))
        .join();
    String withToken =
        "{\"objCode\":\"TASK\",\"eventType\":\"*\",\"url\":\"https://a.example/\",\"authToken\":\"t\"}";

    JsonResponse made = api.call("POST", "/api/v1/subscriptions", manager, withToken);
    JsonResponse tried = run("{\"subscription\":" + withToken + "}");

    assertThat(made.pointers()).containsExactly("/authToken");
    assertThat(tried.status()).isEqualTo(400);
    assertThat(tried.pointers()).containsExactly("/subscription/authToken");
    assertThat(tried.at("/errors/0/detail")).isEqualTo(made.at("/errors/0/detail"));
    assertThat(run("{\"subscription\":" + withToken.replace("//a.", "//b.") + "}").status())
        .isEqualTo(200);
  }
}
