package io.posthorn.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.server.access.ApiKeySecret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LiveStreamTest {
  private static final EndpointId ENDPOINT = new EndpointId(1, 2);

  private final ConsoleFixture fixture = new ConsoleFixture();
  private final ApiKeySecret viewer = fixture.key(Role.VIEWER, "default", 0);

  @AfterEach
  void close() {
    fixture.close();
  }

  private BufferedReader listen() {
    HttpResponse<InputStream> stream =
        fixture.stream("/console/live", "Authorization", "Bearer " + viewer.clear());
    assertThat(stream.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    return new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
  }

  private static void expect(BufferedReader lines, String... expected) throws IOException {
    for (String line : expected) {
      assertThat(lines.readLine()).isEqualTo(line);
    }
    assertThat(lines.readLine()).isEmpty();
  }

  private void change(String customer) {
    fixture.live.endpointChanged(
        new Effect.EndpointChanged(customer, ENDPOINT, EndpointChange.DISABLED, 0));
  }

  @Test
  void a_listener_receives_only_its_customers_changes() throws IOException {
    try (BufferedReader lines = listen()) {
      expect(lines, "event: hello", "data: {}");

      change("other");
      change("default");

      expect(
          lines,
          "event: change",
          "data: {\"delivered\":0,\"failed\":0,\"ended\":0,\"endpoints\":[\""
              + ENDPOINT
              + "\"],\"moreEndpoints\":false,\"changes\":[{\"endpointId\":\""
              + ENDPOINT
              + "\",\"change\":\"disabled\"}]}");
    }
  }

  @Test
  void a_stream_ends_when_its_key_is_revoked() throws IOException {
    try (BufferedReader lines = listen()) {
      expect(lines, "event: hello", "data: {}");

      fixture.revoke(viewer);
      change("default");

      assertThat(lines.lines()).contains("event: bye");
    }
    await().until(() -> fixture.live.listeners() == 0);
  }

  @Test
  void streams_end_when_the_server_stops() throws IOException {
    try (BufferedReader lines = listen()) {
      expect(lines, "event: hello", "data: {}");

      fixture.live.close();

      assertThat(lines.lines()).contains("event: bye");
    }
  }

  @Test
  void a_slow_listener_receives_counts_and_few_ids() throws InterruptedException {
    LiveSubscription feed = new LiveSubscription("default");
    for (int i = 0; i < 1_000; i++) {
      feed.attempt(new EndpointId(1, i), i % 2 == 0);
    }

    LiveSubscription.Notice notice = Objects.requireNonNull(feed.await(0));

    assertThat(notice.delivered()).isEqualTo(500);
    assertThat(notice.failed()).isEqualTo(500);
    assertThat(notice.endpoints()).hasSize(50);
    assertThat(notice.moreEndpoints()).isTrue();
    assertThat(feed.await(1)).isNull();
  }

  @Test
  void a_stream_needs_a_key() {
    assertThat(fixture.bytes("/console/live").statusCode()).isEqualTo(401);
  }
}
