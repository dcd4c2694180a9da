package io.posthorn.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.harness.Delivery;
import io.posthorn.e2e.harness.Heard;
import io.posthorn.e2e.harness.Platform;
import io.posthorn.e2e.harness.Receiver;
import io.posthorn.e2e.harness.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Create, post, deliver: once through the whole jar. */
final class FirstDeliveryTest {
  @TempDir Path directory = Path.of("");

  @Test
  void an_event_that_matches_a_subscription_is_posted_to_its_url_and_ends_delivered() {
    try (Receiver receiver = new Receiver();
        ServerProcess server = ServerProcess.in(directory).start()) {
      Platform platform = new Platform(server.api());
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url("/hook"));

      String message = platform.send("TASK");

      Delivery delivery = receiver.awaitFirst();
      assertThat(delivery.method()).isEqualTo("POST");
      assertThat(delivery.path()).isEqualTo("/hook");
      assertThat(delivery.id()).isEqualTo(message);
      assertThat(delivery.json().at("/newState/name").asText()).isEqualTo("after");
      assertThat(delivery.json().at("/subscriptionId").asText()).isEqualTo(subscription.id());
      Heard record = platform.awaitMessage(message, "delivered");
      assertThat(record.at("/attempts/0/status")).isEqualTo("200");
      assertThat(record.json().at("/attempts").size()).isEqualTo(1);
    }
  }
}
