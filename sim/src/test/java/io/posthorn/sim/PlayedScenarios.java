package io.posthorn.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.text.DurationText;
import io.posthorn.sim.report.EndpointFigures;
import io.posthorn.sim.report.EndpointResult;
import io.posthorn.sim.report.ScenarioReport;
import io.posthorn.sim.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Plays the scenarios of tests: the examples, or YAML from the test itself. */
final class PlayedScenarios {
  private static final Path EXAMPLES = Path.of("..", "examples", "scenarios");

  private PlayedScenarios() {}

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

  static EndpointFigures figures(ScenarioReport report, String endpoint) {
    return report.endpoints().stream()
        .filter(one -> one.name().equals(endpoint))
        .findFirst()
        .orElseThrow()
        .figures();
  }

  /** Milliseconds since the start, to the second: what reports show. */
  static String[] times(List<Long> times) {
    return times.stream().map(DurationText::toTheSecond).toArray(String[]::new);
  }

  /** Every event is accounted for: delivered, dropped or waiting. */
  static void balances(ScenarioReport report) {
    for (EndpointResult endpoint : report.endpoints()) {
      EndpointFigures f = endpoint.figures();
      assertThat(f.delivered() + f.exhausted() + f.expired() + f.waiting())
          .as(endpoint.name())
          .isEqualTo(f.accepted());
      assertThat(f.firstAttempts() + f.retries() + f.probes() - f.failed())
          .as("each delivery is one successful attempt")
          .isEqualTo(f.delivered());
    }
  }
}
