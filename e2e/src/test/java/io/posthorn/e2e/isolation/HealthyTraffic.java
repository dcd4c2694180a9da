package io.posthorn.e2e.isolation;

import io.posthorn.e2e.harness.Api;
import io.posthorn.e2e.harness.Delivery;
import io.posthorn.e2e.harness.Patience;
import io.posthorn.e2e.harness.Receiver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * A modest steady load for healthy endpoints, and what they see of it. Events are posted when it is
 * time, whether the ones before were answered or not: a server that is late cannot slow the clock
 * that it is measured by.
 */
final class HealthyTraffic {
  static final String CODE = "TASK";
  private static final Duration PACE = Duration.ofMillis(50);

  private final Api api;
  private final Receiver receiver;
  private final int endpoints;
  private int posted;

  HealthyTraffic(Api api, Receiver receiver, int endpoints) {
    this.api = api;
    this.receiver = receiver;
    this.endpoints = endpoints;
  }

  /** Posts so many events at its pace, and waits until each has come to each endpoint. */
  Latencies measure(int events) {
    Map<String, Long> begun = new HashMap<>();
    List<CompletableFuture<Void>> posts = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < events; i++) {
      long moment = start + i * PACE.toNanos();
      for (long left; (left = moment - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(left);
      }
      String id = "healthy-" + posted++;
      begun.put(id, moment);
      posts.add(CompletableFuture.runAsync(() -> post(id), Thread::startVirtualThread));
    }
    posts.forEach(CompletableFuture::join);
    int all = posted * endpoints;
    Patience.until(all + " messages", () -> receiver.deliveries().size() >= all);
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
    List<Duration> took = new ArrayList<>();
    for (Delivery delivery : receiver.deliveries()) {
      Long since = begun.get(delivery.json().at("/eventId").asText());
      if (since != null) {
        took.add(Duration.ofNanos(delivery.nanos() - since));
      }
    }
    return new Latencies(took);
  }

  /** How many messages there must be in all. */
  int messages() {
    return posted * endpoints;
  }
}
