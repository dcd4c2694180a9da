package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointStatus;
import io.posthorn.client.model.MessageSummary.WaitsFor;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Disabling, probing and recovery with small limits: more than 4 attempts, a probe every 300 ms.
 */
@Tag("thorough")
final class DisabledTest {
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(300);

  @RegisterExtension
  static final RunningServer SERVER =
      RunningServer.with(
          "circuit.disable.min-attempts",
          "4",
          "circuit.probe-interval",
          PROBE_INTERVAL.toMillis() + "ms");

  private final Platform platform = SERVER.platform();

  @Test
  void
      an_endpoint_that_keeps_failing_is_disabled_and_probed_and_a_probe_that_succeeds_enables_it() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("CIRCUIT", receiver.url());
      List<String> events = platform.post("CIRCUIT", 5);

      EndpointDetails disabled =
          platform.awaitEndpoint(subscription.endpointId(), EndpointStatus.DISABLED);
      RecordingReceivers.await(receiver, 5 + 2);
      receiver.behaveAs(PlannedResponse.OK);
      EndpointDetails healed =
          platform.awaitEndpoint(subscription.endpointId(), EndpointStatus.ENABLED);

      assertThat(healed.summary().disabledAt()).isNull();
      // Probed with one of the five; the others wait for their first retry, 84.8 s away.
      List<Instant> probes = probes(events);
      assertThat(probes).hasSizeGreaterThanOrEqualTo(3);
      Instant disabledAt = Objects.requireNonNull(disabled.summary().disabledAt());
      assertThat(probes.getFirst()).isAfterOrEqualTo(disabledAt.plus(PROBE_INTERVAL));
      for (int i = 1; i < probes.size(); i++) {
        assertThat(probes.get(i)).isAfterOrEqualTo(probes.get(i - 1).plus(PROBE_INTERVAL));
      }
    }
  }

  @Test
  void messages_are_held_while_an_endpoint_is_disabled_and_sent_at_once_when_it_is_enabled() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("HELD", receiver.url());
      platform.post("HELD", 5);
      platform.awaitEndpoint(subscription.endpointId(), EndpointStatus.DISABLED);

      List<String> held = platform.post("HELD", 20).stream().map(platform::messageOf).toList();
      assertThat(platform.message(held.getLast()).summary().waitsFor())
          .isEqualTo(WaitsFor.DISABLED);
      receiver.behaveAs(PlannedResponse.OK);

      held.forEach(message -> platform.awaitDelivered(message));
      assertThat(platform.endpoint(subscription.endpointId()).status())
          .isEqualTo(EndpointStatus.ENABLED);
    }
  }

  @Test
  void the_api_enables_a_disabled_endpoint_without_a_probe() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("BY_API", receiver.url());
      platform.post("BY_API", 5);
      platform.awaitEndpoint(subscription.endpointId(), EndpointStatus.DISABLED);

      EndpointDetails enabled = platform.client().endpoints().enable(subscription.endpointId());

      assertThat(enabled.status()).isEqualTo(EndpointStatus.ENABLED);
      // A probe in flight may have finished meanwhile.
      assertThat(enabled.summary().consecutiveFailures()).isLessThanOrEqualTo(1);
      assertThat(enabled.summary().window().attempts()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void a_subscription_to_POSTHORN_ENDPOINT_is_sent_an_event_when_it_is_disabled() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500));
        HttpReceiver operator = RecordingReceivers.start()) {
      platform.subscribe("POSTHORN_ENDPOINT", operator.url());
      Platform.Subscription subscription = platform.subscribe("OPERATIONAL", receiver.url());

      platform.post("OPERATIONAL", 5);

      Await.until(
          "operationalEvents",
          () -> !operationalEvents(operator, subscription.endpointId()).isEmpty());
      ReceivedRequest event = operationalEvents(operator, subscription.endpointId()).getFirst();
      assertThat(RecordingReceivers.json(event).at("/eventType").asText()).isEqualTo("disabled");
      assertThat(RecordingReceivers.json(event).at("/objCode").asText())
          .isEqualTo("POSTHORN_ENDPOINT");
    }
  }

  private static List<ReceivedRequest> operationalEvents(HttpReceiver operator, String endpointId) {
    return operator.requests().stream()
        .filter(delivery -> delivery.body().contains(endpointId))
        .toList();
  }

  private List<Instant> probes(List<String> events) {
    return events.stream()
        .flatMap(event -> platform.message(platform.messageOf(event)).attempts().stream())
        .filter(AttemptDetails::probe)
        .map(AttemptDetails::startedAt)
        .sorted()
        .toList();
  }
}
