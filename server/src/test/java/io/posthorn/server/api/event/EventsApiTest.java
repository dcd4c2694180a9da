package io.posthorn.server.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("kafka-smoke")
final class EventsApiTest {
  private static final String PATH = "/api/v1/events";
  private static final String EVENT = "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}";

  private final LiveApi api = new LiveApi().with("acme", "other");
  private final String producer = api.key(Role.PRODUCER, "acme");
  private final String manager = api.key(Role.MANAGER, "acme");
  private final String everybodys = api.key(Role.PRODUCER, null);

  @AfterEach
  void close() {
    api.close();
    assertThat(api.unexpected).isEmpty();
  }

  private JsonResponse post(String body, String... headers) {
    return api.call("POST", PATH, producer, body, headers);
  }

  private void subscribe() {
    JsonResponse made =
        api.call(
            "POST",
            "/api/v1/subscriptions",
            manager,
            """
            {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://example.com/"}\
            """);
    assertThat(made.status()).isEqualTo(201);
  }

  private JsonResponse stored(String id) {
    return api.call("GET", PATH + "/" + id, manager, null);
  }

  @Test
  void one_event_returns_202_and_its_id() {
    JsonResponse response =
        post("{\"id\": \"e:1\", \"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}");

    assertThat(response.status()).isEqualTo(202);
    assertThat(response.names("")).containsExactly("events");
    assertThat(response.names("/events/0").getFirst()).isEqualTo("id");
    assertThat(response.each("/events", "id")).containsExactly("e:1");
  }

  @Test
  void on_the_embedded_engine_each_event_says_how_many_messages_it_made() {
    subscribe();

    JsonResponse response =
        post(
            """
            [{"id": "m1", "objCode": "PROJ", "eventType": "UPDATE"},
             {"id": "m2", "objCode": "OTHER", "eventType": "UPDATE"},
             {"id": "m1", "objCode": "PROJ", "eventType": "UPDATE"}]\
            """);

    assertThat(response.status()).isEqualTo(202);
    if (EngineUnderTest.chosen() == EngineUnderTest.KAFKA) {
      assertThat(response.names("/events/0")).containsExactly("id");
    } else {
      assertThat(response.each("/events", "messages")).containsExactly("1", "0", "1");
    }
  }

  @Test
  void an_event_without_an_id_gets_one_that_sorts_by_time() {
    String first = post(EVENT).at("/events/0/id");
    api.pass(1);
    String second = post(EVENT).at("/events/0/id");

    assertThat(first).matches("evt_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(second).isGreaterThan(first);
    assertThat(stored(first).at("/id")).isEqualTo(first);
  }

  @Test
  void arrays_and_lines_return_ids_in_their_order() {
    String one = "{\"id\": \"a\", \"objCode\": \"P\", \"eventType\": \"X\"}";
    String two = "{\"id\": \"b\", \"objCode\": \"P\", \"eventType\": \"X\"}";
    JsonResponse array = post("[" + two + "," + one + "]");
    JsonResponse lines =
        post(one + "\n\n" + two + "\n", "Content-Type", "application/x-ndjson; charset=utf-8");

    assertThat(array.each("/events", "id")).containsExactly("b", "a");
    assertThat(lines.status()).isEqualTo(202);
    assertThat(lines.each("/events", "id")).containsExactly("a", "b");
  }

  @Test
  void the_same_id_again_gets_202_and_makes_no_second_message() {
    subscribe();
    String event = "{\"id\": \"same\", \"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}";
    post("[" + event + "," + event + "]");
    JsonResponse again = post(event);

    assertThat(again.status()).isEqualTo(202);
    assertThat(again.each("/events", "id")).containsExactly("same");
    assertThat(stored("same").size("/messages")).isEqualTo(1);
  }

  @Test
  void one_bad_event_is_a_400_that_names_its_index_and_none_is_accepted() {
    String good = "{\"id\": \"good\", \"objCode\": \"P\", \"eventType\": \"X\"}";
    JsonResponse response =
        post("[" + good + ", {\"objCode\": \"P\"}, {\"objCode\": 1, \"eventType\": \"X\"}]");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.pointers()).containsExactly("/1/eventType", "/2/objCode");
    assertThat(stored("good").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "7",
        "{\"objCode\": \"P\", \"eventType\": \"X\", \"nope\": 1}",
        "{\"objCode\": \"P\", \"objCode\": \"P\", \"eventType\": \"X\"}",
        "{\"objCode\": \"POSTHORN_X\", \"eventType\": \"X\"}",
        "{\"objCode\": \"P\", \"eventType\": \"CREATE\", \"oldState\": {\"a\": 1}}",
        "{\"objCode\": \"P\", \"eventType\": \"X\", \"customerId\": \"other\"}"
      })
  void bad_input_is_a_400_with_errors(String body) {
    JsonResponse response = post(body);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.pointers()).isNotEmpty();
  }

  @Test
  void an_event_over_1_MiB_and_a_body_over_16_MiB_and_1_001_events_are_a_413() {
    String big =
        "{\"objCode\": \"P\", \"eventType\": \"X\", \"newState\": {\"a\": \"%s\"}}"
            .formatted("x".repeat(1 << 20));
    String most = "[" + (EVENT + ",").repeat(999) + EVENT + "]";

    assertThat(post(big).status()).isEqualTo(413);
    assertThat(post(" ".repeat((16 << 20) + 1)).status()).isEqualTo(413);
    assertThat(post(most).status()).isEqualTo(202);
    assertThat(post(most.replaceFirst("\\[", "[" + EVENT + ",")).status()).isEqualTo(413);
  }

  @Test
  void producers_post_and_viewers_do_not() {
    assertThat(api.call("POST", PATH, manager, EVENT).status()).isEqualTo(202);
    assertThat(api.call("POST", PATH, api.key(Role.ADMIN, "acme"), EVENT).status()).isEqualTo(202);
    assertThat(api.call("POST", PATH, api.key(Role.VIEWER, "acme"), EVENT).status()).isEqualTo(403);
    assertThat(api.call("POST", PATH, "", EVENT).status()).isEqualTo(401);
  }

  @Test
  void with_a_key_for_all_each_event_names_its_customer() {
    JsonResponse response =
        api.call(
            "POST",
            PATH,
            everybodys,
            """
            [{"id": "a", "customerId": "acme", "objCode": "P", "eventType": "X"},
             {"id": "b", "customerId": "other", "objCode": "P", "eventType": "X"}]\
            """);

    assertThat(response.status()).isEqualTo(202);
    assertThat(stored("a").at("/customerId")).isEqualTo("acme");
    assertThat(stored("b").status()).isEqualTo(404);
  }

  @Test
  void with_a_key_for_all_a_missing_or_unknown_customer_is_a_400_that_names_the_index() {
    String unknown = "{\"customerId\": \"unknown\", \"objCode\": \"P\", \"eventType\": \"X\"}";
    JsonResponse missing = api.call("POST", PATH, everybodys, "[" + EVENT + "]");
    JsonResponse alone = api.call("POST", PATH, everybodys, "\n " + unknown);
    JsonResponse second =
        api.call(
            "POST",
            PATH,
            everybodys,
            "[" + unknown.replace("unknown", "acme") + "," + unknown + "]");
    JsonResponse line =
        api.call("POST", PATH, everybodys, unknown, "Content-Type", "application/x-ndjson");

    assertThat(missing.status()).isEqualTo(400);
    assertThat(missing.pointers()).containsExactly("/0/customerId");
    assertThat(alone.status()).isEqualTo(400);
    assertThat(alone.pointers()).containsExactly("/customerId");
    assertThat(second.pointers()).containsExactly("/1/customerId");
    assertThat(line.pointers()).containsExactly("/0/customerId");
    assertThat(api.call("GET", PATH, manager, null).size("/data")).isZero();
  }

  @Test
  void with_a_key_for_all_the_header_can_name_the_customer_of_all_events() {
    JsonResponse response = api.call("POST", PATH, everybodys, EVENT, "X-Customer-Id", "acme");

    assertThat(stored(response.at("/events/0/id")).at("/customerId")).isEqualTo("acme");
    assertThat(api.call("POST", PATH, everybodys, EVENT, "X-Customer-Id", "no").status())
        .isEqualTo(404);
  }

  @Test
  void the_customer_is_default_while_it_is_the_only_one() {
    try (LiveApi fresh = new LiveApi().with("default")) {
      String key = fresh.key(Role.ADMIN, null);
      JsonResponse response = fresh.call("POST", PATH, key, EVENT);

      assertThat(response.status()).isEqualTo(202);
      fresh.with("second");
      assertThat(fresh.call("POST", PATH, key, EVENT).pointers()).containsExactly("/customerId");
    }
  }

  @Test
  void a_single_customer_of_another_name_is_not_assumed() {
    try (LiveApi fresh = new LiveApi().with("acme")) {
      String key = fresh.key(Role.ADMIN, null);

      assertThat(fresh.call("POST", PATH, key, EVENT).status()).isEqualTo(400);
    }
  }

  @Test
  void a_trace_context_is_passed_on_and_garbage_is_ignored() {
    subscribe();
    String good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    post(EVENT, "traceparent", good);
    post(EVENT, "traceparent", "garbage");

    assertThat(api.engine.sent)
        .extracting((Effect.Send send) -> String.valueOf(send.event().traceparent()))
        .containsExactly(good, "null");
  }

  @ParameterizedTest
  @CsvSource({"INTAKE_FULL, 503", "OVER_LIMIT, 429", "OVER_RATE, 429", "VOLUME_FULL, 507"})
  void a_refusal_of_the_engine_has_retry_after_and_nothing_is_stored(Refusal reason, int status) {
    for (boolean later : List.of(false, true)) {
      api.engine.refusal = new RefusedException(reason, "Not now.", Duration.ofMillis(1_500));
      api.engine.refuseLater = later;
      JsonResponse response = post(EVENT);

      assertThat(response.status()).isEqualTo(status);
      assertThat(response.at("/detail")).isEqualTo("Not now.");
      assertThat(response.header("Content-Type")).contains("application/problem+json");
      assertThat(response.header("Retry-After")).contains("2");
    }
    assertThat(api.call("GET", PATH, manager, null).size("/data")).isZero();
  }

  @Test
  void another_error_of_the_engine_is_a_500_without_its_text() {
    api.engine.refusal = new IllegalStateException("inner workings");
    JsonResponse response = post(EVENT);

    assertThat(response.status()).isEqualTo(500);
    assertThat(response.body()).doesNotContain("inner workings");
    assertThat(api.unexpected).hasSize(1);
    api.unexpected.clear();
  }
}
