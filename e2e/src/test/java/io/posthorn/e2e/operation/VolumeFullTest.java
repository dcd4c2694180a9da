package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume with less free space than {@code data.min-free}. */
@Tag("thorough")
final class VolumeFullTest {
  @TempDir Path directory = Path.of("");

  @Test
  void events_are_refused_while_reads_changes_and_deliveries_continue() {
    try (HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = PosthornJar.server(directory).start()) {
      Platform platform = new Platform(Api.of(server));
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform.client().endpoints().pause(subscription.endpointId());
      String message = platform.send("TASK");
      assertThat(server.stop()).isZero();

      server.with("data.min-free", "1000000GiB").launch();

      TestResponse refused =
          platform
              .api()
              .post("/api/v1/events", "{\"objCode\": \"TASK\", \"eventType\": \"UPDATE\"}");
      assertThat(refused.status()).isEqualTo(507);
      assertThat(refused.header("Content-Type")).hasValue("application/problem+json");
      assertThat(refused.header("Retry-After")).isPresent();
      assertThat(refused.at("/detail")).contains("disk is nearly full");
      assertThat(platform.api().get("/health/live").status()).isEqualTo(200);
      TestResponse ready = platform.api().get("/health/ready");
      assertThat(ready.status()).isEqualTo(200);
      assertThat(ready.at("/missing/0")).isEqualTo("intake");
      assertThat(ready.at("/detail")).contains("events are refused");
      assertThat(platform.message(message).status()).isEqualTo(DeliveryStatus.WAITING);
      platform.client().endpoints().enable(subscription.endpointId());
      platform.awaitDelivered(message);
    }
  }
}
