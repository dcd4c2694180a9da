package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.AttemptDetails.Failure;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary.Reason;
import io.posthorn.client.model.MessageSummary.WaitsFor;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The schedule of the contract, scaled to {@code retry.unit: 50ms} and 8 retries. */
@Tag("thorough")
final class RetryTest {
  private static final long UNIT = 50;
  private static final int LAST_SLOT = 8;

  /** Receiver and server share one wall clock, in microseconds and milliseconds. */
  private static final long GRANULARITY = 2;

  /** The tolerance for a busy machine. */
  private static final long BUSY = 3_000;

  @RegisterExtension
  static final RunningServer SERVER =
      RunningServer.with("retry.unit", UNIT + "ms", "retry.limit", Integer.toString(LAST_SLOT));

  private final Platform platform = SERVER.platform();

  @Test
  void
      retry_n_is_due_at_acceptance_plus_2_to_the_n_minus_1_units_and_after_the_last_it_is_dropped() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      platform.subscribe("SCHEDULE", receiver.url());

      String message = platform.send("SCHEDULE");

      MessageDetails record = platform.awaitMessage(message, DeliveryStatus.DROPPED);
      assertThat(record.reason()).isEqualTo(Reason.RETRIES_EXHAUSTED);
      List<AttemptDetails> attempts = record.attempts();
      List<ReceivedRequest> seen = receiver.requests();
      assertThat(seen).hasSameSizeAs(attempts).allMatch(d -> d.id().equals(message));
      Instant accepted = record.summary().acceptedAt();
      assertThat(slots(attempts)).isEqualTo(slotsByTheRule(attempts, accepted));
      // Before these slots there is enough time, on any machine, to record the previous failure.
      assertThat(slots(attempts)).contains(0, 6, 7, 8);
      for (int i = 0; i < seen.size(); i++) {
        int slot = attempts.get(i).slot();
        long offset = Duration.between(accepted, seen.get(i).at()).toMillis();
        assertThat(offset)
            .as("arrival of slot %d", slot)
            .isGreaterThanOrEqualTo(due(slot) - GRANULARITY)
            .isLessThan(Math.max(due(slot + 1), due(slot) + BUSY));
      }
    }
  }

  @Test
  void a_message_that_failed_is_delivered_by_its_retry_with_the_same_id_and_body() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      receiver.behaveAs(
          d ->
              receiver.requestsOf(d.id()).size() < 3
                  ? PlannedResponse.status(503)
                  : PlannedResponse.OK);
      platform.subscribe("THIRD", receiver.url());

      String message = platform.send("THIRD");

      MessageDetails record = platform.awaitDelivered(message);
      assertThat(record.attempts())
          .extracting(AttemptDetails::success)
          .containsExactly(false, false, true);
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsOnly(message);
      assertThat(receiver.requests())
          .extracting(ReceivedRequest::body)
          .containsOnly(receiver.requests().getFirst().body());
      assertThat(record.attempts().getFirst().response()).isEqualTo("failing on purpose\n");
    }
  }

  @Test
  void retry_after_on_a_429_delays_the_next_attempt_and_the_whole_endpoint() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      receiver.behaveAs(
          d ->
              receiver.requests().size() == 1
                  ? PlannedResponse.status(429).retryAfter(Duration.ofSeconds(3))
                  : PlannedResponse.OK);
      Platform.Subscription subscription = platform.subscribe("RETRY_LATER", receiver.url());
      String first = platform.send("RETRY_LATER");
      Await.until(
          "Retry-After",
          () -> platform.message(first).summary().waitsFor() == WaitsFor.RETRY_AFTER);
      MessageDetails asked = platform.message(first);
      assertThat(platform.endpoint(subscription.endpointId()).retryAfterUntil())
          .isEqualTo(asked.summary().nextAttemptAt());

      String second = platform.send("RETRY_LATER");

      platform.awaitDelivered(first);
      platform.awaitDelivered(second);
      Instant failed = asked.attempts().getFirst().recordedAt();
      assertThat(receiver.requests().subList(1, 3))
          .allMatch(d -> !d.at().isBefore(failed.plusMillis(3_000 - GRANULARITY)));
    }
  }

  @Test
  void a_response_after_the_timeout_is_a_failure() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.HANG)) {
      Platform.Subscription subscription = platform.subscribe("HANG", receiver.url());
      platform
          .client()
          .endpoints()
          .update(
              subscription.endpointId(),
              EndpointUpdate.builder().timeout(Duration.ofMillis(200)).build());

      String message = platform.send("HANG");
      RecordingReceivers.await(receiver, 2);
      receiver.behaveAs(PlannedResponse.OK);

      MessageDetails record = platform.awaitDelivered(message);
      assertThat(record.attempts().getFirst().error()).isEqualTo(Failure.TIMEOUT);
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsOnly(message);
    }
  }

  private static long due(int slot) {
    return ((1L << slot) - 1) * UNIT;
  }

  /** The expected slots: the first, and after each failure the next one after its record. */
  private static List<Integer> slotsByTheRule(List<AttemptDetails> attempts, Instant accepted) {
    List<Integer> slots = new ArrayList<>(List.of(0));
    for (AttemptDetails attempt : attempts.subList(0, attempts.size() - 1)) {
      long offset = Duration.between(accepted, attempt.recordedAt()).toMillis();
      int slot = 1;
      while (due(slot) <= offset) {
        slot++;
      }
      slots.add(slot);
    }
    return slots;
  }

  private static List<Integer> slots(List<AttemptDetails> attempts) {
    return attempts.stream().map(AttemptDetails::slot).toList();
  }
}
