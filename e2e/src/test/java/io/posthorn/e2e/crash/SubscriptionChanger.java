package io.posthorn.e2e.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.e2e.crash.reconciliation.TrackedSubscription;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * A user who creates and deletes subscriptions, and pauses and enables an endpoint, under load. It
 * is the only writer, so after every restart it can check that every command with a 2xx response
 * holds. A command without a response may have happened or not.
 */
final class SubscriptionChanger implements Runnable {
  private static final int MOST = 3;

  private final RestartedServer server;
  private final Api api;
  private final String url;
  private final String endpoint;
  private final Random random;
  private final BooleanSupplier running;
  private final List<TrackedSubscription> subscriptions = new ArrayList<>();
  private boolean paused;
  private boolean pauseIsKnown = true;
  private long withoutResponseCreation = Long.MAX_VALUE;
  private int lifeSeen = 1;
  private int made;
  private int held;
  private int commands;

  SubscriptionChanger(RestartedServer server, Target target, long seed, BooleanSupplier running) {
    this.server = server;
    this.api = server.api();
    this.url = target.url();
    this.endpoint = "/api/v1/endpoints/" + target.endpointId();
    this.random = new Random(seed);
    this.running = running;
    subscriptions.addAll(target.lasting());
  }

  /**
   * The context of the changes.
   *
   * @param lasting the subscriptions that are never deleted
   */
  record Target(String url, String endpointId, List<TrackedSubscription> lasting) {}

  @Override
  public void run() {
    while (running.getAsBoolean()) {
      step();
      RestartedServer.pass(Duration.ofMillis(20 + random.nextInt(60)));
    }
    while (lifeSeen != server.current() || paused) {
      settle();
    }
  }

  private void step() {
    server.awaitServer();
    try {
      int life = server.current();
      if (life != lifeSeen) {
        checkSubscriptions();
        checkPause();
        lifeSeen = life;
      }
      command();
      commands++;
    } catch (UncheckedIOException e) {
      // The server is down. The effect of the command shows after the restart.
    }
  }

  /** Enables the endpoint, and checks once more. */
  private void settle() {
    server.awaitServer();
    try {
      checkSubscriptions();
      checkPause();
      lifeSeen = server.current();
      setPaused(false);
    } catch (UncheckedIOException e) {
      RestartedServer.pass(Duration.ofMillis(20));
    }
  }

  private void command() {
    List<TrackedSubscription> there =
        subscriptions.stream()
            .filter(subscription -> subscription.exists() && !subscription.isLasting())
            .toList();
    switch (random.nextInt(4)) {
      case 0 -> setPaused(!paused);
      case 1 -> {
        if (!there.isEmpty()) {
          delete(there.get(random.nextInt(there.size())));
        }
      }
      default -> {
        if (there.size() < MOST) {
          create();
        }
      }
    }
  }

  private void create() {
    // Each subscription is distinct, and matches every TASK.
    String body =
        """
        {"objCode": "TASK", "eventType": "*", "url": "%s", "authToken": "%s",
         "filters": [{"fieldName": "n", "comparison": "gt", "fieldValue": %d}]}\
        """
            .formatted(url, RestartedServer.TOKEN, - ++made);
    withoutResponseCreation = System.nanoTime();
    TestResponse response = api.post("/api/v1/subscriptions", body).expect(201);
    subscriptions.add(
        TrackedSubscription.made(
            response.at("/id"), "TASK", withoutResponseCreation, System.nanoTime()));
    withoutResponseCreation = Long.MAX_VALUE;
  }

  private void delete(TrackedSubscription subscription) {
    TrackedSubscription leaving = subscription.leaving(System.nanoTime());
    subscriptions.set(subscriptions.indexOf(subscription), leaving);
    int status = api.delete("/api/v1/subscriptions/" + subscription.id()).status();
    if (status / 100 != 2) {
      throw new AssertionError("Deleting a subscription returned status " + status);
    }
    subscriptions.set(subscriptions.indexOf(leaving), leaving.gone(System.nanoTime()));
  }

  private void setPaused(boolean wanted) {
    pauseIsKnown = false;
    api.post(endpoint + (wanted ? "/pause" : "/enable")).expect(200);
    paused = wanted;
    pauseIsKnown = true;
  }

  private void checkPause() {
    boolean found = api.get(endpoint).expect(200).json().at("/paused").asBoolean();
    if (pauseIsKnown && found != paused) {
      throw new AssertionError(
          "The endpoint must have paused=" + paused + ", as was acknowledged.");
    }
    held += pauseIsKnown ? 1 : 0;
    paused = found;
    pauseIsKnown = true;
  }

  private void checkSubscriptions() {
    Set<String> found = new TreeSet<>();
    for (JsonNode one :
        api.get("/api/v1/subscriptions?limit=1000").expect(200).json().at("/data")) {
      found.add(one.at("/id").asText());
    }
    long now = System.nanoTime();
    for (TrackedSubscription subscription : List.copyOf(subscriptions)) {
      boolean there = found.remove(subscription.id());
      if (subscription.exists() && !there) {
        throw new AssertionError("An acknowledged subscription does not exist: " + subscription);
      } else if (subscription.isGone() && there) {
        throw new AssertionError("An acknowledged deletion was lost: " + subscription);
      } else if (!subscription.exists() && !subscription.isGone()) {
        subscriptions.remove(subscription);
        subscriptions.add(there ? subscription.staying() : subscription.gone(now));
      } else {
        held++;
      }
    }
    adopt(found, now);
  }

  /** Takes over a subscription whose creation got no response. */
  private void adopt(Set<String> unknown, long now) {
    if (unknown.size() > (withoutResponseCreation == Long.MAX_VALUE ? 0 : 1)) {
      throw new AssertionError("Unexpected subscriptions: " + unknown);
    }
    unknown.forEach(
        id ->
            subscriptions.add(TrackedSubscription.made(id, "TASK", withoutResponseCreation, now)));
    withoutResponseCreation = Long.MAX_VALUE;
  }

  /** All subscriptions that ever existed; read it after the end. */
  List<TrackedSubscription> subscriptions() {
    return subscriptions;
  }

  /** The number of acknowledged commands that were verified after a restart. */
  int held() {
    return held;
  }

  int commands() {
    return commands;
  }
}
