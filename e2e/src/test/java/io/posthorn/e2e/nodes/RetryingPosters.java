package io.posthorn.e2e.nodes;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.ApiAnswer;
import io.posthorn.testkit.Await;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Callers who post to any node of an installation, each event again with the same id, at the next
 * node, until it is accepted.
 */
final class RetryingPosters implements AutoCloseable {
  private static final int CALLERS = 4;

  private final List<Api> nodes;
  private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();

  RetryingPosters(List<Api> nodes) {
    this.nodes = nodes;
  }

  /** Begins to post events of a code, each with an id of its own. */
  List<Future<?>> post(String objCode, int count) {
    return IntStream.range(0, count)
        .<Future<?>>mapToObj(number -> callers.submit(() -> postUntilAccepted(objCode, number)))
        .toList();
  }

  private void postUntilAccepted(String objCode, int number) {
    String id = objCode + "-" + number;
    int[] turn = {number};
    Await.until(id + " accepted", () -> accepted(nodes.get(turn[0]++ % nodes.size()), id, objCode));
    accepted.add(id);
  }

  private static boolean accepted(Api node, String id, String objCode) {
    try {
      ApiAnswer heard =
          node.post(
              "/api/v1/events",
              """
              {"id": "%s", "objCode": "%s", "eventType": "UPDATE", "newState": {"n": 1},
               "oldState": {"n": 0}}"""
                  .formatted(id, objCode));
      if (heard.status() != 202 && heard.status() != 503) {
        throw new AssertionError("Posting an event was answered " + heard);
      }
      return heard.status() == 202;
    } catch (UncheckedIOException e) {
      return false; // killed meanwhile: nobody knows whether it is there
    }
  }

  /** The ids of what was answered with 202. */
  Set<String> accepted() {
    return accepted;
  }

  @Override
  public void close() {
    callers.shutdownNow();
  }
}
