package io.posthorn.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.sim.report.ScenarioReport;
import org.junit.jupiter.api.Test;

final class ScenarioReportTest {
  private static final String OUTAGE =
      """
      name: A short outage
      description: One endpoint is down for an hour.
      run: 4h
      settings:
        circuit.probe-interval: 20m
      endpoints:
        - name: shop
          events: 2/m
          latency: 40ms
          health:
            - {at: 1h, is: down}
            - {at: 2h, is: healthy}
      """;

  @Test
  void a_report_has_head_strip_table_and_timeline() {
    assertThat(PlayedScenarios.play(OUTAGE).render(100))
        .isEqualTo(
            """
            A short outage
            ==============
            One endpoint is down for an hour.

            Plays 4h with these settings:
              circuit.probe-interval: 20m (default 10m)

            shop      ....................xxxxxxxxxxxxxxxxxxxx........................................
            Posthorn  ....................xxxxxxxxxxxDDDDDDDDDDDDDDD..................................
                      |0        |30m      |1h       |1h 30m   |2h       |2h 30m   |3h       |3h 30m   |4h
                      . healthy, x failing, ~ both, D disabled, F frozen, P paused; one sign is 3m

                                               shop
            ---------------------------------------
            events accepted                     480
            first attempts                      479
            retries                             281
            probes                                2
            failed, of all these                282
            delivered                           480
              the slowest after              1h 15m
            dropped: retries exhausted            0
            dropped: expired                      0
            waiting at the end                    0
              of these held                       0
            most waiting at a time              151
            disabled at                  1h 35m 12s
            re-enabled at                2h 15m 12s
            frozen at                             -

            1h  0m      (the endpoint is down: connections are refused)
            1h  0m      first failure: connection refused
            1h 35m 12s  DISABLED: 401 attempts in the window, 281 failed (70.1 %)
            1h 55m 12s  1 probe, which failed
            2h  0m      (the endpoint is healthy)
            2h 15m 12s  ENABLED by a successful probe after 40m; 150 held messages due at once
            2h 15m 12s  backlog of 150 messages worked off in 520ms: all delivered
            4h  0m      end of the run: enabled, nothing waits
            """);
  }

  @Test
  void no_line_is_wider_than_the_terminal() {
    String[] names = {"twenty-minute-outage", "three-day-outage", "flapping", "poisonous-message"};
    for (String name : names) {
      ScenarioReport report = ScenarioRun.play(PlayedScenarios.example(name));
      for (int width : new int[] {60, 80, 100, 200}) {
        assertThat(report.render(width).lines())
            .allMatch(line -> line.length() <= width)
            .allMatch(line -> line.equals(line.stripTrailing()))
            .allMatch(line -> line.chars().allMatch(c -> c >= ' ' && c <= '~'));
      }
    }
  }

  @Test
  void a_strip_shows_paused_and_frozen() {
    String report =
        PlayedScenarios.play(
                """
                run: 10h
                settings:
                  circuit.freeze.consecutive-any-time: 5
                endpoints:
                  - name: shop
                    events: 1/m
                    health: [{at: 6h, is: down}]
                    actions: [{at: 2h, do: pause}, {at: 4h, do: enable}]
                """)
            .render(60);

    assertThat(report)
        .contains("\nshop      ........................xxxxxxxxxxxxxxxx\n")
        .contains("\nPosthorn  ........PPPPPPPP........FFFFFFFFFFFFFFFF\n")
        .contains("FROZEN: 5 failures in a row\n");
  }

  @Test
  void the_middle_of_a_very_long_timeline_is_left_out() {
    String report =
        PlayedScenarios.play(
                """
                run: 10d
                settings:
                  circuit.disable.consecutive: 3
                  circuit.probe-interval: 5m
                endpoints:
                  - name: shop
                    events: 1/m
                    health: [{at: 0s, is: "flapping 1h up, 1h down"}]
                """)
            .render(100);

    assertThat(report).contains(" entries like these ...");
    assertThat(report.lines().count()).isLessThan(100);
  }

  @Test
  void columns_that_do_not_fit_go_below() {
    StringBuilder yaml = new StringBuilder("run: 1h\nendpoints:\n");
    for (int i = 1; i <= 12; i++) {
      yaml.append("  - {name: endpoint-number-").append(i).append(", events: 1/m}\n");
    }
    String report = PlayedScenarios.play(yaml.toString()).render(100);

    assertThat(report.lines().filter(line -> line.startsWith("events accepted"))).hasSize(4);
    assertThat(report).contains("endpoint-number-12");
  }
}
