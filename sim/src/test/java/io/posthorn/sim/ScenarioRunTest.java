package io.posthorn.sim;

import static io.posthorn.sim.PlayedScenarios.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.sim.report.EndpointFigures;
import io.posthorn.sim.report.ReportTimeline;
import io.posthorn.sim.report.ScenarioReport;
import io.posthorn.sim.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ScenarioRunTest {
  @Test
  void the_same_scenario_gives_the_same_report() {
    String once = ScenarioRun.play(PlayedScenarios.example("flapping")).render(100);
    String again = ScenarioRun.play(PlayedScenarios.example("flapping")).render(100);

    assertThat(again).isEqualTo(once);
  }

  @Test
  void a_three_day_outage_of_a_busy_endpoint_plays_in_well_under_a_second() {
    Scenario scenario = PlayedScenarios.example("three-day-outage");
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) { // the first ones warm the machine up
      long start = System.nanoTime();
      ScenarioRun.play(scenario);
      best = Math.min(best, System.nanoTime() - start);
    }
    System.out.println("eight days in virtual time: " + Duration.ofNanos(best).toMillis() + " ms");
    assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofSeconds(5));
  }

  /**
   * Section 2's example. "first" is accepted at 0; attempts at 0, 84.8 and 254.4 s fail. A second
   * message fails at 300 s, the fourth failure in a row, which disables the endpoint; its probe
   * succeeds at 36,000 s, and a millisecond later the endpoint fails again.
   */
  private static EndpointFigures example(String run) {
    return PlayedScenarios.play(
            """
            run: %s
            settings:
              circuit.disable.consecutive: 4
              circuit.probe-interval: 35700s
            endpoints:
              - name: first
                latency: 1ms
                events:
                  - {at: 0s, count: 1}
                  - {at: 299999ms, count: 1}
                health:
                  - {at: 0s, is: down}
                  - {at: 36000s, is: healthy}
                  - {at: 36000001ms, is: down}
            """
                .formatted(run))
        .endpoints()
        .getFirst()
        .figures();
  }

  @Test
  void the_worked_example_slots_that_passed_while_disabled_are_gone() {
    EndpointFigures atTenHours = example("36001s");
    assertThat(atTenHours.disabledAt()).containsExactly(300_000L);
    assertThat(atTenHours.enabledAt()).containsExactly(36_000_001L);
    assertThat(atTenHours.firstAttempts()).isEqualTo(2);
    assertThat(atTenHours.probes()).isEqualTo(1);
    assertThat(atTenHours.retries()).as("84.8 s, 254.4 s, and when it was enabled").isEqualTo(3);
    assertThat(atTenHours.delivered()).isEqualTo(1);

    assertThat(example("43332800ms").retries()).as("up to slot 9, not recorded yet").isEqualTo(3);
    assertThat(example("43332801ms").retries()).as("slot 9 at 43,332.8 s").isEqualTo(4);
  }

  @Test
  void a_message_that_always_fails_gets_its_first_attempt_and_at_most_11_retries() {
    EndpointFigures figures =
        PlayedScenarios.play(
                """
                run: 60h
                endpoints:
                  - name: broken
                    events: [{at: 0s, count: 1}]
                    health: [{at: 0s, is: status 500}]
                """)
            .totals();

    assertThat(figures.firstAttempts()).isEqualTo(1);
    assertThat(figures.retries()).isEqualTo(11);
    assertThat(figures.exhausted()).isEqualTo(1);
  }

  @Test
  void a_response_within_the_timeout_is_a_success_and_a_later_one_a_failure() {
    String yaml =
        """
        run: 1m
        endpoints:
          - name: slow
            events: [{at: 0s, count: 1}]
            health: [{at: 0s, is: slow %s}]
        """;

    assertThat(PlayedScenarios.play(yaml.formatted("5s")).totals().delivered()).isEqualTo(1);
    assertThat(PlayedScenarios.play(yaml.formatted("5001ms")).totals().failed()).isEqualTo(1);
  }

  @Test
  void a_retry_after_holds_the_whole_endpoint_but_at_most_an_hour() {
    String yaml =
        """
        run: 70m
        endpoints:
          - name: busy
            latency: 1ms
            events: [{at: 0s, count: 1}, {at: 1m, count: 1}]
            health: [{at: 0s, is: status 503 retry-after %s}, {at: 30s, is: healthy}]
        """;

    assertThat(PlayedScenarios.play(yaml.formatted("10m")).totals().slowest()).isEqualTo(600_002);
    assertThat(PlayedScenarios.play(yaml.formatted("3h")).totals().delivered())
        .as("the second message goes after an hour, the first waits on")
        .isEqualTo(1);
  }

  @Test
  void a_paused_endpoint_gets_nothing_and_its_held_messages_when_it_is_enabled() {
    ScenarioReport report =
        PlayedScenarios.play(
            """
            run: 3h
            endpoints:
              - name: shop
                events: 1/m
                actions:
                  - {at: 1h, do: pause}
                  - {at: 2h, do: enable}
            """);
    EndpointFigures shop = PlayedScenarios.figures(report, "shop");

    assertThat(shop.delivered()).isEqualTo(180);
    assertThat(shop.mostWaiting()).isEqualTo(61);
    assertThat(times(shop.enabledAt())).containsExactly("2h");
    assertThat(report.timeline())
        .extracting(ReportTimeline.Entry::text)
        .contains("PAUSED by hand", "ENABLED by hand after 1h; 60 held messages due at once");
  }

  @Test
  void messages_held_at_the_end_are_reported() {
    ScenarioReport report =
        PlayedScenarios.play(
            """
            run: 2h
            endpoints:
              - name: shop
                events: 1/m
                actions: [{at: 1h, do: pause}]
            """);

    assertThat(report.totals().waiting()).isEqualTo(60);
    assertThat(report.totals().held()).isEqualTo(60);
    assertThat(report.timeline().getLast().text())
        .isEqualTo("end of the run: paused, 60 messages wait, all held");
  }

  @Test
  void a_limit_of_requests_per_second_spreads_a_burst() {
    EndpointFigures figures =
        PlayedScenarios.play(
                """
                run: 10m
                endpoints:
                  - name: modest
                    events: [{at: 0s, count: 100}]
                    max-per-second: 2
                """)
            .totals();

    assertThat(figures.delivered()).isEqualTo(100);
    assertThat(figures.slowest()).isEqualTo(99 * 500 + 50);
  }

  @Test
  void one_endpoints_outage_never_delays_another() {
    ScenarioReport report =
        PlayedScenarios.play(
            """
            run: 6h
            endpoints:
              - name: broken
                events: 1/s
                health: [{at: 1h, is: slow 30s}]
              - name: quick
                latency: 40ms
                events: 1/s
            """);

    assertThat(PlayedScenarios.figures(report, "quick").slowest()).isEqualTo(40);
  }

  @Test
  void a_backlog_that_fails_again_is_reported_with_the_attempt_that_disabled_the_endpoint() {
    ScenarioReport report =
        PlayedScenarios.play(
            """
            run: 3h
            settings: {circuit.disable.consecutive: 10}
            endpoints:
              - name: shop
                events: 1/m
                health: [{at: 0s, is: down}]
                actions: [{at: 1h 30s, do: enable}]
            """);

    assertThat(report.timeline())
        .extracting(ReportTimeline.Entry::text)
        .contains("backlog: 10 of 61 messages tried, all failed again");
  }
}
