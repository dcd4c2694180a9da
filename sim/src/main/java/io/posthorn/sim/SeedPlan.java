package io.posthorn.sim;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.PayloadFormat;
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
 * @param turnsPerCrash the average number of turns between crashes; 0 for no crashes
 * @param clockJumps how often the wall clock is set
 * @param stalls whether the host is sometimes late
 * @param sharedHost whether all URLs have the same host
 * @param tarpits whether the first customer's receivers never respond, and the others' always do
 * @param largestState the most bytes that pad a state of an event
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
    boolean stalls,
    boolean sharedHost,
    boolean tarpits,
    int largestState) {
  /** One seed in this many has thousands of messages, enough for every sweep to take many steps. */
  private static final int CROWD = 40;

  /** Some larger than the smallest total of bytes in flight. */
  private static final int[] LARGEST_STATES = {1_500, 1_500, 4_000, 30_000};

  private static final long SHORTEST = Duration.ofMinutes(10).toMillis();
  private static final long LONGEST = Duration.ofDays(6).toMillis();

  static SeedPlan of(SplittableRandom random) {
    Rules rules = rules(random);
    long life = rules.retry().lifetime();
    long faults = (long) (life * (0.2 + 2 * random.nextDouble()));
    int customers = random.nextInt(1, 4);
    int urls = random.nextInt(1, 5);
    int actions = random.nextInt(30, 400);
    int largestBatch = random.nextInt(CROWD) == 0 ? 500 : 12;
    int turnsPerCrash = random.nextInt(5) == 0 ? 0 : 1 << random.nextInt(4, 11);
    int clockJumps = random.nextInt(3) == 0 ? random.nextInt(1, 5) : 0;
    boolean stalls = random.nextInt(3) == 0;
    boolean sharedHost = random.nextInt(3) == 0;
    boolean tarpits = customers > 1 && random.nextInt(6) == 0;
    return new SeedPlan(
        withHostLimit(
            withRetention(withOrderedWait(withWaitingLimit(rules, faults), faults), faults),
            random),
        Math.clamp(faults, SHORTEST, LONGEST),
        customers,
        tarpits ? urls + 6 : urls,
        actions,
        largestBatch,
        turnsPerCrash,
        clockJumps,
        stalls,
        sharedHost,
        tarpits,
        LARGEST_STATES[random.nextInt(LARGEST_STATES.length)]);
  }

  /** Limits the requests to one host in half of the seeds, mostly to a few. */
  private static Rules withHostLimit(Rules rules, RandomGenerator random) {
    int[] most = {1, 2, 4, 20, 1_024};
    int[] start = {1, 3, 128};
    boolean limited = random.nextBoolean();
    int limit = most[random.nextInt(most.length)];
    int first = start[random.nextInt(start.length)];
    return limited ? rules.withLimits(rules.limits().withInFlightPerHost(limit, first)) : rules;
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
    return random.nextInt(6) == 0 ? rules.withOperatorSubscription(operator(rules)) : rules;
  }

  /**
   * Limits the waiting messages of one seed in four to a few dozen. The limit is derived from a
   * number already drawn, so that seeds which once found a bug still take the same course.
   */
  private static Rules withWaitingLimit(Rules rules, long drawn) {
    long most = 1 + (drawn >>> 2) % 60;
    return drawn % 4 == 0 ? rules.withLimits(rules.limits().withWaitingMessages(most)) : rules;
  }

  /** Limits the wait of ordered messages of one seed in five to a part of their life. */
  private static Rules withOrderedWait(Rules rules, long drawn) {
    long longest = rules.retry().lifetime() / 8 + drawn % rules.retry().lifetime();
    return drawn % 5 == 0 ? rules.withLimits(rules.limits().withOrderedWait(longest)) : rules;
  }

  /**
   * Keeps ended messages of one seed in three for a part of the run only. Derived from a number
   * already drawn, for the same reason.
   */
  private static Rules withRetention(Rules rules, long drawn) {
    long records = SHORTEST + (drawn >>> 3) % Math.max(1, drawn / 2);
    long payloads = drawn % 2 == 0 ? records : records / 2;
    return drawn % 3 == 0
        ? rules.withRetention(new RetentionRules(records, payloads, records / 2, records))
        : rules;
  }

  /** Its format is derived from a number already drawn, for the same reason as below. */
  private static OperatorSubscription operator(Rules rules) {
    boolean slack = rules.limits().maxInFlightPerEndpoint() % 2 == 1;
    return OperatorSubscription.to(
        TargetUrl.parse("https://operator.example/events"),
        new byte[] {7},
        slack ? PayloadFormat.SLACK : PayloadFormat.WORKFRONT);
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
        defaults.maxInFlightPerHost(),
        defaults.startInFlightPerHost(),
        random.nextInt(3) == 0 ? 6_000 : defaults.maxBytesInFlight(),
        random.nextInt(3) == 0 ? 10_000 : defaults.retryAfterHold(),
        defaults.versionOverlap(),
        defaults.operationalEventInterval(),
        defaults.waitingMessages(),
        defaults.orderedWait());
  }
}
