package io.posthorn.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.sim.check.EffectCounts;
import io.posthorn.sim.check.InvariantChecker;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.invariant.Invariants;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.scenario.Scenario;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios run in the same world as seeds, so the invariants hold for them too. */
final class CheckedScenariosTest {
  private static final Scenario OUTAGE_OF_72_HOURS =
      Scenario.parse(
          """
          run: 124h
          endpoints:
            - name: busy
              events: [{from: 0s, to: 74h, rate: 2/m}]
              health: [{at: 1h, is: down}, {at: 73h, is: healthy}]
          """,
          "test.yaml");

  private final EffectCounts counts = new EffectCounts();

  private InvariantChecker check(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario);
    InvariantChecker checker =
        new InvariantChecker(
            new ReferenceModel(scenario.settings().rules()),
            new StoreReader(run.world().disk()),
            Invariants.all());
    run.world().addListener(checker);
    run.world().addListener(counts);
    run.play();
    return checker;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"twenty-minute-outage", "three-day-outage", "flapping", "poisonous-message"})
  void the_examples_keep_every_invariant(String name) {
    InvariantChecker checker = check(PlayedScenarios.example(name));

    assertThat(checker.model().messages().size()).isGreaterThan(1_000);
  }

  @Test
  @Tag("thorough")
  void an_outage_of_72_hours_takes_about_a_second_and_keeps_every_invariant() {
    check(OUTAGE_OF_72_HOURS).healed(); // the first run is the compiler's
    CheckedScenariosTest again = new CheckedScenariosTest();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long began = threads.getCurrentThreadCpuTime(); // the machine's other work does not count
    again.check(OUTAGE_OF_72_HOURS).healed();
    Duration took = Duration.ofNanos(threads.getCurrentThreadCpuTime() - began);

    System.out.printf("72 h outage, checked: %d ms%n", took.toMillis());
    assertThat(again.counts.counts())
        .containsEntry("disabled", 1L)
        .containsEntry("recovered", 1L)
        .containsKeys("delivered", "expired");
    // About one second; the rest is for slower machines.
    assertThat(took).isLessThan(Duration.ofSeconds(10));
  }
}
