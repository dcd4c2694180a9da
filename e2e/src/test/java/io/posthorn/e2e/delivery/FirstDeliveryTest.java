package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Create, post, deliver: once through the whole jar. */
@Tag("kafka-smoke")
final class FirstDeliveryTest {
  @TempDir Path directory = Path.of("");

  @Test
  void an_event_that_matches_a_subscription_is_posted_to_its_url_and_ends_delivered() {
    try (HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = PosthornJar.server(directory).start()) {
      Platform platform = new Platform(Api.of(server));
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url("/hook"));

      String message = platform.send("TASK");

      ReceivedRequest delivery = RecordingReceivers.awaitFirst(receiver);
      assertThat(delivery.method()).isEqualTo("POST");
      assertThat(delivery.path()).isEqualTo("/hook");
      assertThat(delivery.id()).isEqualTo(message);
      assertThat(RecordingReceivers.json(delivery).at("/newState/name").asText())
          .isEqualTo("after");
      assertThat(RecordingReceivers.json(delivery).at("/subscriptionId").asText())
          .isEqualTo(subscription.id());
      MessageDetails record = platform.awaitDelivered(message);
      assertThat(record.attempts()).extracting(AttemptDetails::status).containsExactly(200);
    }
  }
}
