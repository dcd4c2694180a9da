package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.MonotonicWallClock;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.kafka.store.BufferedShardStore;
import java.util.List;

/**
 * A shard on the stores of its task, with what belongs to it. Its turns write to a buffer and
 * collect their records; {@link #apply} makes them part of the task's transaction. A turn that
 * throws leaves it in an unknown state: it has to be opened again.
 */
final class OpenShard {
  private final TaskContext host;
  private final int number;
  private final BufferedShardStore store;
  private final DirectoryChangeCollector directoryChanges;
  private final EffectWriter effects;
  private final Shard shard;
  private final EventIdStore eventIds;
  private final IntakeMatcher matcher;
  private final MonotonicWallClock steady;

  OpenShard(
      TaskContext host,
      int number,
      BufferedShardStore store,
      DirectoryChangeCollector directoryChanges,
      EffectWriter effects) {
    this.host = host;
    this.number = number;
    this.store = store;
    this.directoryChanges = directoryChanges;
    this.effects = effects;
    ShardIdentity identity = new ShardIdentity(number, host.installation());
    Rules rules = host.rules();
    shard = new Shard(store, rules, identity, host.assignment(), host.time().wallMillis());
    eventIds = new EventIdStore(store, rules.retry().lifetime() + rules.retention().records());
    matcher =
        new IntakeMatcher(
            eventIds,
            identity,
            host.assignment(),
            host.directory().subscriptions(),
            rules.operatorSubscription());
    // Starts after the last millisecond of the previous owner, so that event keys stay unique.
    steady = new MonotonicWallClock(shard.time() + 1, host.time().monotonicNanos());
  }

  long now() {
    return steady.at(host.time().wallMillis(), host.time().monotonicNanos());
  }

  /** Makes a turn of a record. */
  Turn take(ShardInput input, ShardInput.Contents contents) {
    long now = now();
    Command command = contents.command();
    return turn(
        command == null ? match(contents.events(), now) : List.of(forward(input, command, now)),
        now);
  }

  private List<Command> match(List<Event> events, long now) {
    List<MatchedEvent> unwanted = matcher.take(events, now, effects::send);
    return unwanted.isEmpty() ? List.of() : List.of(Command.AcceptEvents.promised(unwanted));
  }

  private Command forward(ShardInput input, Command command, long now) {
    Command plain = Broadcast.forOthers(command);
    if (input.broadcast()) {
      for (int other = 0; other < host.assignment().shards(); other++) {
        if (other != number) {
          effects.send(other, plain);
        }
      }
    }
    if (plain instanceof Command.EraseCustomer erase) {
      eventIds.erase(erase.customerId(), now);
    }
    return command;
  }

  /** Makes a turn of commands. */
  Turn turn(List<Command> commands, long now) {
    Turn turn = shard.turn(commands, now);
    for (Effect effect : turn.effects()) {
      collect(effect);
    }
    return turn;
  }

  private void collect(Effect effect) {
    switch (effect) {
      case Effect.SendReply e -> effects.reply(e);
      case Effect.Forward e -> effects.send(e.shard(), e.command());
      case Effect.Publish e -> effects.publish(e.event());
      case Effect.AttemptRecorded e -> effects.record(e.message(), AttemptRecord.of(e));
      case Effect.MessageEnded e -> effects.record(e.message(), AttemptRecord.of(e));
      case Effect.Send _, Effect.EndpointChanged _ -> {
        // Not part of the transaction.
      }
    }
  }

  /** Forgets some expired event ids; returns whether there may be more. */
  boolean forgetIds(long now) {
    return eventIds.forget(now);
  }

  /** Adds everything since the last call to the task's transaction. */
  void apply() {
    store.apply();
    directoryChanges.take().forEach(effects::directoryChange);
    effects.flush();
  }

  ShardMetrics metrics() {
    return shard.metrics().withEvents(matcher.accepted(), matcher.duplicates());
  }
}
