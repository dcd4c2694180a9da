package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Configuration.ListedSetting;
import io.posthorn.sim.scenario.InvalidScenarioException;
import io.posthorn.sim.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A scenario sets the server's settings. The simulator does not use the server, so it has the keys
 * and defaults of some settings a second time; here they are compared.
 */
final class ScenarioSettingsTest {
  private static final Pattern KEY = Pattern.compile("[a-z]+\\.[a-z.-]*[a-z]");

  private static final Map<String, String> DEFAULTS =
      Configuration.load(null, Map.of()).listing().stream()
          .collect(Collectors.toMap(ListedSetting::key, ListedSetting::value));

  private static Scenario scenario(String key, String value) {
    return Scenario.parse(
        """
        run: 1h
        settings:
          %s: %s
        endpoints:
          - name: shop
            events: 1/m
        """
            .formatted(key, value),
        "outage");
  }

  /** The keys that a scenario knows, as it lists them for an unknown one. */
  private static List<String> keys() {
    String problem =
        catchThrowableOfType(
                InvalidScenarioException.class, () -> scenario("unlike-any-other-key", "1"))
            .problems()
            .getFirst();
    String list = problem.substring(problem.indexOf("Write one of: "));
    return KEY.matcher(list).results().map(MatchResult::group).toList();
  }

  @Test
  void each_setting_of_a_scenario_is_one_of_the_server_with_the_same_default() {
    List<String> keys = keys();

    assertThat(keys).hasSizeGreaterThan(10).contains("retry.unit", "circuit.probe-interval");
    assertThat(DEFAULTS).containsKeys(keys.toArray(String[]::new));
    DEFAULTS.forEach(
        (key, value) -> {
          if (keys.contains(key)) {
            assertThat(scenario(key, value).settings().differences()).as(key).isEmpty();
          }
        });
  }
}
