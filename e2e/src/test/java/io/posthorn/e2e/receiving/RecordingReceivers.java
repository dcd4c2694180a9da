package io.posthorn.e2e.receiving;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;

/** Receivers that record all their requests, and methods that wait for them. */
public final class RecordingReceivers {
  /** More than any test sends. */
  private static final int ALL = 2_000_000;

  private RecordingReceivers() {}

  /** A receiver on a free port that responds 200 unless changed. */
  public static HttpReceiver start() {
    return start(0);
  }

  /** A receiver on a given port, as after an outage. */
  public static HttpReceiver start(int port) {
    return start("127.0.0.1", port);
  }

  /** A receiver on another address of this machine. */
  public static HttpReceiver start(String host, int port) {
    try {
      return HttpReceiver.builder().address(new InetSocketAddress(host, port)).keep(ALL).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until this many requests have arrived, and returns all of them. */
  public static List<ReceivedRequest> await(HttpReceiver receiver, int count) {
    Await.until(
        count + " requests at " + receiver.url(), () -> receiver.requests().size() >= count);
    return receiver.requests();
  }

  /** Waits for the first request. */
  public static ReceivedRequest awaitFirst(HttpReceiver receiver) {
    return await(receiver, 1).getFirst();
  }

  /** A request's body as JSON; a missing node if it is not JSON. */
  public static JsonNode json(ReceivedRequest request) {
    return TestResponse.parse(request.body());
  }
}
