package io.posthorn.e2e.nodes;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.testkit.Await;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Callers that post to any node of an installation. Each repeats an event with the same id on the
 * next node until it is accepted.
 */
final class RetryingPosters implements AutoCloseable {
  private static final int CALLERS = 4;

  private final List<Api> nodes;
  private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();

  RetryingPosters(List<Api> nodes) {
    this.nodes = nodes;
  }

  /** Starts posting events of a code, each with a unique id. */
  List<Future<?>> post(String objCode, int count) {
    return IntStream.range(0, count)
        .<Future<?>>mapToObj(number -> callers.submit(() -> postUntilAccepted(objCode, number)))
        .toList();
  }

  /** Posts one event and waits until it is accepted. */
  void postUntilAccepted(String objCode, int number) {
    String id = objCode + "-" + number;
    int[] turn = {number};
    Await.until(id + " accepted", () -> accepted(nodes.get(turn[0]++ % nodes.size()), id, objCode));
    accepted.add(id);
  }

  private static boolean accepted(Api node, String id, String objCode) {
    try {
      TestResponse response =
          node.post(
              "/api/v1/events",
              """
              {"id": "%s", "objCode": "%s", "eventType": "UPDATE", "newState": {"n": 1},
               "oldState": {"n": 0}}\
              """
                  .formatted(id, objCode));
      if (response.status() != 202 && response.status() != 503) {
        throw new AssertionError("Posting an event returned " + response);
      }
      return response.status() == 202;
    } catch (UncheckedIOException | NoSuchElementException e) {
      return false; // killed meanwhile, or without an address before it has started again
    }
  }

  /** The ids of accepted events. */
  Set<String> accepted() {
    return accepted;
  }

  @Override
  public void close() {
    callers.shutdownNow();
  }
}
