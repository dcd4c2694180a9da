package io.posthorn.sim.world;

import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MonotonicWallClock;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.engine.TurnLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs the real shard in the real loop, and can crash.
 *
 * <p>The loop's effects are collected, not released: the world releases them, or the first few of
 * them if the process crashes midway. From outside that looks the same, and listeners learn what
 * the shard had decided.
 */
public final class SimulatedHost {
  private record Life(Shard shard, TurnLoop loop, MonotonicWallClock time, List<Effect> effects) {}

  public static final ShardIdentity IDENTITY = new ShardIdentity(0, 0x5EED);

  private final SimulatedDisk disk;
  private final SimulatedClock clock;
  private final Rules rules;
  private @Nullable Life life;

  SimulatedHost(SimulatedDisk disk, SimulatedClock clock, Rules rules) {
    this.disk = disk;
    this.clock = clock;
    this.rules = rules;
  }

  void open() {
    Shard shard = new Shard(disk, rules, IDENTITY, clock.wallMillis());
    List<Effect> effects = new ArrayList<>();
    MonotonicWallClock time = new MonotonicWallClock(shard.time(), clock.monotonicNanos());
    life =
        new Life(
            shard, new TurnLoop(shard, disk, effect -> collect(effect, effects)), time, effects);
  }

  private void collect(Effect effect, List<Effect> effects) {
    if (disk.dirty()) {
      throw new IllegalStateException("an effect came out before its turn was committed");
    }
    effects.add(effect);
  }

  boolean up() {
    return life != null;
  }

  /** The running shard. */
  Shard shard() {
    return running().shard();
  }

  /** The time that the host passes to the shard. */
  long now() {
    return running().time().at(clock.wallMillis(), clock.monotonicNanos());
  }

  /** Takes one turn, which is committed when this returns. */
  TurnRecord turn(List<Command> batch) {
    Life running = running();
    long now = now();
    long scannedBefore = disk.scanned();
    long lookedUpBefore = disk.lookedUp();
    long wakeAt = running.loop().turn(batch, now);
    List<Effect> effects = List.copyOf(running.effects());
    running.effects().clear();
    boolean synced = disk.synced() == disk.committed();
    return new TurnRecord(
        disk.committed(),
        synced,
        now,
        batch,
        effects,
        wakeAt,
        disk.scanned() - scannedBefore,
        disk.lookedUp() - lookedUpBefore);
  }

  /**
   * Ends the process.
   *
   * @param survivors how many of the unsynced commits are still there
   * @return the number of the last commit that is still there
   */
  long crash(long survivors) {
    life = null;
    return disk.crash(survivors);
  }

  private Life running() {
    if (life == null) {
      throw new IllegalStateException("the host is down");
    }
    return life;
  }
}
