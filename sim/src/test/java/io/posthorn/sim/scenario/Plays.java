package io.posthorn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Scenarios for tests: from the examples, or written in the test. */
final class Plays {
  private static final Path EXAMPLES = Path.of("..", "examples", "scenarios");

  private Plays() {}

  static Scenario example(String name) {
    Path file = EXAMPLES.resolve(name + ".yaml");
    try {
      return Scenario.parse(Files.readString(file), file.getFileName().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ScenarioReport play(String yaml) {
    return ScenarioRun.play(Scenario.parse(yaml, "test.yaml"));
  }

  static Figures figures(ScenarioReport report, String endpoint) {
    return report.endpoints().stream()
        .filter(one -> one.name().equals(endpoint))
        .findFirst()
        .orElseThrow()
        .figures();
  }

  /** Milliseconds since the start, to the second: what reports show. */
  static String[] moments(List<Long> moments) {
    return moments.stream().map(Durations::moment).toArray(String[]::new);
  }

  /** Every event is accounted for: delivered, dropped or waiting. */
  static void balances(ScenarioReport report) {
    for (EndpointReport endpoint : report.endpoints()) {
      Figures f = endpoint.figures();
      assertThat(f.delivered() + f.exhausted() + f.expired() + f.waiting())
          .as(endpoint.name())
          .isEqualTo(f.accepted());
      assertThat(f.firstAttempts() + f.retries() + f.probes() - f.failed())
          .as("each delivery is one successful attempt")
          .isEqualTo(f.delivered());
    }
  }
}
