package io.posthorn.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.sim.report.EndpointFigures;
import io.posthorn.sim.report.ScenarioReport;
import io.posthorn.sim.scenario.InvalidScenarioException;
import io.posthorn.sim.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios whose endpoints have their own retry policy, final statuses or a token server. */
final class ScenarioOptionsTest {
  private static ScenarioReport play(String options, String health) {
    return PlayedScenarios.play(scenario(options, health));
  }

  private static String scenario(String options, String health) {
    return """
        run: 3d
        endpoints:
          - name: shop
            latency: 1ms
            events:
              - {at: 0s, count: 2}
            %s
            health:
              - {at: 0s, is: %s}
        """
        .formatted(options, health);
  }

  private static EndpointFigures figures(ScenarioReport report) {
    return report.endpoints().getFirst().figures();
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry: {schedule: [5s, 1m, 10m]}", "retry: {unit: 5s, limit: 3}"})
  void an_endpoint_with_its_own_policy_drops_after_its_own_retries(String options) {
    EndpointFigures figures = figures(play(options, "down"));
    assertThat(figures.retries()).isEqualTo(6);
    assertThat(figures.exhausted()).isEqualTo(2);
  }

  @Test
  void without_one_it_retries_11_times() {
    assertThat(figures(play("", "down")).retries()).isEqualTo(22);
  }

  @Test
  void a_message_that_recovers_in_a_slot_of_its_own_schedule_is_delivered_then() {
    EndpointFigures figures =
        figures(play("retry: {schedule: [5s, 1m, 10m]}", "down}\n      - {at: 2m, is: healthy"));
    assertThat(figures.delivered()).isEqualTo(2);
    assertThat(Duration.ofMillis(figures.slowest()))
        .isBetween(Duration.ofMinutes(10), Duration.ofSeconds(601));
  }

  @Test
  void a_final_status_drops_at_once() {
    ScenarioReport report = play("final-statuses: [400, 413]", "status 413");
    assertThat(figures(report).firstAttempts()).isEqualTo(2);
    assertThat(figures(report).retries()).isZero();
    assertThat(figures(report).rejected()).isEqualTo(2);
    assertThat(report.render(100))
        .contains("dropped: rejected", "the response had a final status (rejected)");
  }

  @Test
  void a_final_410_pauses_the_endpoint() {
    ScenarioReport report = play("final-statuses: [410]\n    max-in-flight: 1", "status 410");
    assertThat(figures(report).rejected()).isEqualTo(1);
    assertThat(figures(report).expired()).isEqualTo(1);
    assertThat(report.render(100)).contains("PAUSED by status 410, which is final");
  }

  @Test
  void a_report_without_final_statuses_has_no_row_for_them() {
    assertThat(play("", "down").render(100)).doesNotContain("rejected");
  }

  @Test
  void a_dead_token_server_costs_one_failed_attempt_a_minute_then_one_in_ten_and_no_message() {
    ScenarioReport report =
        play(
            """
            token-server:
                  - {at: 0s, is: down}
                  - {at: 30m, is: healthy}
            """,
            "healthy");
    EndpointFigures figures = figures(report);
    assertThat(figures.accepted()).isEqualTo(2);
    assertThat(figures.delivered()).isEqualTo(2);
    assertThat(figures.failed()).as("at 0, 1, 3, 7, 15 and 25 minutes at most").isBetween(3L, 6L);
    assertThat(report.render(100))
        .contains(
            "(the token server is down: connections are refused)",
            "first failure: no access token: connection refused",
            "(the token server is healthy)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"slow 6s", "status 500"})
  void a_token_server_can_be_slow_or_wrong(String health) {
    ScenarioReport report =
        play(
            "token-server: [{at: 0s, is: %s}, {at: 5m, is: healthy}]".formatted(health), "healthy");
    assertThat(figures(report).failed()).isPositive();
    assertThat(figures(report).delivered()).isEqualTo(2);
    assertThat(report.render(100)).contains("first failure: no access token: ");
  }

  @Test
  void a_healthy_token_server_changes_nothing() {
    ScenarioReport report = play("token-server: [{at: 0s, is: healthy}]", "healthy");
    assertThat(figures(report).failed()).isZero();
    assertThat(figures(report).delivered()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token-server: down",
        "token-server: [{at: 0s, is: broken}]",
        "token-server: [{at: 0s, is: rejects 1 of 5}]",
        "retry: {unit: 5s}",
        "retry: {unit: 5s, limit: 3, schedule: [5s]}",
        "retry: {schedule: []}",
        "retry: {schedule: [5s, 4s]}",
        "retry: {schedule: [8d]}",
        "retry: 5s",
        "final-statuses: [200]",
        "final-statuses: [429]",
        "final-statuses: 400",
        "count-final: perhaps"
      })
  void mistakes_are_problems_with_their_line(String options) {
    assertThatThrownBy(() -> Scenario.parse(scenario(options, "down"), "outage.yaml"))
        .isInstanceOf(InvalidScenarioException.class)
        .hasMessageContaining("outage.yaml");
  }
}
