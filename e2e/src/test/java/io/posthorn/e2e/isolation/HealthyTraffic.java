package io.posthorn.e2e.isolation;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * A steady load for healthy endpoints, with its latencies. Events are posted on schedule, whether
 * or not earlier posts have a response (open loop), so that a slow server cannot hide its latency.
 */
final class HealthyTraffic {
  static final String CODE = "TASK";
  private static final Duration PACE = Duration.ofMillis(50);

  private final Api api;
  private final HttpReceiver receiver;
  private final int endpoints;
  private int posted;

  HealthyTraffic(Api api, HttpReceiver receiver, int endpoints) {
    this.api = api;
    this.receiver = receiver;
    this.endpoints = endpoints;
  }

  /** Posts this many events at its pace, and waits until each has arrived at each endpoint. */
  Latencies measure(int events) {
    Map<String, Long> begun = new HashMap<>();
    List<CompletableFuture<Void>> posts = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < events; i++) {
      long at = start + i * PACE.toNanos();
      for (long left; (left = at - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(left);
      }
      String id = "healthy-" + posted++;
      begun.put(id, at);
      posts.add(CompletableFuture.runAsync(() -> post(id), Thread::startVirtualThread));
    }
    posts.forEach(CompletableFuture::join);
    int all = posted * endpoints;
    Await.until(all + " messages", () -> receiver.requests().size() >= all);
    return latencies(begun);
  }

  private void post(String id) {
    String event =
        """
        {"id": "%s", "objCode": "%s", "eventType": "CREATE", "newState": {"name": "new"}}"""
            .formatted(id, CODE);
    api.post("/api/v1/events", event).expect(202);
  }

  private Latencies latencies(Map<String, Long> begun) {
    Latencies latencies = new Latencies();
    for (ReceivedRequest delivery : receiver.requests()) {
      Long since = begun.get(RecordingReceivers.json(delivery).at("/eventId").asText());
      if (since != null) {
        latencies.record(Duration.ofNanos(delivery.nanoTime() - since));
      }
    }
    return latencies;
  }

  /** The total number of expected messages. */
  int messages() {
    return posted * endpoints;
  }
}
