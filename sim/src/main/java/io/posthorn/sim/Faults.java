package io.posthorn.sim;

import io.posthorn.sim.world.CrashKind;
import io.posthorn.sim.world.CrashPoint;
import io.posthorn.sim.world.Mood;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What goes wrong, and when: all from one stream of random numbers. */
final class Faults {
  private static final List<CrashPoint> POINTS = List.of(CrashPoint.values());
  private static final List<Mood> MOODS =
      List.of(
          Mood.HEALTHY,
          Mood.HEALTHY,
          Mood.SLOW,
          Mood.FLAPPING,
          Mood.DEAD,
          Mood.DEAD,
          Mood.BROKEN,
          Mood.REFUSING,
          Mood.TARPIT,
          Mood.BUSY,
          Mood.POISONED);

  private final RandomGenerator random;
  private final SeedPlan plan;
  private boolean healed;

  Faults(SeedPlan plan, RandomGenerator random) {
    this.plan = plan;
    this.random = random;
  }

  /** From now on nothing goes wrong any more. */
  void heal() {
    healed = true;
  }

  /** Where in the coming turn the host dies; null for nowhere. */
  @Nullable CrashPoint crash() {
    if (healed || plan.turnsPerCrash() == 0 || random.nextInt(plan.turnsPerCrash()) > 0) {
      return null;
    }
    return POINTS.get(random.nextInt(POINTS.size()));
  }

  CrashKind crashKind() {
    return random.nextBoolean() ? CrashKind.POWER : CrashKind.PROCESS;
  }

  /** How much of what a turn lets out is out when the host dies. */
  int released(CrashPoint point, int effects) {
    return point == CrashPoint.WHILE_RELEASING ? random.nextInt(effects + 1) : 0;
  }

  /** How long a host is down: mostly a moment, sometimes a night. */
  long downtime() {
    long longest = random.nextInt(10) == 0 ? plan.faultMillis() / 4 : 20_000;
    return random.nextLong(1, Math.max(2, longest));
  }

  /** How long a host takes to get to work: mostly at once, sometimes it is suspended. */
  long lateness() {
    if (healed || !plan.stalls()) {
      return 0;
    }
    int dice = random.nextInt(200);
    return dice == 0 ? random.nextLong(plan.faultMillis() / 20) : dice < 40 ? dice : 0;
  }

  /** How far somebody sets the clock, forward or back. */
  long clockJump() {
    long size = random.nextLong(1, 1L << random.nextInt(8, 29));
    return random.nextBoolean() ? size : -size;
  }

  Mood mood() {
    return MOODS.get(random.nextInt(MOODS.size()));
  }

  /** How long a receiver stays in a mood. */
  Duration spell() {
    return Duration.ofMillis((long) (plan.faultMillis() * (0.02 + 0.6 * random.nextDouble())));
  }
}
