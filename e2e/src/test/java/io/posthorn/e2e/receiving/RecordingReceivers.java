package io.posthorn.e2e.receiving;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.e2e.client.ApiAnswer;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Receivers that keep all their requests, and waiting for these. */
public final class RecordingReceivers {
  /** More than any test sends. */
  private static final int ALL = 2_000_000;

  private RecordingReceivers() {}

  /** A receiver at a free port, which responds 200 until it is told otherwise. */
  public static HttpReceiver start() {
    return start(0);
  }

  /** A receiver at a port, as when one comes back after an outage. */
  public static HttpReceiver start(int port) {
    try {
      return HttpReceiver.builder().port(port).keep(ALL).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until so many requests have come, and answers all there are. */
  public static List<ReceivedRequest> await(HttpReceiver receiver, int count) {
    Await.until(
        count + " requests at " + receiver.url(), () -> receiver.requests().size() >= count);
    return receiver.requests();
  }

  /** Waits for the first request. */
  public static ReceivedRequest awaitFirst(HttpReceiver receiver) {
    return await(receiver, 1).getFirst();
  }

  /** A request's body as JSON, missing where it is none. */
  public static JsonNode json(ReceivedRequest request) {
    return ApiAnswer.parse(request.body());
  }
}
