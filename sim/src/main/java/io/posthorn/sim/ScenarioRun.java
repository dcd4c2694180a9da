package io.posthorn.sim;

import io.posthorn.sim.report.ScenarioRecorder;
import io.posthorn.sim.report.ScenarioReport;
import io.posthorn.sim.scenario.Scenario;
import io.posthorn.sim.workload.ScenarioTokenServers;
import io.posthorn.sim.workload.ScenarioTraffic;
import io.posthorn.sim.world.SimulatedReceivers;
import io.posthorn.sim.world.World;
import java.util.SplittableRandom;

/**
 * The run of one scenario: a world without faults in which nothing is left to chance, and the
 * report of what happened in it.
 */
public final class ScenarioRun {
  /** 2026-01-01T00:00:00Z: a full hour, so that the circuit's buckets begin with the run. */
  private static final long START = 1_767_225_600_000L;

  private final Scenario scenario;
  private final World world;

  ScenarioRun(Scenario scenario) {
    this.scenario = scenario;
    world =
        new World(
            new World.Setup(
                scenario.settings().rules(),
                START,
                scenario.timeout(),
                new ScenarioTokenServers(scenario)),
            new SimulatedReceivers(new SplittableRandom(0)));
  }

  /** Plays a scenario from start to end. The same scenario gives the same report. */
  public static ScenarioReport play(Scenario scenario) {
    return new ScenarioRun(scenario).play();
  }

  World world() {
    return world;
  }

  ScenarioReport play() {
    ScenarioRecorder recorder = new ScenarioRecorder(world, scenario);
    world.addListener(recorder);
    world.start();
    ScenarioTraffic traffic = new ScenarioTraffic(world, scenario);
    traffic.subscribe();
    world.scheduler().runUntil(1); // the subscriptions are there before anything happens
    recorder.plan();
    traffic.plan();
    world.scheduler().runUntil(scenario.run() + 1);
    return recorder.report();
  }
}
