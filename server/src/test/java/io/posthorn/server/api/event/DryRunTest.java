package io.posthorn.server.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DryRunTest {
  private static final String PATH = "/api/v1/events?dryRun=true";

  private final LiveApi api = new LiveApi().with("acme");
  private final String manager = api.key(Role.MANAGER, "acme");

  @AfterEach
  void close() {
    api.close();
    assertThat(api.unexpected).isEmpty();
  }

  private String subscribe(String more) {
    api.pass(1);
    JsonResponse made =
        api.call(
            "POST",
            "/api/v1/subscriptions",
            manager,
            "{\"objCode\": \"PROJ\", \"url\": \"https://example.com/\", " + more + "}");
    assertThat(made.status()).isEqualTo(201);
    return made.at("/id");
  }

  private JsonResponse dryRun(String body) {
    return api.call("POST", PATH, manager, body);
  }

  @Test
  void each_subscription_of_the_code_matches_or_names_the_filter_that_did_not() {
    String matching =
        subscribe(
            """
            "eventType": "UPDATE", "filters": [{"fieldName": "n", "fieldValue": 7}]\
            """);
    String refusing =
        subscribe(
            """
            "eventType": "*", "filters": [
              {"fieldName": "n", "fieldValue": 7},
              {"fieldName": "n", "fieldValue": 9, "comparison": "gt"},
              {"fieldName": "status", "fieldValue": "CUR"}]\
            """);
    subscribe("\"eventType\": \"DELETE\"");

    JsonResponse response =
        dryRun(
            """
            {"id": "e1", "objCode": "PROJ", "eventType": "UPDATE", "newState": {"n": 7}}\
            """);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.each("/events", "id")).containsExactly("e1");
    assertThat(response.each("/events/0/subscriptions", "id")).containsExactly(matching, refusing);
    assertThat(response.each("/events/0/subscriptions", "matches"))
        .containsExactly("true", "false");
    assertThat(response.size("/events/0/subscriptions/0/refusals")).isZero();
    String refusals = "/events/0/subscriptions/1/refusals";
    assertThat(response.each(refusals, "pointer")).containsExactly("/filters/1", "/filters/2");
    assertThat(response.each(refusals, "fieldName")).containsExactly("n", "status");
    assertThat(response.each(refusals, "comparison")).containsExactly("gt", "eq");
    assertThat(response.each(refusals, "expected")).containsExactly("9", "\"CUR\"");
    assertThat(response.each(refusals, "saw")).containsExactly("7", "absent");
  }

  @Test
  void another_object_id_is_a_separate_mismatch() {
    subscribe("\"eventType\": \"UPDATE\", \"objId\": \"p1\"");
    String event = "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\", \"objId\": \"%s\"}";
    JsonResponse response =
        dryRun(
            "[%s, %s, {\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}]"
                .formatted(event.formatted("p1"), event.formatted("p2")));

    assertThat(response.at("/events/0/subscriptions/0/matches")).isEqualTo("true");
    assertThat(response.at("/events/1/subscriptions/0/matches")).isEqualTo("false");
    assertThat(response.at("/events/1/subscriptions/0/refusals/0/pointer")).isEqualTo("/objId");
    assertThat(response.at("/events/1/subscriptions/0/refusals/0/saw")).isEqualTo("\"p2\"");
    assertThat(response.at("/events/2/subscriptions/0/refusals/0/saw")).isEqualTo("absent");
  }

  @Test
  void each_subscription_has_the_format_of_its_message() {
    String cloud = subscribe("\"eventType\": \"UPDATE\", \"format\": \"cloudevents\"");
    String plain = subscribe("\"eventType\": \"*\"");

    JsonResponse response = dryRun("{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}");

    assertThat(response.each("/events/0/subscriptions", "id")).containsExactly(cloud, plain);
    assertThat(response.each("/events/0/subscriptions", "format"))
        .containsExactly("cloudevents", "workfront");
  }

  @Test
  void the_key_of_an_ordered_message_is_its_object_and_without_an_object_there_is_none() {
    String ordered = subscribe("\"eventType\": \"UPDATE\", \"ordering\": \"object\"");
    String plain = subscribe("\"eventType\": \"*\"");
    String event = "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"%s}";

    JsonResponse response =
        dryRun("[%s, %s]".formatted(event.formatted(", \"objId\": \"p1\""), event.formatted("")));

    assertThat(response.each("/events/0/subscriptions", "id")).containsExactly(ordered, plain);
    assertThat(response.each("/events/0/subscriptions", "ordering"))
        .containsExactly("object", "null");
    assertThat(response.each("/events/0/subscriptions", "orderingKey"))
        .containsExactly("PROJ/p1", "null");
    assertThat(response.each("/events/1/subscriptions", "orderingKey"))
        .containsExactly("null", "null");
  }

  @Test
  void a_dry_run_stores_nothing() {
    subscribe("\"eventType\": \"UPDATE\"");
    JsonResponse response =
        dryRun("{\"id\": \"e1\", \"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}");

    assertThat(response.at("/events/0/subscriptions/0/matches")).isEqualTo("true");
    assertThat(api.call("GET", "/api/v1/events/e1", manager, null).status()).isEqualTo(404);
    assertThat(api.engine.sent).isEmpty();
  }

  @Test
  void invalid_events_are_refused_in_a_dry_run_too() {
    JsonResponse response = dryRun("[{\"objCode\": \"PROJ\"}]");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.pointers()).containsExactly("/0/eventType");
  }

  @Test
  void dry_run_is_true_or_false() {
    String event = "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}";

    assertThat(api.call("POST", "/api/v1/events?dryRun=yes", manager, event).pointers())
        .containsExactly("dryRun");
    assertThat(api.call("POST", "/api/v1/events?dryRun=false", manager, event).status())
        .isEqualTo(202);
  }

  @Test
  void a_producer_may_not_look_at_subscriptions_through_a_dry_run() {
    String producer = api.key(Role.PRODUCER, "acme");

    assertThat(api.call("POST", PATH, producer, "{}").status()).isEqualTo(403);
  }

  @Test
  void a_limit_keeps_the_verdicts_closest_to_a_match() {
    String otherObject = subscribe("\"eventType\": \"UPDATE\", \"objId\": \"p2\"");
    String twoFilters =
        subscribe(
            """
            "eventType": "UPDATE", "filters": [
              {"fieldName": "n", "fieldValue": 8}, {"fieldName": "m", "fieldValue": 9}]\
            """);
    String oneFilter =
        subscribe(
            "\"eventType\": \"UPDATE\", \"filters\": [{\"fieldName\": \"n\", \"fieldValue\": 8}]");
    String matching = subscribe("\"eventType\": \"UPDATE\"");
    String event =
        "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\", \"objId\": \"p1\", \"newState\": {\"n\": 7}}";

    JsonResponse three = api.call("POST", PATH + "&limit=3", manager, event);
    assertThat(three.each("/events/0/subscriptions", "id"))
        .containsExactly(matching, oneFilter, twoFilters);
    assertThat(three.at("/events/0/omitted")).isEqualTo("1");

    JsonResponse all = dryRun(event);
    assertThat(all.each("/events/0/subscriptions", "id"))
        .containsExactly(otherObject, twoFilters, oneFilter, matching);
    assertThat(all.at("/events/0/omitted")).isEqualTo("0");
  }

  @Test
  void a_limit_is_for_dry_runs_only() {
    String event = "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}";
    assertThat(api.call("POST", "/api/v1/events?limit=3", manager, event).pointers())
        .containsExactly("limit");
    assertThat(api.call("POST", PATH + "&limit=0", manager, event).pointers())
        .containsExactly("limit");
  }

  @Test
  void events_that_meet_more_than_10_000_subscriptions_are_a_413() {
    for (int i = 0; i < 101; i++) {
      Subscription one =
          SubscriptionDraft.parse(
                  "{\"objCode\": \"P\", \"eventType\": \"*\", \"url\": \"https://a.example/%d\"}"
                      .formatted(i)
                      .getBytes(StandardCharsets.UTF_8))
              .create(new SubscriptionId(0, i), "acme", null, LiveApi.START);
      api.engine.executeNow(r -> new Command.CreateSubscription(r, one, new byte[1])).join();
    }
    String event = "{\"objCode\": \"P\", \"eventType\": \"X\"}";

    assertThat(dryRun("[" + event + ("," + event).repeat(98) + "]").status()).isEqualTo(200);
    assertThat(dryRun("[" + event + ("," + event).repeat(99) + "]").status()).isEqualTo(413);
  }
}
