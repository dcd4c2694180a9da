package io.posthorn.sim.workload;

import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sim.scenario.EventFlow;
import io.posthorn.sim.scenario.Scenario;
import io.posthorn.sim.scenario.ScenarioEndpoint;
import io.posthorn.sim.world.Scheduler;
import io.posthorn.sim.world.World;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The planned activity of a scenario: subscriptions, the behaviour of receivers, events and the
 * actions of operators.
 */
public final class ScenarioTraffic {
  /**
   * The receiver of operational events about endpoints, which contain the numbers that the circuit
   * decided by.
   */
  public static final TargetUrl OPERATIONAL_URL = TargetUrl.parse("https://operations.example/");

  private static final String OPERATIONAL_CODE = "POSTHORN_ENDPOINT";
  private static final Outcome AT_ONCE = Outcome.responded(200, 0);
  private static final JsonSlice STATE = JsonSlice.of("{}");
  private static final byte[] NO_SECRET = {};

  private final World world;
  private final Scenario scenario;
  private final int[] posted;
  private long requests;

  public ScenarioTraffic(World world, Scenario scenario) {
    this.world = world;
    this.scenario = scenario;
    this.posted = new int[scenario.endpoints().size() + 1];
  }

  /** Creates the subscriptions. */
  public void subscribe() {
    world.receivers().plan(OPERATIONAL_URL.text(), 0, (request, random) -> AT_ONCE);
    subscribe(0, OPERATIONAL_CODE, OPERATIONAL_URL, false);
    for (ScenarioEndpoint endpoint : scenario.endpoints()) {
      boolean ordered = endpoint.orderedObjects() > 0;
      subscribe(endpoint.number(), endpoint.objCode(), endpoint.url(), ordered);
      if (!endpoint.settings().equals(EndpointSettings.NONE)) {
        world.submit(
            new Command.ConfigureEndpoint(
                ++requests, Scenario.CUSTOMER, endpoint.id(), endpoint.settings(), null));
      }
    }
  }

  private void subscribe(int number, String objCode, TargetUrl url, boolean ordered) {
    Subscription subscription =
        new Subscription(
            new SubscriptionId(0, number),
            Scenario.CUSTOMER,
            objCode,
            Subscription.ANY,
            null,
            url,
            FilterSet.none(),
            PayloadVersion.V2,
            PayloadVersion.V2,
            0,
            PayloadFormat.WORKFRONT,
            false,
            null,
            null,
            null,
            world.now(),
            world.now(),
            ordered);
    world.submit(new Command.CreateSubscription(++requests, subscription, NO_SECRET));
  }

  /** Schedules everything that happens during the run. */
  public void plan() {
    for (ScenarioEndpoint endpoint : scenario.endpoints()) {
      for (ScenarioEndpoint.HealthChange change : endpoint.health()) {
        world
            .receivers()
            .plan(
                endpoint.url().text(),
                change.at(),
                change.health().behaviour(change.at(), endpoint.latency()));
      }
      for (ScenarioEndpoint.Action action : endpoint.actions()) {
        at(action.at(), Scheduler.Phase.OPERATOR, () -> world.submit(command(endpoint, action)));
      }
      endpoint.events().forEach(flow -> planEvent(endpoint, flow, 0));
    }
  }

  private void at(long at, Scheduler.Phase phase, Runnable action) {
    world.scheduler().after(at - world.clock().elapsed(), phase, action);
  }

  private Command command(ScenarioEndpoint endpoint, ScenarioEndpoint.Action action) {
    return switch (action.kind()) {
      case ENABLE -> new Command.EnableEndpoint(++requests, Scenario.CUSTOMER, endpoint.id());
      case PAUSE -> new Command.PauseEndpoint(++requests, Scenario.CUSTOMER, endpoint.id());
    };
  }

  /** Each event of a flow schedules the next one. */
  private void planEvent(ScenarioEndpoint endpoint, EventFlow flow, long index) {
    if (index < flow.total()) {
      at(
          flow.at(index),
          Scheduler.Phase.EVENT,
          () -> {
            planEvent(endpoint, flow, index + 1);
            post(endpoint);
          });
    }
  }

  private static @Nullable String objId(ScenarioEndpoint endpoint, int number) {
    int objects = endpoint.orderedObjects();
    return objects == 0 ? null : "object-" + number % objects;
  }

  private void post(ScenarioEndpoint endpoint) {
    int number = ++posted[endpoint.number()];
    Event event =
        new Event(
            Scenario.CUSTOMER,
            new ScenarioEndpoint.EventId(endpoint.number(), number).toString(),
            endpoint.objCode(),
            Event.UPDATE,
            objId(endpoint, number),
            Instant.ofEpochMilli(world.now()),
            null,
            STATE,
            null,
            null);
    EventKey key = EventKey.of(world.now(), endpoint.number(), number, 1);
    List<SubscriptionId> matched = List.of(new SubscriptionId(0, endpoint.number()));
    world.submit(
        new Command.AcceptEvents(++requests, List.of(new MatchedEvent(key, event, matched))));
  }
}
