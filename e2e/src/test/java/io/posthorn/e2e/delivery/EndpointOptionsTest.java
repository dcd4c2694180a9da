package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary.Reason;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The retry policy and the final statuses of an endpoint. */
@Tag("thorough")
final class EndpointOptionsTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  private final Platform platform = SERVER.platform();

  @Test
  void an_endpoint_with_a_schedule_of_its_own_retries_then_and_drops_after_its_last_slot() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("POLICY", receiver.url());
      EndpointDetails changed =
          change(
              subscription,
              EndpointUpdate.builder()
                  .retry(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)))
                  .build());
      assertThat(changed.retry())
          .isEqualTo(new EndpointDetails.RetryPolicy(null, null, List.of("1s", "2s")));

      MessageDetails record =
          platform.awaitMessage(platform.send("POLICY"), DeliveryStatus.DROPPED);

      assertThat(record.reason()).isEqualTo(Reason.RETRIES_EXHAUSTED);
      assertThat(record.attempts()).extracting(AttemptDetails::slot).containsExactly(0, 1, 2);
      assertThat(record.attempts().getLast().startedAt())
          .isAfterOrEqualTo(record.summary().acceptedAt().plusSeconds(2));
      assertThat(record.schedule()).hasSize(3);
    }
  }

  @Test
  void a_final_status_drops_a_message_at_once_and_a_410_pauses_the_endpoint() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(413))) {
      Platform.Subscription subscription = platform.subscribe("FINAL", receiver.url());
      change(
          subscription,
          EndpointUpdate.builder().finalStatuses(List.of(410, 413)).countFinal(false).build());

      MessageDetails tooLarge =
          platform.awaitMessage(platform.send("FINAL"), DeliveryStatus.DROPPED);
      assertThat(tooLarge.reason()).isEqualTo(Reason.REJECTED);
      assertThat(tooLarge.attempts()).hasSize(1);
      assertThat(platform.endpoint(subscription.endpointId()).summary().failures()).isZero();
      assertThat(platform.endpoint(subscription.endpointId()).paused()).isFalse();

      receiver.behaveAs(PlannedResponse.status(410));
      MessageDetails gone = platform.awaitMessage(platform.send("FINAL"), DeliveryStatus.DROPPED);
      assertThat(gone.reason()).isEqualTo(Reason.REJECTED);
      assertThat(platform.endpoint(subscription.endpointId()).summary().pausedBy())
          .isEqualTo("gone");

      receiver.behaveAs(PlannedResponse.OK);
      String held = platform.send("FINAL");
      platform.client().endpoints().resume(subscription.endpointId());
      platform.awaitDelivered(held);
      assertThat(platform.endpoint(subscription.endpointId()).summary().pausedBy()).isNull();
    }
  }

  private EndpointDetails change(Platform.Subscription subscription, EndpointUpdate update) {
    return platform.client().endpoints().update(subscription.endpointId(), update);
  }
}
