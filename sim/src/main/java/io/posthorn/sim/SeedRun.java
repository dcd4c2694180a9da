package io.posthorn.sim;

import io.posthorn.sim.audit.Auditor;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.audit.Trace;
import io.posthorn.sim.audit.Violation;
import io.posthorn.sim.invariant.Invariants;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.workload.Callers;
import io.posthorn.sim.workload.Door;
import io.posthorn.sim.workload.Population;
import io.posthorn.sim.world.SimulatedDisk;
import io.posthorn.sim.world.SimulatedReceivers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One seed from beginning to end: a time in which everything goes wrong, then a time in which
 * nothing does and everything must finish.
 */
public final class SeedRun {
  /** Requests that were on their way when all was healed have come to their end by then. */
  private static final long LAST_FAILURES = Duration.ofSeconds(40).toMillis();

  /** Beyond the longest life of a message, what patience and slow paces may add. */
  private static final long TIME_TO_FINISH = Duration.ofHours(3).toMillis();

  private final long seed;
  private final SeedPlan plan;
  private final SplittableRandom random;
  private final Faults faults;
  private final Population population;
  private final World world;

  private final Trace trace;

  private SeedRun(long seed, Consumer<Object> listener) {
    this.seed = seed;
    this.trace = new Trace(listener);
    // Each part has a stream of its own, so that one more number here changes nothing there.
    random = new SplittableRandom(seed);
    plan = SeedPlan.of(random.split());
    faults = new Faults(plan, random.split());
    population = population();
    world = new World(plan, faults, new Surroundings(), random.split());
  }

  /** Runs a seed; fails with a {@link SimulationFailure} where it breaks a promise. */
  public static SeedResult run(long seed) {
    return run(seed, line -> {});
  }

  /** The same, with every line of the trace shown to somebody. */
  public static SeedResult run(long seed, Consumer<Object> listener) {
    SeedRun run = new SeedRun(seed, listener);
    try {
      return run.run();
    } catch (Violation e) {
      throw run.failure(e.invariant().name() + " (" + e.invariant().contract() + ")", e);
    } catch (RuntimeException e) {
      throw run.failure("the shard runs without an error", e);
    }
  }

  private SimulationFailure failure(String invariant, RuntimeException cause) {
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    Duration at = Duration.ofMillis(world.clock.elapsed());
    return new SimulationFailure(seed, invariant, reason, at, world.trace.lastLines(), cause);
  }

  private SeedResult run() {
    planMoods();
    world.start();
    world.callers().settleIn();
    planActions();
    for (int i = 0; i < plan.clockJumps(); i++) {
      world.scheduler.after(
          random.nextLong(plan.faultMillis()), () -> world.setClock(faults.clockJump()));
    }
    runUntil(plan.faultMillis());
    heal();
    return world.result(seed);
  }

  private void runUntil(long moment) {
    boolean more = true;
    while (more) {
      more = world.scheduler.step(moment);
    }
  }

  private void heal() {
    faults.heal();
    world.receivers.heal(world.clock.elapsed());
    world.startIfDown();
    long healed = plan.faultMillis() + LAST_FAILURES;
    runUntil(healed);
    world.callers().resumeEverything();
    runUntil(healed + LAST_FAILURES);
    long end = healed + plan.rules().retry().lifetime() + TIME_TO_FINISH;
    Ledger ledger = world.auditor().ledger();
    boolean more = true;
    while (more && !(ledger.settled() && ledger.waitingCount() == 0)) {
      more = world.scheduler.step(end);
    }
    runUntil(world.clock.elapsed() + 1_000);
    world.auditor().healed();
  }

  private Population population() {
    LinkedHashMap<String, List<String>> urls = new LinkedHashMap<>();
    for (int c = 0; c < plan.customers(); c++) {
      List<String> theirs = new ArrayList<>();
      for (int u = 0; u < plan.urlsPerCustomer(); u++) {
        theirs.add("https://r%d.c%d.example/hook".formatted(u, c));
      }
      urls.put("c" + c, theirs);
    }
    return new Population(urls, plan.largestBatch());
  }

  private void planMoods() {
    for (String customer : population.customers()) {
      for (String url : population.urlsOf(customer)) {
        long from = 0;
        while (from < plan.faultMillis()) {
          world.receivers.plan(url, from, faults.mood());
          from += faults.spell().toMillis();
        }
      }
    }
  }

  /** Callers come in bursts, with quiet times between. */
  private void planActions() {
    long pause = 2 * plan.faultMillis() / (1 + plan.actions() / 5);
    long at = 0;
    for (int i = 0; i < plan.actions() && at < plan.faultMillis(); i++) {
      world.scheduler.after(at, () -> world.callers().act());
      int dice = random.nextInt(10);
      at +=
          dice < 5
              ? random.nextLong(50)
              : dice < 8 ? random.nextLong(10_000) : random.nextLong(pause);
    }
  }

  /** The parts of the world that have a stream of random numbers of their own. */
  private final class Surroundings implements World.Surroundings {
    @Override
    public Trace trace() {
      return trace;
    }

    @Override
    public SimulatedReceivers receivers() {
      return new SimulatedReceivers(random.split());
    }

    @Override
    public Auditor auditor(SimulatedDisk disk) {
      return new Auditor(new Ledger(plan.rules()), new StoreReader(disk), Invariants.all());
    }

    @Override
    public Callers callers(Door door) {
      return new Callers(door, population, random.split());
    }
  }
}
