package io.posthorn.sim;

import static io.posthorn.sim.PlayedScenarios.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.sim.report.EndpointFigures;
import io.posthorn.sim.report.ReportTimeline;
import io.posthorn.sim.report.ScenarioReport;
import org.junit.jupiter.api.Test;

/** The figures of the examples: a change of the rules, or of the shard, shows here. */
final class ExampleScenariosTest {
  private static ScenarioReport played(String name) {
    ScenarioReport report = ScenarioRun.play(PlayedScenarios.example(name));
    PlayedScenarios.balances(report);
    return report;
  }

  @Test
  void a_twenty_minute_outage_does_not_disable_an_endpoint_with_a_long_record_of_success() {
    EndpointFigures shop = PlayedScenarios.figures(played("twenty-minute-outage"), "shop");

    assertThat(shop.accepted()).isEqualTo(2_400);
    assertThat(shop.delivered()).isEqualTo(2_400);
    assertThat(shop.retries()).isEqualTo(646);
    assertThat(shop.probes()).isZero();
    assertThat(shop.disabledAt()).isEmpty();
  }

  @Test
  void a_twenty_minute_outage_disables_a_newcomer_whose_next_probe_enables_it() {
    ScenarioReport report = played("twenty-minute-outage");
    EndpointFigures newcomer = PlayedScenarios.figures(report, "newcomer");

    assertThat(times(newcomer.disabledAt())).containsExactly("2h 9m 36s");
    assertThat(times(newcomer.enabledAt())).containsExactly("2h 29m 36s");
    assertThat(newcomer.probes()).isEqualTo(2);
    assertThat(newcomer.delivered()).isEqualTo(1_300);
    assertThat(report.timeline())
        .extracting(ReportTimeline.Entry::text)
        .contains(
            "DISABLED: 334 attempts in the window, 234 failed (70.1 %)",
            "ENABLED by a successful probe after 20m; 296 held messages due at once",
            "backlog of 296 messages worked off in 640ms: all delivered");
  }

  @Test
  void a_busy_endpoint_is_disabled_at_2000_in_a_row_and_frozen_after_72_hours_without_success() {
    ScenarioReport report = played("three-day-outage");
    EndpointFigures erp = PlayedScenarios.figures(report, "erp");

    assertThat(times(erp.disabledAt())).containsExactly("2d 8h 42m");
    assertThat(times(erp.frozenAt())).containsExactly("5d 2m");
    assertThat(times(erp.enabledAt())).containsExactly("5d 12h");
    assertThat(erp.probes()).isEqualTo(380);
    assertThat(erp.failed()).isEqualTo(2_380);
    assertThat(erp.delivered()).isEqualTo(4_686);
    assertThat(erp.expired()).isEqualTo(1_074);
    assertThat(erp.exhausted()).isZero();
    assertThat(report.timeline())
        .extracting(ReportTimeline.Entry::text)
        .contains(
            "DISABLED: 2,000 failures in a row",
            "380 probes, every 10m, all failed; the last at 5d 2m",
            "FROZEN: 2,380 failures in a row and 72h 3m without a success",
            "ENABLED by hand after 75h 17m; 1,446 held messages due at once");
  }

  @Test
  void a_quiet_endpoint_is_still_being_probed_after_80_hours_and_comes_back_by_itself() {
    EndpointFigures archive = PlayedScenarios.figures(played("three-day-outage"), "archive");

    assertThat(times(archive.disabledAt())).containsExactly("2d 10h 43m 48s");
    assertThat(times(archive.enabledAt())).containsExactly("5d 8h 3m 48s");
    assertThat(archive.frozenAt()).isEmpty();
    assertThat(archive.delivered()).isEqualTo(480);
    assertThat(archive.expired()).isEqualTo(96);
  }

  @Test
  void a_flapping_endpoint_is_disabled_and_enabled_repeatedly_and_gets_everything() {
    EndpointFigures flaky = PlayedScenarios.figures(played("flapping"), "flaky");

    assertThat(times(flaky.disabledAt())).containsExactly("4h 38m 32s", "7h 14m 45s");
    assertThat(times(flaky.enabledAt())).containsExactly("4h 58m 32s", "7h 34m 45s");
    assertThat(flaky.delivered()).isEqualTo(2_880);
    assertThat(flaky.retries()).isEqualTo(3_877);
  }

  @Test
  void poisonous_messages_are_dropped_after_48_hours_and_harm_no_others() {
    EndpointFigures crm = PlayedScenarios.figures(played("poisonous-message"), "crm");

    assertThat(crm.disabledAt()).isEmpty();
    assertThat(crm.exhausted()).isEqualTo(57);
    assertThat(crm.delivered()).isEqualTo(5_760 - 5_760 / 50);
    assertThat(crm.slowest()).as("no other message waits for them").isEqualTo(50);
  }

  @Test
  void one_poisonous_message_does_not_keep_an_endpoint_shut() {
    EndpointFigures ledger = PlayedScenarios.figures(played("poisonous-message"), "ledger");

    assertThat(times(ledger.disabledAt())).containsExactly("2h 56m 48s");
    assertThat(times(ledger.enabledAt())).as("the first probe after 14h").hasSize(1);
    assertThat(times(ledger.enabledAt())).containsExactly("14h 6m 48s");
    assertThat(ledger.exhausted()).isEqualTo(57);
    assertThat(ledger.delivered()).isEqualTo(5_760 - 5_760 / 50);
  }
}
