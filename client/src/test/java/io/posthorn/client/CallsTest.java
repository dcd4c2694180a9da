package io.posthorn.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.FilterRule;
import io.posthorn.client.model.KeyRole;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.BulkSelection;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.client.request.EventFilter;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewKey;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.client.request.StatsQuery;
import io.posthorn.client.request.SubscriptionUpdate;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each call: its request, and how its response is read. */
final class CallsTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  private final ScriptedApi server = new ScriptedApi();
  private final PosthornClient client = server.client().build();

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void a_subscription_is_created_with_its_filters() {
    server.responds(
        201,
        """
        {"id":"sub_1","endpointId":"ep_1","signingSecret":"whsec_x","createdAt":"2026-11-15T13:00:00+01:00",
         "filters":[{"fieldName":"status","fieldValue":"paid","comparison":"eq"},
                    {"type":"group","connector":"OR","filters":[{"fieldName":"a","comparison":"exists"}]}]}
        """);

    SubscriptionDetails made =
        client
            .subscriptions()
            .create(
                NewSubscription.builder("ORDER", "*", "https://a.example/")
                    .filters(
                        FilterRule.where("status", FilterRule.Comparison.EQ, "paid"),
                        FilterRule.anyOf(
                            FilterRule.changed("total").onOldState(), FilterRule.exists("a")))
                    .matchAnyFilter()
                    .build());

    assertThat(server.lines()).containsExactly("POST /api/v1/subscriptions");
    assertThat(server.calls().getFirst().body())
        .isEqualTo(
            "{\"objCode\":\"ORDER\",\"eventType\":\"*\",\"url\":\"https://a.example/\","
                + "\"filters\":[{\"fieldName\":\"status\",\"fieldValue\":\"paid\","
                + "\"comparison\":\"eq\"},{\"type\":\"group\",\"connector\":\"OR\",\"filters\":["
                + "{\"fieldName\":\"total\",\"comparison\":\"changed\",\"state\":\"oldState\"},"
                + "{\"fieldName\":\"a\",\"comparison\":\"exists\"}]}],\"filterConnector\":\"OR\"}");
    assertThat(made.signingSecret()).isEqualTo("whsec_x");
    assertThat(made.createdAt()).isEqualTo(NOON);
    assertThat(made.filters()).hasSize(2);
    assertThat(made.toString()).doesNotContain("whsec_x");
  }

  @Test
  void a_change_sends_null_for_a_cleared_field() {
    server.responds("{\"id\":\"sub_1\"}").responds("{\"id\":\"ep_1\"}");

    client
        .subscriptions()
        .update("sub_1", SubscriptionUpdate.builder().url("https://b").authToken(null).build());
    client
        .endpoints()
        .update(
            "ep_1",
            EndpointUpdate.builder()
                .maxInFlight(null)
                .timeout(Duration.ofSeconds(2))
                .header("X-A", "1")
                .header("X-B", null)
                .build());

    assertThat(server.lines())
        .containsExactly("PATCH /api/v1/subscriptions/sub_1", "PATCH /api/v1/endpoints/ep_1");
    assertThat(server.calls().getFirst().body())
        .isEqualTo("{\"url\":\"https://b\",\"authToken\":null}");
    assertThat(server.calls().getLast().body())
        .isEqualTo(
            "{\"maxInFlight\":null,\"timeout\":\"2000ms\","
                + "\"headers\":{\"X-A\":\"1\",\"X-B\":null}}");
  }

  @Test
  void a_message_has_its_attempts() {
    server.responds(
        """
        {"id":"msg_1","status":"waiting","waitsFor":"retryAfter","nextSlot":3,"objId":null,
         "acceptedAt":"2026-11-15T12:00:00Z","payload":null,
         "schedule":["2026-11-15T12:00:00Z"],"request":{"method":"POST","headers":{"a":"b"}},
         "attempts":[{"number":1,"status":503,"success":false,"next":{"status":"waiting"}},
                     {"number":2,"error":"timeout","probe":true}]}
        """);

    MessageDetails message = client.messages().get("msg_1");

    assertThat(message.id()).isEqualTo("msg_1");
    assertThat(message.status()).isEqualTo(DeliveryStatus.WAITING);
    assertThat(message.status().isFinal()).isFalse();
    assertThat(message.reason()).isNull();
    assertThat(message.payload()).isNull();
    assertThat(message.summary().waitsFor()).isEqualTo(MessageSummary.WaitsFor.RETRY_AFTER);
    assertThat(message.summary().nextSlot()).isEqualTo(3);
    assertThat(message.summary().acceptedAt()).isEqualTo(NOON);
    assertThat(message.schedule()).containsExactly(NOON);
    assertThat(message.attempts()).extracting(AttemptDetails::status).containsExactly(503, null);
    assertThat(message.attempts().getLast().error()).isEqualTo(AttemptDetails.Failure.TIMEOUT);
  }

  @Test
  void messages_are_listed_replayed_and_cancelled() {
    server
        .responds("{\"data\":[{\"id\":\"msg_1\",\"status\":\"dropped\",\"reason\":\"expired\"}]}")
        .responds("{\"id\":\"msg_1\"}")
        .responds("{\"id\":\"msg_1\"}")
        .responds(202, "{\"id\":\"rpl_1\",\"taken\":3}")
        .responds("{\"id\":\"rpl_1\",\"finished\":true}")
        .responds(202, "{\"id\":\"cnl_1\"}")
        .responds("{\"id\":\"cnl_1\"}");
    MessageFilter filter =
        MessageFilter.builder().status(DeliveryStatus.DROPPED).from(NOON).endpoint(null).build();
    BulkSelection selection =
        BulkSelection.previewOf(
            MessageFilter.builder()
                .status(DeliveryStatus.DROPPED)
                .from(NOON)
                .to(NOON.plusSeconds(1))
                .build());

    assertThat(client.messages().list(filter))
        .extracting(MessageSummary::reason)
        .containsExactly(MessageSummary.Reason.EXPIRED);
    client.messages().replay("msg_1");
    client.messages().cancel("msg_1");
    assertThat(client.messages().replayAll(selection).taken()).isEqualTo(3);
    assertThat(client.messages().replayJob("rpl_1").finished()).isTrue();
    client.messages().cancelAll(selection);
    client.messages().cancelJob("cnl_1");

    assertThat(server.lines())
        .containsExactly(
            "GET /api/v1/messages?status=dropped&from=2026-11-15T12%3A00%3A00Z&limit=100",
            "POST /api/v1/messages/msg_1/replay",
            "POST /api/v1/messages/msg_1/cancel",
            "POST /api/v1/replays",
            "GET /api/v1/replays/rpl_1",
            "POST /api/v1/cancellations",
            "GET /api/v1/cancellations/cnl_1");
    assertThat(server.calls().get(3).body())
        .isEqualTo(
            "{\"status\":\"dropped\",\"from\":\"2026-11-15T12:00:00Z\","
                + "\"to\":\"2026-11-15T12:00:01Z\",\"preview\":true}");
  }

  @Test
  void a_key_is_shown_once_and_never_printed() {
    server.responds(201, "{\"id\":\"key_1\",\"role\":\"producer\",\"key\":\"phk_secret\"}");

    var key =
        client.keys().create(NewKey.forCustomer("shop", KeyRole.PRODUCER, "acme").expiringAt(NOON));

    assertThat(key.key()).isEqualTo("phk_secret");
    assertThat(key.role()).isEqualTo(KeyRole.PRODUCER);
    assertThat(key.toString()).doesNotContain("phk_secret");
    assertThat(server.calls().getFirst().body())
        .isEqualTo(
            "{\"name\":\"shop\",\"role\":\"producer\",\"customerId\":\"acme\","
                + "\"expiresAt\":\"2026-11-15T12:00:00Z\"}");
  }

  @Test
  void an_unready_server_is_a_result_and_not_an_exception() {
    server.responds(503, "{\"status\":\"down\",\"detail\":\"stopping\",\"missing\":[\"intake\"]}");

    var health = client.server().ready();

    assertThat(health.isUp()).isFalse();
    assertThat(health.missing()).containsExactly("intake");
    assertThat(server.lines()).containsExactly("GET /health/ready");
  }

  @Test
  void messages_are_retried_alone_and_by_the_filter_of_a_list() {
    server
        .responds("{\"id\":\"msg_1\"}")
        .responds(202, "{\"id\":\"rty_1\",\"outcome\":\"5xx\"}")
        .responds("{\"id\":\"rty_1\",\"finished\":true,\"taken\":2}");
    MessageFilter failing = MessageFilter.builder().outcome("5xx").objId("a").build();

    client.messages().retry("msg_1");
    assertThat(client.messages().retryAll(BulkSelection.of(failing)).outcome()).isEqualTo("5xx");
    assertThat(client.messages().retryJob("rty_1").taken()).isEqualTo(2);

    assertThat(server.lines())
        .containsExactly(
            "POST /api/v1/messages/msg_1/retry",
            "POST /api/v1/retries",
            "GET /api/v1/retries/rty_1");
    assertThat(server.calls().get(1).body())
        .isEqualTo("{\"outcome\":\"5xx\",\"objId\":\"a\",\"preview\":false}");
  }

  @Test
  void a_list_continues_over_short_and_empty_pages_until_there_is_no_cursor() {
    server
        .responds("{\"data\":[],\"nextCursor\":\"c1\"}")
        .responds("{\"data\":[{\"id\":\"e1\"}],\"nextCursor\":\"c2\"}")
        .responds("{\"data\":[],\"nextCursor\":null}");

    assertThat(
            client
                .events()
                .list(EventFilter.builder().objCode("TASK").matched(false).build())
                .stream())
        .hasSize(1);

    assertThat(server.lines())
        .containsExactly(
            "GET /api/v1/events?objCode=TASK&matched=false&limit=100",
            "GET /api/v1/events?objCode=TASK&matched=false&limit=100&cursor=c1",
            "GET /api/v1/events?objCode=TASK&matched=false&limit=100&cursor=c2");
  }

  @Test
  void every_other_call_matches_the_contract() throws IOException {
    for (int i = 0; i < 36; i++) {
      server.responds("{\"id\":\"x\"}");
    }

    client.events().get("e/1");
    client.events().list().forEach(event -> {});
    client.subscriptions().get("s");
    client.subscriptions().list().forEach(subscription -> {});
    client.subscriptions().test("s");
    NewSubscription draft = NewSubscription.builder("A", "B", "u").build();
    client.subscriptions().dryRun(draft);
    client.subscriptions().dryRun(draft, NewEvent.builder("A", "B").build());
    client.subscriptions().delete("s");
    client.endpoints().enable("e");
    client.endpoints().pause("e");
    client.endpoints().enableAll("frozen");
    client.endpoints().enableAll("frozen", "crm");
    client.endpoints().previewEnableAll("paused", "");
    client.endpoints().history("e");
    client.endpoints().secret("e");
    client.endpoints().setSecret("e", "whsec_a");
    client.endpoints().rotateSecret("e");
    client.endpoints().rotateSecret("e", Duration.ofHours(1));
    client.customers().create("c");
    client.customers().get("c");
    client.customers().list().forEach(customer -> {});
    client.customers().delivery("c");
    client.customers().pauseDelivery("c");
    client.customers().resumeDelivery("c");
    client.customers().delete("c");
    client.keys().list();
    client.keys().revoke("k");
    client.backups().create(null);
    client.backups().list();
    client.backups().download("b", OutputStream.nullOutputStream());
    client.backups().delete("b");
    client.server().overview();
    client.server().stats(StatsQuery.builder().step(Duration.ofHours(2)).endpoint("e").build());
    client.server().statsByEndpoint(StatsQuery.lastHour()).forEach(series -> {});
    client.server().settings();
    client.server().audit().limit(1).forEach(line -> {});

    assertThat(server.lines())
        .containsExactly(
            "GET /api/v1/events/e%2F1",
            "GET /api/v1/events?limit=100",
            "GET /api/v1/subscriptions/s",
            "GET /api/v1/subscriptions?limit=100",
            "POST /api/v1/subscriptions/s/test",
            "POST /api/v1/subscriptions/dryRun",
            "POST /api/v1/subscriptions/dryRun",
            "DELETE /api/v1/subscriptions/s",
            "POST /api/v1/endpoints/e/enable",
            "POST /api/v1/endpoints/e/pause",
            "POST /api/v1/endpoints/enable",
            "POST /api/v1/endpoints/enable",
            "POST /api/v1/endpoints/enable",
            "GET /api/v1/endpoints/e/history?limit=1000",
            "GET /api/v1/endpoints/e/secret",
            "PUT /api/v1/endpoints/e/secret",
            "POST /api/v1/endpoints/e/secret/rotate",
            "POST /api/v1/endpoints/e/secret/rotate",
            "PUT /api/v1/customers/c",
            "GET /api/v1/customers/c",
            "GET /api/v1/customers?limit=100",
            "GET /api/v1/customers/c/delivery",
            "POST /api/v1/customers/c/delivery/pause",
            "POST /api/v1/customers/c/delivery/resume",
            "DELETE /api/v1/customers/c",
            "GET /api/v1/keys?limit=1000",
            "DELETE /api/v1/keys/k",
            "POST /api/v1/backups",
            "GET /api/v1/backups?limit=1000",
            "GET /api/v1/backups/b/content",
            "DELETE /api/v1/backups/b",
            "GET /api/v1/overview",
            "GET /api/v1/stats?step=120m&endpoint=e",
            "GET /api/v1/stats?by=endpoint&limit=100",
            "GET /api/v1/settings?limit=1000",
            "GET /api/v1/audit?limit=1");
  }

  @Test
  void clearing_the_headers_of_an_endpoint_wins_over_setting_one() {
    server.responds(200, "{}");

    client
        .endpoints()
        .update("ep_1", EndpointUpdate.builder().clearHeaders().header("X-New", "1").build());

    assertThat(server.calls().getFirst().body()).isEqualTo("{\"headers\":null}");
  }

  @Test
  void a_step_of_statistics_is_whole_minutes() {
    assertThatThrownBy(() -> StatsQuery.builder().step(Duration.ofSeconds(90)))
        .hasMessageContaining("whole minutes");
    assertThatThrownBy(() -> StatsQuery.builder().step(Duration.ofSeconds(30)))
        .hasMessageContaining("whole minutes");
  }

  @Test
  void a_deletion_hidden_by_a_503_counts_as_done_when_the_retry_gets_404() {
    server.responds(503, "{\"title\":\"Unavailable\",\"status\":503}");
    server.responds(404, "{\"title\":\"Not found\",\"status\":404}");

    client.subscriptions().delete("sub_1");

    assertThat(server.lines()).hasSize(2);
  }
}
