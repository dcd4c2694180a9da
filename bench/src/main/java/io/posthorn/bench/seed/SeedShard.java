package io.posthorn.bench.seed;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.Arrival;
import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.Effect;
import io.posthorn.core.shard.Rules;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.TargetUrl;
import io.posthorn.embedded.rocks.RocksShardStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The real shard on a real store, with receivers that all fail and no wait for the disk: it fills a
 * store with messages of one kind, each event being one message for each of 1,000 subscriptions.
 */
final class SeedShard {
  static final int PER_EVENT = 1_000;

  /** A shard keeps the events that came last in memory, and these have a thousand targets each. */
  private static final int EVENTS_A_SHARD = 500;

  private static final int ENDPOINTS = 100;
  private static final String CUSTOMER = "default";
  private static final int NEVER = Integer.MAX_VALUE;
  private static final long FAR = Duration.ofDays(20).toMillis();

  private final RocksShardStore store;
  private Shard shard;
  private final WaitingKind kind;
  private final List<SubscriptionId> subscriptions = new ArrayList<>();
  private long now;
  private int counter;

  SeedShard(RocksShardStore store, WaitingKind kind) {
    this.store = store;
    this.kind = kind;
    now = System.currentTimeMillis();
    shard = open();
    now = Math.max(now, shard.time() + 1);
  }

  private Shard open() {
    return new Shard(store, rules(kind), store.identity(), now);
  }

  /** A day to the first retry; one failure opens the circuit, where it is to be open. */
  private static Rules rules(WaitingKind kind) {
    CircuitRules circuit =
        new CircuitRules(
            CircuitRules.DEFAULT.window(),
            NEVER,
            CircuitRules.DEFAULT.failureRate(),
            kind == WaitingKind.DISABLED ? 1 : NEVER,
            FAR,
            NEVER,
            FAR,
            kind == WaitingKind.FROZEN ? 1 : NEVER);
    return Rules.DEFAULT
        .withCircuit(circuit)
        .withRetry(new RetrySchedule(Duration.ofDays(1).toMillis(), 11, 0));
  }

  /** Fills in so many messages, or up to a thousand more. */
  void fill(long messages, String text) {
    subscribe();
    for (long left = messages; left > 0; left -= PER_EVENT) {
      accept(text);
      if (counter % EVENTS_A_SHARD == 0) {
        shard = open();
      }
    }
    store.commit(true);
  }

  private void subscribe() {
    List<Command> commands = new ArrayList<>();
    commands.add(new Command.PutCustomer(0, CUSTOMER));
    for (int i = 0; i < PER_EVENT; i++) {
      SubscriptionId id = new SubscriptionId(kind.number(), i + 1L);
      String url =
          "http://127.0.0.1:9/%s/%d"
              .formatted(kind.name().toLowerCase(java.util.Locale.ROOT), i % ENDPOINTS);
      subscriptions.add(id);
      commands.add(new Command.CreateSubscription(0, subscription(id, url, i), new byte[] {1}));
    }
    turn(commands);
  }

  private Subscription subscription(SubscriptionId id, String url, int number) {
    return new Subscription(
        id,
        CUSTOMER,
        "SEED_" + kind + "_" + number,
        Event.UPDATE,
        null,
        TargetUrl.parse(url),
        FilterSet.none(),
        PayloadVersion.V2,
        PayloadVersion.V2,
        0,
        PayloadFormat.WORKFRONT,
        false,
        null,
        null,
        null,
        now,
        now);
  }

  private void accept(String text) {
    now = Math.max(now, System.currentTimeMillis());
    EventKey key =
        EventKey.of(now, store.identity().shard(), counter++, store.identity().installation());
    Event event =
        new Event(
            CUSTOMER,
            "seed-" + kind + "-" + counter,
            "SEED_" + kind,
            Event.UPDATE,
            null,
            Instant.ofEpochMilli(now),
            null,
            JsonSlice.of("{\"text\":\"" + text + "\"}"),
            null,
            null);
    turn(List.of(new Command.AcceptEvents(0, List.of(new Arrival(key, event, subscriptions)))));
  }

  /** One turn, and those that its failures ask for. */
  private void turn(List<Command> commands) {
    List<Command> next = commands;
    while (!next.isEmpty()) {
      List<Effect> effects = shard.turn(next, now).effects();
      store.commit(false);
      next = new ArrayList<>();
      for (Effect effect : effects) {
        if (effect instanceof Effect.Send send) {
          // A connection that breaks leaves the places as they are, so that it goes on quickly.
          next.add(
              new Command.RecordOutcome(
                  send.ticket(), Outcome.failed(ErrorKind.CONNECTION, 1, "seeded")));
        }
      }
    }
  }
}
