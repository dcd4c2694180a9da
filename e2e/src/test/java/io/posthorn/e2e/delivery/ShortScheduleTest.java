package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary.Reason;
import io.posthorn.client.request.BulkSelection;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Expiry and replay with a retry schedule of 350 ms. */
@Tag("thorough")
final class ShortScheduleTest {
  @RegisterExtension
  static final RunningServer SERVER = RunningServer.with("retry.unit", "50ms", "retry.limit", "3");

  private final Platform platform = SERVER.platform();

  @Test
  void a_message_that_is_held_up_to_its_last_slot_is_dropped_as_expired_without_an_attempt() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("EXPIRE", receiver.url());
      pause(subscription);

      MessageDetails record =
          platform.awaitMessage(platform.send("EXPIRE"), DeliveryStatus.DROPPED);

      assertThat(record.reason()).isEqualTo(Reason.EXPIRED);
      assertThat(record.attempts()).isEmpty();
      assertThat(record.summary().endedAt())
          .isAfterOrEqualTo(record.summary().acceptedAt().plusMillis(350));
      assertThat(receiver.requests()).isEmpty();
    }
  }

  @Test
  void a_replay_sends_an_ended_message_again_with_the_same_id_and_a_fresh_schedule() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      platform.subscribe("REPLAY", receiver.url());
      String message = platform.send("REPLAY");
      MessageDetails dropped = platform.awaitMessage(message, DeliveryStatus.DROPPED);
      assertThat(dropped.reason()).isEqualTo(Reason.RETRIES_EXHAUSTED);
      receiver.behaveAs(PlannedResponse.OK);

      MessageDetails replayed = platform.client().messages().replay(message);

      assertThat(replayed.summary().scheduledFrom()).isAfter(dropped.summary().scheduledFrom());
      MessageDetails delivered = platform.awaitDelivered(message);
      int before = dropped.attempts().size();
      assertThat(delivered.attempts().get(before).number()).isEqualTo(before + 1);
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsOnly(message);
    }
  }

  @Test
  void a_bulk_replay_has_a_preview_and_reports_progress() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("MANY", receiver.url());
      List<String> messages = platform.post("MANY", 20).stream().map(platform::messageOf).toList();
      messages.forEach(message -> platform.awaitMessage(message, DeliveryStatus.DROPPED));
      int before = receiver.requests().size();
      receiver.behaveAs(PlannedResponse.OK);
      MessageFilter dropped =
          Platform.anyTime()
              .endpoint(subscription.endpointId())
              .status(DeliveryStatus.DROPPED)
              .build();

      assertThat(replayed(BulkSelection.previewOf(dropped))).isEqualTo(20);
      assertThat(receiver.requests()).hasSize(before);

      assertThat(replayed(BulkSelection.of(dropped))).isEqualTo(20);
      messages.forEach(message -> platform.awaitDelivered(message));
    }
  }

  /** Replays or counts the selected messages, and waits for the end. */
  private long replayed(BulkSelection selection) {
    return platform.awaitReplay(platform.client().messages().replayAll(selection).id()).taken();
  }

  private void pause(Platform.Subscription subscription) {
    platform.client().endpoints().pause(subscription.endpointId());
  }
}
