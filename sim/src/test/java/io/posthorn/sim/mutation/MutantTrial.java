package io.posthorn.sim.mutation;

import io.posthorn.sim.SeedRun;
import io.posthorn.sim.SimulationFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The process that runs one mutant: its tests until one has failed; if all pass, or if both are
 * asked for, also seeds until one has. It prints each failure as a line.
 */
final class MutantTrial {
  static final String TEST = "TEST ";
  static final String SEED = "SEED ";
  static final String DONE = "DONE";

  /** The system property that asks for seeds even if a test has failed. */
  static final String BOTH = "posthorn.mutants.both";

  private MutantTrial() {}

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[0]);
    List<String> tests = List.of(arguments).subList(1, arguments.length);
    List<String> failing = failingTests(tests);
    failing.forEach(test -> System.out.println(TEST + test));
    if (failing.isEmpty() || Boolean.getBoolean(BOTH)) {
      failingSeed(seeds);
    }
    System.out.println(DONE);
    System.exit(0);
  }

  private static List<String> failingTests(List<String> tests) {
    List<String> failed = Collections.synchronizedList(new ArrayList<>());
    CancellationToken enough = CancellationToken.create();
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED && test.isTest()) {
              failed.add(nameOf(test));
              enough.cancel();
            }
          }
        };
    List<? extends DiscoverySelector> selected =
        DiscoverySelectors.parseAll(tests.toArray(String[]::new)).toList();
    var discovery = LauncherDiscoveryRequestBuilder.request().selectors(selected).build();
    LauncherFactory.create()
        .execute(
            LauncherExecutionRequestBuilder.request(discovery)
                .listeners(listener)
                .cancellationToken(enough)
                .build());
    return failed;
  }

  private static String nameOf(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(s -> s.getJavaClass().getSimpleName() + "." + s.getMethodName())
        .orElse(test.getDisplayName());
  }

  private static void failingSeed(int seeds) {
    for (int seed = 1; seed <= seeds; seed++) {
      try {
        SeedRun.run(seed);
      } catch (SimulationFailure e) {
        System.out.println(SEED + seed + " " + e.invariant());
        return;
      }
    }
  }
}
