package io.posthorn.server.http.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.server.LiveApi;
import io.posthorn.server.http.SlowCaller;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No single address can use up all connections, and callers without a key have a short deadline.
 */
final class ConnectionsPerAddressTest {
  private static final String REQUEST = "GET /api/v1/subscriptions HTTP/1.1\r\nHost: a\r\n";
  private static final int MOST = 3;

  private final List<SlowCaller> open = new ArrayList<>();
  private LiveApi api = new LiveApi();

  @AfterEach
  void close() throws IOException {
    for (SlowCaller caller : open) {
      caller.close();
    }
    api.close();
  }

  @Test
  void the_connections_of_one_address_are_limited_and_others_are_accepted() throws IOException {
    listen(withDeadline(Duration.ofHours(1)).withPerAddress(MOST));
    InetAddress crowd = InetAddress.ofLiteral("127.0.0.2");
    List<SlowCaller> inside = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      SlowCaller caller = caller(crowd);
      assertThat(ask(caller, "")).startsWith("HTTP/1.1 401");
      inside.add(caller);
    }

    assertThat(caller(crowd).untilTheEnd()).isEmpty();
    assertThat(ask(caller(InetAddress.getLoopbackAddress()), "")).startsWith("HTTP/1.1 401");
    assertThat(ask(inside.getFirst(), "")).startsWith("HTTP/1.1 401");

    inside.getLast().close();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> ask(caller(crowd), "").startsWith("HTTP/1.1 401"));
  }

  @Test
  void behind_a_proxy_one_address_may_have_them_all() {
    assertThat(ConnectionLimits.DEFAULT.perAddress())
        .isEqualTo(ConnectionLimits.DEFAULT.connections() / 4);
    assertThat(ConnectionLimits.DEFAULT.behindProxy().perAddress())
        .isEqualTo(ConnectionLimits.DEFAULT.connections());
  }

  @Test
  void callers_with_a_key_have_a_longer_deadline() throws IOException {
    listen(withDeadline(Duration.ofMillis(500)));
    String key = "Authorization: Bearer " + api.key(Role.MANAGER, "default") + "\r\n";
    SlowCaller known = caller(InetAddress.getLoopbackAddress());
    assertThat(ask(known, key)).startsWith("HTTP/1.1 200");

    SlowCaller silent = caller(InetAddress.getLoopbackAddress());
    SlowCaller oneByte = caller(InetAddress.getLoopbackAddress());
    oneByte.write("G");
    SlowCaller noBody = caller(InetAddress.getLoopbackAddress());
    noBody.write("POST /api/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n");

    assertThat(silent.untilTheEnd()).isEmpty();
    assertThat(oneByte.untilTheEnd()).isEmpty();
    assertThat(noBody.untilTheEnd()).startsWith("HTTP/1.1 401");
    assertThat(ask(known, key)).startsWith("HTTP/1.1 200");
  }

  /** Only callers without a key have a deadline that a test can wait for. */
  private static ConnectionLimits withDeadline(Duration unknown) {
    ConnectionLimits usual = ConnectionLimits.DEFAULT;
    Duration hour = Duration.ofHours(1);
    return new ConnectionLimits(
        hour,
        unknown,
        hour,
        hour,
        Duration.ofMillis(50),
        usual.unauthenticatedBytes(),
        usual.requestBytes(),
        usual.totalBytes(),
        usual.connections(),
        usual.perAddress());
  }

  private void listen(ConnectionLimits limits) {
    api.close();
    api = new LiveApi(EventRateLimit.unlimited(), limits).with("default");
  }

  private static String ask(SlowCaller caller, String header) throws IOException {
    caller.write(REQUEST + header + "\r\n");
    return caller.beginning();
  }

  private SlowCaller caller(InetAddress from) throws IOException {
    SlowCaller caller = new SlowCaller(api.port(), from);
    open.add(caller);
    return caller;
  }
}
