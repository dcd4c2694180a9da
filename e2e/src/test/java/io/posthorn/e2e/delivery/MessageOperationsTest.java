package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.client.ApiErrorException;
import io.posthorn.client.model.BulkJobDetails;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.DryRunResult;
import io.posthorn.client.model.FilterRule;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary.Reason;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.model.TestResult;
import io.posthorn.client.request.BulkSelection;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.client.request.SubscriptionUpdate;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.client.Platform.Subscription;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Everyday operations on messages with default settings: cancel, move, delete. */
@Tag("thorough")
final class MessageOperationsTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  private final Platform platform = SERVER.platform();

  @Test
  void a_cancelled_message_is_never_sent() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Subscription subscription = platform.subscribe("CANCEL", receiver.url());
      platform.client().endpoints().pause(subscription.endpointId());
      String cancelled = platform.send("CANCEL");
      String other = platform.send("CANCEL");

      platform.client().messages().cancel(cancelled);
      platform.client().endpoints().enable(subscription.endpointId());

      platform.awaitDelivered(other);
      assertThat(platform.message(cancelled).status()).isEqualTo(DeliveryStatus.CANCELLED);
      assertThat(platform.message(cancelled).reason()).isEqualTo(Reason.BY_REQUEST);
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsExactly(other);
    }
  }

  @Test
  void a_bulk_cancellation_stops_all_waiting_messages() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Subscription subscription = platform.subscribe("CANCEL_MANY", receiver.url());
      platform.client().endpoints().pause(subscription.endpointId());
      List<String> messages =
          platform.post("CANCEL_MANY", 20).stream().map(platform::messageOf).toList();

      BulkJobDetails started =
          platform
              .client()
              .messages()
              .cancelAll(
                  BulkSelection.of(Platform.anyTime().subscription(subscription.id()).build()));

      messages.forEach(message -> platform.awaitMessage(message, DeliveryStatus.CANCELLED));
      assertThat(platform.awaitCancellation(started.id()).taken()).isEqualTo(20);
      assertThat(receiver.requests()).isEmpty();
    }
  }

  @Test
  void a_new_url_moves_the_waiting_messages_to_the_new_endpoint_with_the_same_ids() {
    try (HttpReceiver old = RecordingReceivers.start();
        HttpReceiver now = RecordingReceivers.start()) {
      Subscription subscription = platform.subscribe("MOVE", old.url());
      platform.client().endpoints().pause(subscription.endpointId());
      String message = platform.send("MOVE");

      SubscriptionDetails moved =
          platform
              .client()
              .subscriptions()
              .update(
                  subscription.id(), SubscriptionUpdate.builder().url(now.url("/moved")).build());

      assertThat(moved.endpointId()).isNotEqualTo(subscription.endpointId());
      assertThat(RecordingReceivers.awaitFirst(now).id()).isEqualTo(message);
      assertThat(platform.awaitDelivered(message).summary().endpointId())
          .isEqualTo(moved.endpointId());
      assertThat(old.requests()).isEmpty();
    }
  }

  @Test
  void deleting_a_subscription_cancels_waiting_messages_and_one_in_flight_is_delivered() {
    try (HttpReceiver receiver =
        RecordingReceivers.start().behaveAs(PlannedResponse.OK.after(Duration.ofSeconds(2)))) {
      Subscription subscription = platform.subscribe("DELETE", receiver.url());
      String flying = platform.send("DELETE");
      RecordingReceivers.awaitFirst(receiver);
      platform.client().endpoints().pause(subscription.endpointId());
      String waiting = platform.send("DELETE");

      platform.client().subscriptions().delete(subscription.id());

      platform.awaitDelivered(flying);
      MessageDetails cancelled = platform.awaitMessage(waiting, DeliveryStatus.CANCELLED);
      assertThat(cancelled.reason()).isEqualTo(Reason.SUBSCRIPTION_DELETED);
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsExactly(flying);
      ApiErrorException refused =
          catchThrowableOfType(
              ApiErrorException.class, () -> platform.client().messages().replay(waiting));
      assertThat(refused.status()).isEqualTo(409);
    }
  }

  @Test
  void a_repeated_event_id_gets_202_and_creates_no_second_message() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe("TWICE", receiver.url());
      for (int n : new int[] {1, 2}) {
        NewEvent event =
            NewEvent.builder("TWICE", "UPDATE").id("order-1").newState(Map.of("n", n)).build();
        assertThat(platform.client().events().send(event)).isEqualTo("order-1");
      }
      platform.awaitDelivered(platform.messageOf("order-1"));
      platform.awaitDelivered(platform.send("TWICE"));

      assertThat(receiver.requests()).hasSize(2);
      assertThat(RecordingReceivers.json(receiver.requests().getFirst()).at("/newState/n").asInt())
          .isEqualTo(1);
    }
  }

  @Test
  void a_test_request_is_sent_at_once_and_is_not_a_message() {
    try (HttpReceiver receiver =
        RecordingReceivers.start().behaveAs(PlannedResponse.status(418).body("a teapot"))) {
      Subscription subscription = platform.subscribe("PING", receiver.url());

      TestResult result = platform.client().subscriptions().test(subscription.id());

      assertThat(result.status()).isEqualTo(418);
      assertThat(result.response()).isEqualTo("a teapot");
      assertThat(receiver.requests()).hasSize(1);
      assertThat(platform.endpoint(subscription.endpointId()).summary().failures()).isZero();
    }
  }

  @Test
  void a_dry_run_names_the_filter_that_did_not_match_and_sends_nothing() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe(
          NewSubscription.builder("DRY", "UPDATE", receiver.url())
              .filters(FilterRule.where("status", FilterRule.Comparison.EQ, "done"))
              .build());
      NewEvent event = NewEvent.builder("DRY", "UPDATE").newState(Map.of("status", "open")).build();

      DryRunResult result = platform.client().events().dryRun(List.of(event)).getFirst();

      DryRunResult.Match match = result.subscriptions().getFirst();
      assertThat(match.matches()).isFalse();
      assertThat(match.refusals().getFirst().fieldName()).isEqualTo("status");
      assertThat(match.refusals().getFirst().saw()).contains("open");
      assertThat(receiver.requests()).isEmpty();
    }
  }
}
