package io.posthorn.app.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.app.boot.PosthornServer;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.server.settings.Configuration;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TrainingLoadTest {
  private static final Duration SHORT = Duration.ofMillis(500);

  @TempDir Path directory = Path.of("");

  @Test
  @Tag("thorough")
  void it_makes_a_server_accept_deliver_and_retry() throws IOException, InterruptedException {
    try (PosthornServer server = start()) {
      URI address = URI.create("http://127.0.0.1:" + server.port());
      String key = server.newKey().orElseThrow().clear();

      long accepted = new TrainingLoad(address, key).run(SHORT);

      assertThat(accepted).isPositive();
      try (PosthornClient client =
          PosthornClient.builder().url(address.toString()).apiKey(key).build()) {
        assertThat(client.messages().list(with(DeliveryStatus.DELIVERED)).limit(1)).isNotEmpty();
        assertThat(client.messages().list(with(DeliveryStatus.WAITING)).limit(1)).isNotEmpty();
      }
    }
  }

  private static MessageFilter with(DeliveryStatus status) {
    return MessageFilter.builder().status(status).build();
  }

  private PosthornServer start() {
    Map<String, String> environment =
        Map.of(
            "POSTHORN_DATA_DIR", directory.toString(),
            "POSTHORN_HTTP_PORT", "0",
            "POSTHORN_DATA_MIN_FREE", "1KiB");
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return PosthornServer.start(
        Configuration.load(null, environment).forDevelopment(), "test", nowhere);
  }
}
