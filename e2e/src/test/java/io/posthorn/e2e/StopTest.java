package io.posthorn.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.harness.Delivery;
import io.posthorn.e2e.harness.Heard;
import io.posthorn.e2e.harness.Platform;
import io.posthorn.e2e.harness.Receiver;
import io.posthorn.e2e.harness.Reply;
import io.posthorn.e2e.harness.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is told to stop while requests are in flight. */
final class StopTest {
  @TempDir Path directory = Path.of("");

  @Test
  void what_is_in_flight_is_drained_and_recorded_and_the_exit_code_is_0() {
    try (Receiver receiver = new Receiver().answers(Reply.OK.after(Duration.ofSeconds(1)));
        ServerProcess server = ServerProcess.in(directory).start()) {
      Platform platform = new Platform(server.api());
      platform.subscribe("TASK", receiver.url());
      List<String> messages = platform.post("TASK", 3).stream().map(platform::messageOf).toList();
      receiver.await(3);

      assertThat(server.stop()).isZero();
      server.start();

      messages.forEach(message -> platform.awaitMessage(message, "delivered"));
      assertThat(receiver.deliveries()).extracting(Delivery::id).doesNotHaveDuplicates();
    }
  }

  @Test
  void what_was_cut_off_and_what_waited_is_sent_after_the_start_with_the_same_ids() {
    try (Receiver receiver = new Receiver().answers(Reply.HANG);
        ServerProcess server = ServerProcess.in(directory).start()) {
      Platform platform = new Platform(server.api());
      platform.subscribe("TASK", receiver.url());
      List<String> messages = platform.post("TASK", 20).stream().map(platform::messageOf).toList();
      List<String> cutOff = receiver.await(3).stream().map(Delivery::id).toList();

      assertThat(server.stop()).isZero();
      receiver.answers(Reply.OK);
      server.start();

      for (String message : messages) {
        Heard record = platform.awaitMessage(message, "delivered");
        assertThat(record.json().get("attempts")).hasSize(1);
      }
      for (String message : cutOff) {
        assertThat(receiver.deliveriesOf(message)).hasSize(2);
      }
    }
  }
}
