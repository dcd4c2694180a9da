package io.posthorn.sim;

import io.posthorn.sim.check.EffectCounts;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.InvariantChecker;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.check.Trace;
import io.posthorn.sim.invariant.Invariants;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.workload.CustomerUrls;
import io.posthorn.sim.workload.SimulatedCallers;
import io.posthorn.sim.world.Scheduler;
import io.posthorn.sim.world.SimulatedReceivers;
import io.posthorn.sim.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The run of one seed: a phase with faults, then a phase without faults, in which everything must
 * finish.
 */
public final class SeedRun {
  /** The time after which every request that was in flight when the faults ended has an outcome. */
  private static final long LAST_FAILURES = Duration.ofSeconds(40).toMillis();

  /** The time that Retry-After and rate limits may add to the longest life of a message. */
  private static final long TIME_TO_FINISH = Duration.ofHours(3).toMillis();

  /** The wall clock at the start: a fixed Monday morning, so that no run depends on today. */
  private static final long START = 1_767_600_000_000L;

  private static final long DEFAULT_TIMEOUT = Duration.ofSeconds(5).toMillis();

  private final long seed;
  private final SeedPlan plan;
  private final SplittableRandom random;
  private final SeededFaults faults;
  private final CustomerUrls customers;
  private final World world;
  private final Trace trace;
  private final EffectCounts counts = new EffectCounts();
  private final InvariantChecker checker;
  private final SimulatedCallers callers;

  private SeedRun(long seed, Consumer<Object> traceReader) {
    this.seed = seed;
    // Each part has a random stream of its own, so that one more draw here changes nothing there.
    random = new SplittableRandom(seed);
    plan = SeedPlan.of(random.split());
    faults = new SeededFaults(plan, random.split(), random.split(), random.split());
    customers = customers();
    SimulatedReceivers receivers = new SimulatedReceivers(random.split());
    world = new World(new World.Setup(plan.rules(), START, DEFAULT_TIMEOUT, faults), receivers);
    trace = new Trace(world.clock(), traceReader);
    checker =
        new InvariantChecker(
            new ReferenceModel(plan.rules()), new StoreReader(world.disk()), Invariants.all());
    callers = new SimulatedCallers(world, customers, random.split(), plan.rules().retry().policy());
    world.addListener(trace);
    world.addListener(counts);
    world.addListener(checker);
    world.addListener(callers);
  }

  /** Runs a seed; throws a {@link SimulationFailure} if it breaks an invariant. */
  public static SeedResult run(long seed) {
    return run(seed, line -> {});
  }

  /** Runs a seed and hands every line of its trace to a reader. */
  public static SeedResult run(long seed, Consumer<Object> traceReader) {
    SeedRun run = new SeedRun(seed, traceReader);
    try {
      return run.run();
    } catch (Invariant.Violation e) {
      throw run.failure(e.invariant().name() + " (" + e.invariant().contract() + ")", e);
    } catch (RuntimeException e) {
      throw run.failure("the shard runs without an error", e);
    }
  }

  private SimulationFailure failure(String invariant, RuntimeException cause) {
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    Duration at = Duration.ofMillis(world.clock().elapsed());
    return new SimulationFailure(seed, invariant, reason, at, trace.lastLines(), cause);
  }

  private SeedResult run() {
    planBehaviours();
    world.start();
    callers.createSubscriptions();
    planActions();
    for (int i = 0; i < plan.clockJumps(); i++) {
      after(random.nextLong(plan.faultMillis()), () -> world.setClock(faults.clockJump()));
    }
    world.scheduler().runUntil(plan.faultMillis());
    heal();
    return new SeedResult(
        seed,
        Duration.ofMillis(world.clock().elapsed()),
        checker.model().messages().size(),
        world.turns(),
        counts.counts(),
        trace.hash());
  }

  private void after(long millis, Runnable action) {
    world.scheduler().after(millis, Scheduler.Phase.OPERATOR, action);
  }

  /** Ends all faults, and lets everything finish that has begun. */
  private void heal() {
    Scheduler scheduler = world.scheduler();
    faults.heal();
    world.receivers().heal(world.clock().elapsed());
    world.start();
    long healed = plan.faultMillis() + LAST_FAILURES;
    scheduler.runUntil(healed);
    callers.resumeEverything();
    scheduler.runUntil(healed + LAST_FAILURES);
    long end = healed + plan.rules().retry().lifetime() + TIME_TO_FINISH;
    ReferenceModel model = checker.model();
    boolean more = true;
    do {
      while (more && !finished(model)) {
        more = scheduler.step(end);
      }
      scheduler.runUntil(world.clock().elapsed() + 1_000);
    } while (more && !finished(model)); // that second may have brought an event about drops
    checker.healed();
  }

  private static boolean finished(ReferenceModel model) {
    return model.settled() && model.waitingCount() == 0;
  }

  private CustomerUrls customers() {
    LinkedHashMap<String, List<String>> urls = new LinkedHashMap<>();
    for (int c = 0; c < plan.customers(); c++) {
      List<String> theirs = new ArrayList<>();
      for (int u = 0; u < plan.urlsPerCustomer(); u++) {
        theirs.add(
            plan.sharedHost()
                ? "https://hooks.example/c%d/r%d".formatted(c, u)
                : "https://r%d.c%d.example/hook".formatted(u, c));
      }
      urls.put("c" + c, theirs);
    }
    return new CustomerUrls(urls, plan.largestBatch(), plan.largestState());
  }

  private void planBehaviours() {
    for (String customer : customers.names()) {
      for (String url : customers.urlsOf(customer)) {
        long from = 0;
        while (from < plan.faultMillis()) {
          world.receivers().plan(url, from, faults.behaviour(customer));
          from += faults.behaviourLasts().toMillis();
        }
      }
    }
  }

  /** Callers come in bursts, with quiet times between. */
  private void planActions() {
    long pause = 2 * plan.faultMillis() / (1 + plan.actions() / 5);
    long at = 0;
    for (int i = 0; i < plan.actions() && at < plan.faultMillis(); i++) {
      after(at, callers::act);
      int dice = random.nextInt(10);
      at +=
          dice < 5
              ? random.nextLong(50)
              : dice < 8 ? random.nextLong(10_000) : random.nextLong(pause);
    }
  }
}
