package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.ApiAnswer;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.client.Platform.Subscription;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Patience;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cancel, move, delete and what else people do with messages, on a server as it comes. */
final class EverydayTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  private final Platform platform = SERVER.platform();

  @Test
  void a_cancelled_message_is_never_sent() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Subscription subscription = platform.subscribe("CANCEL", receiver.url());
      act(subscription, "pause");
      String cancelled = platform.send("CANCEL");
      String other = platform.send("CANCEL");

      platform.api().post("/api/v1/messages/" + cancelled + "/cancel").expect(200);
      act(subscription, "enable");

      platform.awaitMessage(other, "delivered");
      assertThat(platform.message(cancelled).at("/status")).isEqualTo("cancelled");
      assertThat(platform.message(cancelled).at("/reason")).isEqualTo("by_request");
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsExactly(other);
    }
  }

  @Test
  void a_cancellation_of_many_stops_all_that_wait() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Subscription subscription = platform.subscribe("CANCEL_MANY", receiver.url());
      act(subscription, "pause");
      List<String> messages =
          platform.post("CANCEL_MANY", 20).stream().map(platform::messageOf).toList();

      ApiAnswer started =
          platform
              .api()
              .post(
                  "/api/v1/cancellations",
                  """
                  {"subscription": "%s", "from": "2000-01-01T00:00:00Z",
                   "to": "2100-01-01T00:00:00Z"}"""
                      .formatted(subscription.id()))
              .expect(202);

      messages.forEach(message -> platform.awaitMessage(message, "cancelled"));
      String path = "/api/v1/cancellations/" + started.at("/id");
      Patience.until("finished", () -> platform.api().get(path).at("/finished").equals("true"));
      assertThat(platform.api().get(path).at("/taken")).isEqualTo("20");
      assertThat(receiver.requests()).isEmpty();
    }
  }

  @Test
  void a_new_url_moves_the_waiting_messages_to_the_new_endpoint_with_the_same_ids() {
    try (HttpReceiver old = RecordingReceivers.start();
        HttpReceiver now = RecordingReceivers.start()) {
      Subscription subscription = platform.subscribe("MOVE", old.url());
      act(subscription, "pause");
      String message = platform.send("MOVE");

      ApiAnswer moved =
          platform
              .api()
              .patch(
                  "/api/v1/subscriptions/" + subscription.id(),
                  "{\"url\": \"%s\"}".formatted(now.url("/moved")))
              .expect(200);

      assertThat(moved.at("/endpointId")).isNotEqualTo(subscription.endpointId());
      assertThat(RecordingReceivers.awaitFirst(now).id()).isEqualTo(message);
      assertThat(platform.awaitMessage(message, "delivered").at("/endpointId"))
          .isEqualTo(moved.at("/endpointId"));
      assertThat(old.requests()).isEmpty();
    }
  }

  @Test
  void deleting_a_subscription_cancels_what_waits_and_one_in_flight_ends_delivered() {
    try (HttpReceiver receiver =
        RecordingReceivers.start().behaveAs(PlannedResponse.OK.after(Duration.ofSeconds(2)))) {
      Subscription subscription = platform.subscribe("DELETE", receiver.url());
      String flying = platform.send("DELETE");
      RecordingReceivers.awaitFirst(receiver);
      act(subscription, "pause");
      String waiting = platform.send("DELETE");

      platform.api().delete("/api/v1/subscriptions/" + subscription.id()).expect(204);

      platform.awaitMessage(flying, "delivered");
      ApiAnswer cancelled = platform.awaitMessage(waiting, "cancelled");
      assertThat(cancelled.at("/reason")).isEqualTo("subscription_deleted");
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsExactly(flying);
      assertThat(platform.api().post("/api/v1/messages/" + waiting + "/replay").status())
          .isEqualTo(409);
    }
  }

  @Test
  void the_same_event_id_again_is_answered_202_and_makes_no_second_message() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe("TWICE", receiver.url());
      String event =
          """
          {"id": "order-1", "objCode": "TWICE", "eventType": "UPDATE", "newState": {"n": %d}}""";

      platform.api().post("/api/v1/events", event.formatted(1)).expect(202);
      platform.api().post("/api/v1/events", event.formatted(2)).expect(202);
      platform.awaitMessage(platform.messageOf("order-1"), "delivered");
      platform.awaitMessage(platform.send("TWICE"), "delivered");

      assertThat(receiver.requests()).hasSize(2);
      assertThat(RecordingReceivers.json(receiver.requests().getFirst()).at("/newState/n").asInt())
          .isEqualTo(1);
    }
  }

  @Test
  void a_test_sends_a_sample_now_which_is_no_message() {
    try (HttpReceiver receiver =
        RecordingReceivers.start().behaveAs(PlannedResponse.status(418).body("a teapot"))) {
      Subscription subscription = platform.subscribe("PING", receiver.url());

      ApiAnswer heard =
          platform.api().post("/api/v1/subscriptions/" + subscription.id() + "/test").expect(200);

      assertThat(heard.at("/status")).isEqualTo("418");
      assertThat(heard.at("/response")).isEqualTo("a teapot");
      assertThat(receiver.requests()).hasSize(1);
      assertThat(platform.endpoint(subscription.endpointId()).at("/failures")).isEqualTo("0");
    }
  }

  @Test
  void a_dry_run_says_which_filter_said_no_and_what_it_saw_and_sends_nothing() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe(
          """
          {"objCode": "DRY", "eventType": "UPDATE", "url": "%s",
           "filters": [{"fieldName": "status", "fieldValue": "done"}]}"""
              .formatted(receiver.url()));

      ApiAnswer heard =
          platform
              .api()
              .post(
                  "/api/v1/events?dryRun=true",
                  """
                  {"objCode": "DRY", "eventType": "UPDATE", "newState": {"status": "open"}}""")
              .expect(200);

      assertThat(heard.at("/events/0/subscriptions/0/matches")).isEqualTo("false");
      assertThat(heard.at("/events/0/subscriptions/0/refusals/0/fieldName")).isEqualTo("status");
      assertThat(heard.at("/events/0/subscriptions/0/refusals/0/saw")).contains("open");
      assertThat(receiver.requests()).isEmpty();
    }
  }

  private void act(Subscription subscription, String action) {
    platform
        .api()
        .post("/api/v1/endpoints/" + subscription.endpointId() + "/" + action)
        .expect(200);
  }
}
