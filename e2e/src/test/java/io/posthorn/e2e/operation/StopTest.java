package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stopping a server with requests in flight. */
@Tag("thorough")
final class StopTest {
  @TempDir Path directory = Path.of("");

  @Test
  void requests_in_flight_are_drained_and_recorded_and_the_exit_code_is_0() {
    try (HttpReceiver receiver =
            RecordingReceivers.start().behaveAs(PlannedResponse.OK.after(Duration.ofSeconds(1)));
        ServerProcess server = PosthornJar.server(directory).start()) {
      Platform platform = new Platform(Api.of(server));
      platform.subscribe("TASK", receiver.url());
      List<String> messages = platform.post("TASK", 3).stream().map(platform::messageOf).toList();
      RecordingReceivers.await(receiver, 3);

      assertThat(server.stop()).isZero();
      server.start();

      messages.forEach(message -> platform.awaitDelivered(message));
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).doesNotHaveDuplicates();
    }
  }

  @Test
  void interrupted_and_waiting_messages_are_sent_after_the_restart_with_the_same_ids() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.HANG);
        ServerProcess server = PosthornJar.server(directory).start()) {
      Platform platform = new Platform(Api.of(server));
      platform.subscribe("TASK", receiver.url());
      List<String> messages = platform.post("TASK", 20).stream().map(platform::messageOf).toList();
      List<String> cutOff =
          RecordingReceivers.await(receiver, 3).stream().map(ReceivedRequest::id).toList();

      assertThat(server.stop()).isZero();
      receiver.behaveAs(PlannedResponse.OK);
      server.start();

      for (String message : messages) {
        assertThat(platform.awaitDelivered(message).attempts()).hasSize(1);
      }
      for (String message : cutOff) {
        assertThat(receiver.requestsOf(message)).hasSize(2);
      }
    }
  }
}
