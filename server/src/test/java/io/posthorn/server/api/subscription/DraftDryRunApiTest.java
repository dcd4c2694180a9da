package io.posthorn.server.api.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
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
}
