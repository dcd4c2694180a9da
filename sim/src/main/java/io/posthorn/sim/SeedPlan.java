package io.posthorn.sim;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.url.TargetUrl;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The plan of a seed: the rules, the size of the workload and the frequency of faults.
 *
 * @param faultMillis the length of the phase with faults, in milliseconds
 * @param actions the number of requests by callers in that phase
 * @param largestBatch the most events that are posted together
 * @param turnsPerCrash a crash comes once in so many turns; 0 for never
 * @param clockJumps how often the wall clock is set
 * @param stalls whether the host is sometimes late
 */
public record SeedPlan(
    Rules rules,
    long faultMillis,
    int customers,
    int urlsPerCustomer,
    int actions,
    int largestBatch,
    int turnsPerCrash,
    int clockJumps,
    boolean stalls) {
  /** One seed in so many has thousands of messages, enough for every sweep to take many steps. */
  private static final int CROWD = 40;

  private static final long SHORTEST = Duration.ofMinutes(10).toMillis();
  private static final long LONGEST = Duration.ofDays(6).toMillis();

  static SeedPlan of(SplittableRandom random) {
    Rules rules = rules(random);
    long life = rules.retry().lifetime();
    long faults = (long) (life * (0.2 + 2 * random.nextDouble()));
    return new SeedPlan(
        withWaitingLimit(rules, faults),
        Math.clamp(faults, SHORTEST, LONGEST),
        random.nextInt(1, 4),
        random.nextInt(1, 5),
        random.nextInt(30, 400),
        random.nextInt(CROWD) == 0 ? 500 : 12,
        random.nextInt(5) == 0 ? 0 : 1 << random.nextInt(4, 11),
        random.nextInt(3) == 0 ? random.nextInt(1, 5) : 0,
        random.nextInt(3) == 0);
  }

  /** A third of the seeds runs on the defaults; small numbers reach their limits sooner. */
  private static Rules rules(SplittableRandom random) {
    Rules rules = Rules.DEFAULT;
    if (random.nextInt(3) > 0) {
      rules = rules.withRetry(retry(random));
    }
    if (random.nextInt(4) > 0) {
      rules = rules.withCircuit(circuit(random));
    }
    if (random.nextInt(3) > 0) {
      rules = rules.withLimits(limits(random));
    }
    return random.nextInt(6) == 0 ? rules.withOperatorSubscription(operatorSubscription()) : rules;
  }

  /**
   * Limits the waiting messages of one seed in four to a few dozen. The limit is derived from a
   * number already drawn, so that seeds which once found a bug still take the same course.
   */
  private static Rules withWaitingLimit(Rules rules, long drawn) {
    long most = 1 + (drawn >>> 2) % 60;
    return drawn % 4 == 0 ? rules.withLimits(rules.limits().withWaitingMessages(most)) : rules;
  }

  private static OperatorSubscription operatorSubscription() {
    return OperatorSubscription.to(
        TargetUrl.parse("https://operator.example/events"), new byte[] {7});
  }

  private static RetrySchedule retry(RandomGenerator random) {
    long unit = 50L << random.nextInt(12);
    return new RetrySchedule(
        unit, random.nextInt(2, 12), random.nextInt(4) == 0 ? random.nextDouble() : 0);
  }

  private static CircuitRules circuit(RandomGenerator random) {
    int consecutive = random.nextInt(2, 12);
    return new CircuitRules(
        48L * (1L << random.nextInt(8, 22)),
        random.nextInt(1, 12),
        random.nextInt(300_000, 950_000),
        consecutive,
        1_000L << random.nextInt(10),
        consecutive + random.nextInt(10),
        1_000L << random.nextInt(18),
        consecutive + random.nextInt(1, 60));
  }

  private static DeliveryLimits limits(RandomGenerator random) {
    int[] totals = {1, 2, 3, 8, 30, 10_000};
    int[] limits = {1, 2, 3, 5, 8, 32};
    DeliveryLimits defaults = DeliveryLimits.DEFAULT;
    return new DeliveryLimits(
        totals[random.nextInt(totals.length)],
        limits[random.nextInt(limits.length)],
        random.nextInt(3) == 0 ? 6_000 : defaults.maxBytesInFlight(),
        random.nextInt(3) == 0 ? 10_000 : defaults.retryAfterHold(),
        defaults.versionOverlap(),
        defaults.dropsEventInterval(),
        defaults.waitingMessages());
  }
}
