package io.posthorn.sim.workload;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.sim.world.World;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A caller who manages endpoints, messages and the delivery pause. */
final class OperatorCaller {
  private static final String OTHER_CUSTOMER = "other";
  private static final List<CircuitState> CIRCUIT_STATES = List.of(CircuitState.values());

  private static final int LATEST = 8;

  private final World world;
  private final KnownIds known;
  private final RandomGenerator random;
  private final RetryPolicy general;
  private long jobs;

  OperatorCaller(World world, KnownIds known, RandomGenerator random, RetryPolicy general) {
    this.world = world;
    this.general = general;
    this.known = known;
    this.random = random;
  }

  void enable() {
    EndpointId id = known.anyEndpoint(random);
    if (id != null) {
      world.submit(new Command.EnableEndpoint(known.nextRequest(), owner(id), id));
    }
  }

  void enableMany(String customerId) {
    CircuitState state = CIRCUIT_STATES.get(random.nextInt(CIRCUIT_STATES.size()));
    long request = known.nextRequest();
    // Every second one is for a part of the endpoints: SeedRun's URLs have a number behind an r.
    EndpointSearch search = request % 2 == 0 ? EndpointSearch.ALL : EndpointSearch.of("r1");
    world.submit(new Command.EnableEndpoints(request, customerId, state, search, null));
  }

  private void enableMany(String customerId, CircuitState state) {
    world.submit(
        new Command.EnableEndpoints(
            known.nextRequest(), customerId, state, EndpointSearch.ALL, null));
  }

  /** Asks for early retention, as a host does whose disk is nearly full. */
  void removeEarly() {
    world.submit(new Command.RemoveEarly(known.nextRequest(), random.nextLong(1, 50_000)));
  }

  void pause() {
    EndpointId id = known.anyEndpoint(random);
    if (id != null) {
      world.submit(new Command.PauseEndpoint(known.nextRequest(), owner(id), id));
    }
  }

  void resume() {
    EndpointId id = known.anyEndpoint(random);
    if (id != null) {
      world.submit(new Command.ResumeEndpoint(known.nextRequest(), owner(id), id));
    }
  }

  void configure() {
    EndpointId id = known.anyEndpoint(random);
    if (id != null) {
      int[] limits = {0, 0, 1, 2, 5};
      int[] rates = {0, 0, 0, 1, 3, 7, 50};
      EndpointSettings settings =
          new EndpointSettings(
              limits[random.nextInt(limits.length)],
              rates[random.nextInt(rates.length)],
              random.nextInt(4) == 0 ? random.nextLong(500, 30_000) : 0,
              null,
              EndpointOptionChoice.of(id.low() ^ world.now(), general));
      world.submit(
          new Command.ConfigureEndpoint(known.nextRequest(), owner(id), id, settings, null));
    }
  }

  void replay() {
    KnownIds.Seen seen = KnownIds.any(known.messages, random);
    if (seen != null) {
      world.submit(new Command.ReplayMessage(known.nextRequest(), owner(seen), seen.message()));
    }
  }

  void cancel() {
    KnownIds.Seen seen = KnownIds.any(known.messages, random);
    if (seen != null) {
      world.submit(new Command.CancelMessage(known.nextRequest(), owner(seen), seen.message()));
    }
  }

  /** Retries one of the latest messages, because older ones have mostly ended. */
  void retry() {
    int latest = Math.max(0, known.messages.size() - LATEST);
    KnownIds.Seen seen =
        KnownIds.any(known.messages.subList(latest, known.messages.size()), random);
    if (seen != null) {
      world.submit(new Command.RetryMessage(known.nextRequest(), owner(seen), seen.message()));
    }
  }

  void bulk(String customerId) {
    BulkJob.Action action = random.nextBoolean() ? BulkJob.Action.REPLAY : BulkJob.Action.CANCEL;
    bulk(customerId, action);
  }

  void bulkRetry(String customerId) {
    bulk(customerId, BulkJob.Action.RETRY);
  }

  private void bulk(String customerId, BulkJob.Action action) {
    EndpointId endpoint = random.nextInt(3) == 0 ? known.anyEndpoint(random) : null;
    long back = 1L << random.nextInt(8, 30);
    MessageSelection.Status status =
        action == BulkJob.Action.REPLAY && random.nextBoolean()
            ? MessageSelection.Status.DROPPED
            : null;
    String owner = endpoint == null ? customerId : owner(endpoint);
    MessageSelection selection =
        MessageSelection.ALL
            .withEndpoint(endpoint)
            .withSubscription(
                random.nextInt(4) == 0 ? KnownIds.any(known.subscriptions, random) : null)
            .withEvent(new EventCriteria(random.nextInt(4) == 0 ? "TASK" : null, null, null))
            .withStatus(status)
            .withAccepted(new TimeRange(world.now() - back, world.now() + 1));
    world.submit(
        new Command.StartBulk(
            known.nextRequest(),
            new BulkJob(++jobs, action, owner, selection, random.nextInt(5) == 0, 0)));
  }

  void deliveryPaused(@Nullable String customerId, boolean on) {
    world.submit(
        on
            ? new Command.PauseDelivery(known.nextRequest(), customerId)
            : new Command.ResumeDelivery(known.nextRequest(), customerId));
  }

  void erase(String customerId) {
    world.submit(new Command.EraseCustomer(known.nextRequest(), customerId));
  }

  /** Ends all pauses, and enables all endpoints. */
  void resumeEverything(List<String> customers) {
    deliveryPaused(null, false);
    for (String customer : customers) {
      deliveryPaused(customer, false);
      enableMany(customer, CircuitState.DISABLED);
      enableMany(customer, CircuitState.FROZEN);
    }
    known.endpoints.forEach(
        (id, owner) -> world.submit(new Command.EnableEndpoint(known.nextRequest(), owner, id)));
  }

  /** The owner, and sometimes a customer who is not. */
  private String owner(EndpointId id) {
    return random.nextInt(40) == 0
        ? OTHER_CUSTOMER
        : known.endpoints.getOrDefault(id, OTHER_CUSTOMER);
  }

  private String owner(KnownIds.Seen seen) {
    return random.nextInt(20) == 0 ? OTHER_CUSTOMER : seen.customerId();
  }
}
