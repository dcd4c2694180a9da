package io.posthorn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.posthorn.core.text.DurationText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScenarioParseTest {
  private static final String GOOD =
      """
      name: An outage
      run: 3h
      settings:
        circuit.probe-interval: 5m
      endpoints:
        - name: shop
          events: 10/m
          health:
            - at: 30m
              is: down
          actions:
            - at: 1h
              do: enable
      """;

  private static List<String> problems(String yaml) {
    try {
      Scenario.parse(yaml, "outage.yaml");
    } catch (InvalidScenarioException e) {
      return e.problems();
    }
    throw new AssertionError("accepted: " + yaml);
  }

  private static String problem(String before, String after) {
    assertThat(GOOD).contains(before);
    List<String> problems = problems(GOOD.replace(before, after));
    assertThat(problems).hasSize(1);
    return problems.getFirst();
  }

  @Test
  void a_good_scenario_is_read() {
    Scenario scenario = Scenario.parse(GOOD, "outage.yaml");

    assertThat(scenario.name()).isEqualTo("An outage");
    assertThat(scenario.run()).isEqualTo(3 * DurationText.HOUR);
    assertThat(scenario.settings().differences())
        .containsExactly("circuit.probe-interval: 5m (default 10m)");
    assertThat(scenario.endpoints()).hasSize(1);
  }

  @Test
  void settings_can_be_nested_as_in_a_settings_file() {
    String nested = "circuit:\n    probe-interval: 5m\n    disable: {failure-rate: 0.5}";
    Scenario scenario =
        Scenario.parse(GOOD.replace("circuit.probe-interval: 5m", nested), "outage.yaml");

    assertThat(scenario.settings().rules().circuit().probeInterval()).isEqualTo(300_000);
    assertThat(scenario.settings().rules().circuit().failureRate()).isEqualTo(500_000);
  }

  @Test
  void an_unknown_key_is_named_with_its_line_and_the_one_that_was_meant() {
    assertThat(problem("    events: 10/m", "    events: 10/m\n    latencey: 5ms"))
        .isEqualTo(
            "outage.yaml:8: endpoints[0].latencey: This key is not known. Did you mean latency?");
    assertThat(problem("name: An outage", "title: An outage"))
        .isEqualTo(
            "outage.yaml:1: title: This key is not known. Write one of: name, description, run,"
                + " settings, endpoints.");
  }

  @Test
  void an_unknown_setting_is_named_with_the_one_that_was_meant() {
    assertThat(problem("probe-interval", "probe-intervall"))
        .isEqualTo(
            "outage.yaml:4: settings.circuit.probe-intervall: Unknown setting of a scenario."
                + " Did you mean circuit.probe-interval?");
  }

  @Test
  void a_setting_that_plays_no_part_is_refused() {
    assertThat(problem("circuit.probe-interval: 5m", "http.port: 8080"))
        .startsWith("outage.yaml:4: settings.http.port: Unknown setting of a scenario. ")
        .contains("retry.unit, retry.limit");
  }

  @Test
  void a_bad_value_is_refused_with_the_fix() {
    assertThat(problem("5m", "often"))
        .isEqualTo(
            "outage.yaml:4: settings.circuit.probe-interval: \"often\" is not valid. Write a"
                + " duration above zero, such as 84800ms, 5s, 10m or 72h.");
  }

  @Test
  void contradictory_settings_are_refused_in_the_words_of_the_rules() {
    assertThat(problem("circuit.probe-interval: 5m", "retry.limit: 41"))
        .isEqualTo("outage.yaml:4: settings: retry.limit must be from 1 to 40.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3 hours", "3", "1.5h", "h", "3hh", "3w", "0x3h", "99999999999999d"})
  void a_bad_duration_is_refused(String bad) {
    assertThat(problem("run: 3h", "run: " + bad))
        .startsWith("outage.yaml:2: run: \"" + bad + "\" is not a duration. Write a duration");
  }

  @Test
  void a_negative_time_is_refused() {
    assertThat(problem("at: 30m", "at: -30m"))
        .isEqualTo(
            "outage.yaml:9: endpoints[0].health[0].at: \"-30m\" is before the start. Write a"
                + " duration such as 500ms, 5s, 10m, 72h or 30d.");
  }

  @Test
  void a_time_behind_the_end_of_the_run_is_refused() {
    assertThat(problem("at: 1h", "at: 4h"))
        .isEqualTo(
            "outage.yaml:12: endpoints[0].actions[0].at: 4h is after the end of the run at 3h."
                + " Make \"run\" longer, or this earlier.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dwon",
        "down 5s",
        "slow",
        "slow 5x",
        "status",
        "status 99",
        "status 600",
        "status 503 retry-after soon",
        "status 503 retry-after 1500ms",
        "flapping",
        "flapping 30s up, 90s up",
        "flapping 0s up, 90s down",
        "rejects 2 of 50",
        "rejects 1 of 0"
      })
  void an_unknown_health_is_refused_with_all_that_can_be_written(String bad) {
    assertThat(problem("is: down", "is: " + bad))
        .startsWith(
            "outage.yaml:10: endpoints[0].health[0].is: \"" + bad + "\" is not a valid condition. ")
        .contains("Write one of: healthy; down; slow 8s; status 503;");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "healthy",
        "down",
        "slow 8s",
        "slow 200ms",
        "status 503",
        "status 429 retry-after 120s",
        "flapping 30s up, 90s down",
        "flapping 1h 30m down 5m up",
        "rejects 1 of 50"
      })
  void every_health_is_read(String good) {
    Scenario.parse(GOOD.replace("is: down", "is: " + good), "outage.yaml");
  }

  @Test
  void health_has_to_be_in_the_order_of_time() {
    String more = "is: down\n      - at: 30m\n        is: healthy";
    assertThat(problem("is: down", more))
        .startsWith("outage.yaml:11: endpoints[0].health[1].at: Write the changes in the order");
  }

  @ParameterizedTest
  @ValueSource(strings = {"often", "10", "0/m", "10/w", "1.5/h", "-1/h"})
  void a_bad_rate_is_refused(String bad) {
    assertThat(problem("events: 10/m", "events: " + bad))
        .startsWith("outage.yaml:7: endpoints[0].events: \"" + bad + "\" is not a rate. Write");
  }

  @Test
  void a_deed_that_cannot_be_done_is_refused() {
    assertThat(problem("do: enable", "do: restart"))
        .endsWith("do: \"restart\" is not an action. Write enable or pause.");
  }

  @Test
  void more_events_than_can_be_played_are_refused() {
    assertThat(problem("10/m", "100/s"))
        .endsWith(
            "1,080,000 events are too many; the limit is 500,000. Lower the rates or shorten"
                + " the run.");
  }

  @Test
  void a_duplicate_key_is_refused() {
    assertThat(problem("run: 3h", "run: 3h\nrun: 3h"))
        .isEqualTo("outage.yaml:3: run: This key appears twice: keep one.");
  }

  @Test
  void missing_settings_are_named() {
    assertThat(problems("name: nothing"))
        .containsExactly(
            "outage.yaml:1: The key \"run\" is missing. Give the time to simulate, such as 3h or"
                + " 8d.",
            "outage.yaml:1: endpoints: Write a list of 1 to 20 endpoints.");
    assertThat(problems("run: 1h\nendpoints:\n  - latency: 5ms"))
        .hasSize(2)
        .allMatch(line -> line.startsWith("outage.yaml:3: endpoints[0]: The key \""));
  }

  @Test
  void all_problems_are_reported_at_once() {
    String bad = GOOD.replace("run: 3h", "run: long").replace("down", "dwon").replace("10/m", "x");

    assertThatExceptionOfType(InvalidScenarioException.class)
        .isThrownBy(() -> Scenario.parse(bad, "outage.yaml"))
        .satisfies(e -> assertThat(e.problems()).hasSize(3))
        .satisfies(e -> assertThat(e).hasMessage(String.join("\n", e.problems())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "- a", "text", "run: [", "run: 3h\n\tname: x", "a: b: c", "a: *b"})
  void a_file_that_is_no_scenario_is_refused_with_a_line_number(String text) {
    assertThat(problems(text)).allMatch(line -> line.matches("outage.yaml:\\d+: .+"));
  }

  @Test
  void settings_that_contain_themselves_are_refused_and_do_not_hang() {
    assertThat(problems(GOOD.replace("circuit.probe-interval: 5m", "circuit: &a {disable: *a}")))
        .isNotEmpty();
  }
}
