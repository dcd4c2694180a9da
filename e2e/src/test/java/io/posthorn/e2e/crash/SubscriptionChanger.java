package io.posthorn.e2e.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.ApiAnswer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Creates and deletes subscriptions, and pauses and enables an endpoint, under load. It is the only
 * writer, so after every restart it can check that every command with a 2xx response holds. A
 * command without a response may have happened or not.
 */
final class SubscriptionChanger implements Runnable {
  private static final int MOST = 3;

  private final RestartedServer server;
  private final Api api;
  private final String url;
  private final String endpoint;
  private final Random random;
  private final BooleanSupplier goOn;
  private final List<TrackedSubscription> subscriptions = new ArrayList<>();
  private boolean paused;
  private boolean pauseIsKnown = true;
  private long unansweredCreation = Long.MAX_VALUE;
  private int lifeSeen = 1;
  private int made;
  private int held;
  private int commands;

  SubscriptionChanger(RestartedServer server, Place place, long seed, BooleanSupplier goOn) {
    this.server = server;
    this.api = server.api();
    this.url = place.url();
    this.endpoint = "/api/v1/endpoints/" + place.endpointId();
    this.random = new Random(seed);
    this.goOn = goOn;
    subscriptions.addAll(place.lasting());
  }

  /**
   * Where it works.
   *
   * @param lasting the subscriptions that nobody deletes
   */
  record Place(String url, String endpointId, List<TrackedSubscription> lasting) {}

  @Override
  public void run() {
    while (goOn.getAsBoolean()) {
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
            .filter(subscription -> subscription.isThere() && !subscription.isLasting())
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
         "filters": [{"fieldName": "n", "comparison": "gt", "fieldValue": %d}]}"""
            .formatted(url, RestartedServer.TOKEN, - ++made);
    unansweredCreation = System.nanoTime();
    ApiAnswer heard = api.post("/api/v1/subscriptions", body).expect(201);
    subscriptions.add(
        TrackedSubscription.made(heard.at("/id"), "TASK", unansweredCreation, System.nanoTime()));
    unansweredCreation = Long.MAX_VALUE;
  }

  private void delete(TrackedSubscription subscription) {
    TrackedSubscription leaving = subscription.leaving(System.nanoTime());
    subscriptions.set(subscriptions.indexOf(subscription), leaving);
    int status = api.delete("/api/v1/subscriptions/" + subscription.id()).status();
    if (status / 100 != 2) {
      throw new AssertionError("Deleting a subscription was answered " + status);
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
      throw new AssertionError("It was answered that paused is " + paused + ", and it is not.");
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
      if (subscription.isThere() && !there) {
        throw new AssertionError("A subscription that was answered is not there: " + subscription);
      } else if (subscription.isGone() && there) {
        throw new AssertionError("A deletion that was answered did not last: " + subscription);
      } else if (!subscription.isThere() && !subscription.isGone()) {
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
    if (unknown.size() > (unansweredCreation == Long.MAX_VALUE ? 0 : 1)) {
      throw new AssertionError("Unexpected subscriptions: " + unknown);
    }
    unknown.forEach(
        id -> subscriptions.add(TrackedSubscription.made(id, "TASK", unansweredCreation, now)));
    unansweredCreation = Long.MAX_VALUE;
  }

  /** All subscriptions that ever existed; read it after the end. */
  List<TrackedSubscription> subscriptions() {
    return subscriptions;
  }

  /** How often something that was answered was looked for after a restart, and found to hold. */
  int held() {
    return held;
  }

  int commands() {
    return commands;
  }
}
