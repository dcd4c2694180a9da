package io.posthorn.kafka.task;

import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MonotonicWallClock;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.kafka.store.BufferedShardStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

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
  private final RecordEventKeys keys;
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
    Rules rules = host.inFlight().opening(number, host.rules());
    shard = new Shard(store, rules, identity, host.assignment(), host.time().wallMillis());
    keys = new RecordEventKeys(identity, host.maxClockOffset().toMillis(), store);
    steady = new MonotonicWallClock(shard.time(), host.time().monotonicNanos());
  }

  long now() {
    return steady.at(host.time().wallMillis(), host.time().monotonicNanos());
  }

  /** Makes a turn of records. */
  Turn take(List<ShardInput.Decoded> records) {
    long acceptedAt = shard.acceptedUpTo();
    List<Command> commands = new ArrayList<>(records.size());
    for (ShardInput.Decoded record : records) {
      ShardInput input = record.input();
      if (record.command() instanceof Command.AcceptEvents accept) {
        long at = keys.acceptedAt(input, acceptedAt, now());
        commands.add(accept.withKeys(i -> keys.key(at, input, i)));
        acceptedAt = at;
      } else {
        if (input.broadcast()) {
          forwardToAll(Broadcast.forOthers(record.command()));
        }
        commands.add(record.command());
      }
    }
    // The clock of the broker may be ahead: the events are due now.
    steady.reach(acceptedAt, host.time().monotonicNanos());
    return turn(commands, now());
  }

  private void forwardToAll(Command command) {
    for (int other = 0; other < host.assignment().shards(); other++) {
      if (other != number) {
        effects.send(other, command);
      }
    }
  }

  /** Makes a turn of commands. */
  Turn turn(List<Command> commands, long now) {
    boolean several = host.directory().customers() > 1;
    Turn turn =
        shard.turn(commands, now, host.inFlight().begin(number).withSeveralCustomers(several));
    host.inFlight()
        .end(
            number,
            shard.inFlight(),
            shard.bytesInFlight(),
            shard.waitsForRequests(),
            shard.waitsForBytes());
    for (Effect effect : turn.effects()) {
      collect(effect);
    }
    return turn;
  }

  private void collect(Effect effect) {
    switch (effect) {
      case Effect.SendReply e -> effects.reply(e);
      case Effect.Forward e -> effects.send(e.shard(), e.command());
      case Effect.Publish e -> effects.publish(e);
      case Effect.AttemptRecorded e -> effects.record(e.message(), AttemptRecord.of(e));
      case Effect.MessageEnded e -> effects.record(e.message(), AttemptRecord.of(e));
      case Effect.Send _, Effect.FetchToken _, Effect.EndpointChanged _ -> {
        // Not part of the transaction.
      }
    }
  }

  /** Adds everything since the last call to the task's transaction. */
  void apply() {
    store.apply();
    directoryChanges.take().forEach(effects::directoryChange);
    effects.flush();
  }

  boolean deliveryPaused(String customerId) {
    return shard.deliveryPaused(customerId);
  }

  SortedMap<String, Long> waitingAtLeast(long least) {
    return shard.waitingAtLeast(least);
  }

  ShardMetrics metrics() {
    return shard.metrics();
  }
}
