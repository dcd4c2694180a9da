package io.posthorn.bench.seed;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The real shard with receivers that always fail. It fills a store with waiting messages of one
 * kind: one event per millisecond, each with one message for each of 1,000 subscriptions.
 */
final class SeedShard {
  static final int PER_EVENT = 1_000;

  private static final int ENDPOINTS = 100;
  private static final String CUSTOMER = "default";
  private static final int NEVER = Integer.MAX_VALUE;
  private static final long FAR = Duration.ofDays(20).toMillis();
  private static final String STATE = "{\"text\":\"" + "it waits ".repeat(110) + "\"}";

  private final Runnable settled;
  private final WaitingKind kind;
  private final ShardIdentity identity;
  private final Shard shard;
  private final List<SubscriptionId> subscriptions = new ArrayList<>();
  private long now;
  private int counter;

  /**
   * Opens a shard.
   *
   * @param settled runs whenever nothing is in flight
   * @param start the initial time, unless the store has a later one
   */
  SeedShard(
      ShardStore store, ShardIdentity identity, Runnable settled, WaitingKind kind, long start) {
    this.identity = identity;
    this.settled = settled;
    this.kind = kind;
    shard = new Shard(store, rules(kind), identity, start);
    now = Math.max(start, shard.time() + 1);
  }

  /** The first retry is a day away; where the circuit should open, one failure opens it. */
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

  /** Adds {@code messages} messages, rounded up to the next thousand. */
  void fill(long messages) {
    subscribe();
    for (long left = messages; left > 0; left -= PER_EVENT) {
      accept();
    }
  }

  private void subscribe() {
    List<Command> commands = new ArrayList<>();
    commands.add(new Command.PutCustomer(0, CUSTOMER));
    for (int i = 0; i < PER_EVENT; i++) {
      SubscriptionId id = new SubscriptionId(kind.number(), i + 1L);
      subscriptions.add(id);
      String body =
          "{\"objCode\":\"SEED_%s_%d\",\"eventType\":\"UPDATE\",\"url\":\"http://127.0.0.1:9/%s/%d\"}"
              .formatted(kind, i, kind, i % ENDPOINTS);
      commands.add(
          new Command.CreateSubscription(
              0,
              SubscriptionDraft.parse(body.getBytes(StandardCharsets.UTF_8))
                  .create(id, CUSTOMER, null, now),
              new byte[] {1}));
    }
    turn(commands);
  }

  private void accept() {
    now++;
    EventKey key = EventKey.of(now, identity.shard(), counter++, identity.installation());
    Event event =
        new Event(
            CUSTOMER,
            "seed-" + kind + "-" + counter,
            "SEED_" + kind,
            Event.UPDATE,
            null,
            Instant.ofEpochMilli(now),
            null,
            JsonSlice.of(STATE),
            null,
            null);
    turn(
        List.of(
            Command.AcceptEvents.promised(List.of(new MatchedEvent(key, event, subscriptions)))));
  }

  /** Runs one turn, and the turns that its failures cause. */
  private void turn(List<Command> commands) {
    List<Command> next = commands;
    while (!next.isEmpty()) {
      List<Effect> effects = shard.turn(next, now).effects();
      next = new ArrayList<>();
      for (Effect effect : effects) {
        if (effect instanceof Effect.Send send) {
          // A broken connection does not lower the in-flight limit, so filling stays fast.
          next.add(
              new Command.RecordOutcome(
                  send.ticket(), Outcome.failed(ErrorKind.CONNECTION, 1, "seeded")));
        }
      }
    }
    settled.run();
  }
}
