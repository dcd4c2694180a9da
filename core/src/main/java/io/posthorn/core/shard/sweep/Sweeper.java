package io.posthorn.core.shard.sweep;

import io.posthorn.core.shard.delivery.MessageCommands;
import io.posthorn.core.shard.delivery.MessageTransitions;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The runner of the sweeps: round-robin, one step of one sweep in each turn. */
public final class Sweeper {
  private final ShardState state;
  private final MessageTransitions transitions;
  private final MessageCommands messages;
  private final Eraser eraser;
  private final Map<String, Sweep> active = new LinkedHashMap<>();
  private final MoveCompletion moves;

  public Sweeper(
      ShardState state, MessageTransitions transitions, MessageCommands messages, Eraser eraser) {
    this.state = state;
    this.transitions = transitions;
    this.messages = messages;
    this.eraser = eraser;
    moves = new MoveCompletion(state, this::start);
    byte[] from = StoreKeys.table(Table.SWEEP);
    state.store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          Sweep sweep = resume(key, value);
          // A sweep that is already finished still takes a step, which removes its record.
          if (!sweep.finished() || !sweep.keepsRecord()) {
            active.put(name(sweep), sweep);
          }
          return true;
        });
  }

  private Sweep resume(byte[] key, byte[] value) {
    return switch (SweepKind.ofKey(key)) {
      case LEAVE -> LeaveSweep.resume(state, transitions, key, value);
      case BULK -> new BulkSweep(state, messages, BulkProgress.decode(key, value));
      case ERASE -> EraseSweep.resume(state, eraser, key, value);
      case RELEASE -> ReleaseSweep.resume(state, key, value);
    };
  }

  /** Starts a sweep; one with the same key starts over. */
  public void start(Sweep sweep) {
    state.store.put(sweep.key(), sweep.encode());
    active.put(name(sweep), sweep);
  }

  /** Erases a customer, as each other shard does. */
  public void erase(String customerId) {
    EraseSweep sweep = erasing(customerId);
    sweep.startHere();
    start(sweep);
  }

  /** Erases a customer because another shard does. */
  public void erase(Command.ErasureStarted command) {
    EraseSweep sweep = erasing(command.customerId());
    sweep.startedIn(command.from());
    start(sweep);
  }

  private EraseSweep erasing(String customerId) {
    EraseSweep sweep = new EraseSweep(state, eraser, customerId);
    return active.get(name(sweep)) instanceof EraseSweep running ? running : sweep;
  }

  public void step() {
    Sweep sweep = first();
    if (sweep == null) {
      return;
    }
    active.remove(name(sweep));
    sweep.step();
    if (!sweep.finished()) {
      active.put(name(sweep), sweep); // after the others
    }
    if (sweep.finished() && !sweep.keepsRecord()) {
      state.store.delete(sweep.key());
    } else {
      state.store.put(sweep.key(), sweep.encode());
    }
    if (sweep instanceof LeaveSweep leave && leave.finished()) {
      moves.left(leave.subscription(), leave.endpoint());
    }
  }

  /** Another shard has none of a subscription's messages left. */
  public void finished(Command.MoveFinished command) {
    moves.finished(command);
  }

  /** A subscription was opened here that another shard has to hand over the messages of. */
  public void opened(SubscriptionId id, int from) {
    state.moves.await(id, from);
    moves.check(id);
  }

  public boolean pending() {
    return active.values().stream().anyMatch(sweep -> !sweep.idle() || sweep.finished());
  }

  private @Nullable Sweep first() {
    return active.isEmpty() ? null : active.values().iterator().next();
  }

  private static String name(Sweep sweep) {
    return name(sweep.key());
  }

  private static String name(byte[] key) {
    return HexFormat.of().formatHex(key);
  }
}
