package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.client.ApiErrorException;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointStatus;
import io.posthorn.client.model.MessageSummary.WaitsFor;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.testkit.Await;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Freezing and enabling with small limits: more than 6 consecutive failures and 300 ms without
 * success.
 */
@Tag("thorough")
final class FrozenTest {
  @RegisterExtension
  static final RunningServer SERVER =
      RunningServer.with(
          "retry.unit", "50ms",
          "circuit.disable.consecutive", "5",
          "circuit.probe-interval", "50ms",
          "circuit.freeze.consecutive", "6",
          "circuit.freeze.since-success", "300ms");

  private final Platform platform = SERVER.platform();

  @Test
  void a_frozen_endpoint_gets_no_request_even_after_a_restart_until_the_api_enables_it() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("FREEZE", receiver.url());
      platform.post("FREEZE", 10);
      EndpointDetails frozen =
          platform.awaitEndpoint(subscription.endpointId(), EndpointStatus.FROZEN);
      assertThat(frozen.summary().frozenAt()).isNotNull();
      assertThat(frozen.summary().nextProbeAt()).isNull();
      receiver.behaveAs(PlannedResponse.OK);
      // Requests sent before the freeze may still be in flight.
      Await.until("no request in flight", () -> receiver.counts().withoutResponse() == 0);
      int before = receiver.requests().size();

      List<String> held = platform.post("FREEZE", 3).stream().map(platform::messageOf).toList();
      assertThat(SERVER.process().stop()).isZero();
      SERVER.process().start();

      assertThat(platform.message(held.getFirst()).summary().waitsFor()).isEqualTo(WaitsFor.FROZEN);
      staysAt(receiver, before);
      ApiErrorException refused =
          catchThrowableOfType(
              ApiErrorException.class,
              () -> platform.client().subscriptions().test(subscription.id()));
      assertThat(refused.status()).isEqualTo(409);

      platform.client().endpoints().enable(subscription.endpointId());
      held.forEach(message -> platform.awaitDelivered(message));
    }
  }

  @Test
  void recreating_the_subscription_does_not_enable_its_frozen_endpoint() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("THAW", receiver.url());
      platform.post("THAW", 10);
      platform.awaitEndpoint(subscription.endpointId(), EndpointStatus.FROZEN);

      platform.client().subscriptions().delete(subscription.id());
      Platform.Subscription again = platform.subscribe("THAW", receiver.url());

      assertThat(again.endpointId()).isEqualTo(subscription.endpointId());
      assertThat(platform.endpoint(again.endpointId()).status()).isEqualTo(EndpointStatus.FROZEN);
    }
  }

  /** Waits ten probe intervals, long enough to see a probe. */
  private static void staysAt(HttpReceiver receiver, int count) {
    Awaitility.await()
        .during(Duration.ofMillis(500))
        .atMost(Duration.ofSeconds(30))
        .until(() -> receiver.requests().size() == count);
  }
}
