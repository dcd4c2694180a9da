package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written down of an endpoint's circuit. */
final class CircuitHistoryTest {
  private final Stage stage = new Stage(Stage.disablingAfter(3));

  CircuitHistoryTest() {
    stage.subscribe(Stage.URL);
  }

  @Test
  void changes_and_probes_are_written_down_with_the_counts_that_they_rest_on() {
    stage.failMany(3);
    stage.post();
    stage.pass(Duration.ofMinutes(10));
    stage.fail();
    stage.pass(Duration.ofMinutes(10));
    stage.succeed();
    stage.succeedAll();
    stage.pause(Stage.URL);
    stage.pass(Duration.ofSeconds(1));
    stage.enable(Stage.URL);

    List<CircuitEntry> history = history();

    assertThat(history.reversed())
        .extracting(CircuitEntry::event)
        .containsExactly(
            CircuitEvent.DISABLED,
            CircuitEvent.PROBE_FAILED,
            CircuitEvent.PROBE_SUCCEEDED,
            CircuitEvent.RECOVERED,
            CircuitEvent.PAUSED,
            CircuitEvent.ENABLED);
    assertThat(history.getLast().consecutiveFailures()).isEqualTo(3);
    assertThat(history.getLast().attemptsInWindow()).isEqualTo(3);
    assertThat(history.getLast().failuresInWindow()).isEqualTo(3);
    assertThat(history.get(4).consecutiveFailures()).isEqualTo(4);
  }

  @Test
  void the_history_survives_a_restart_and_keeps_its_newest_200_entries() {
    for (int i = 0; i < 150; i++) {
      stage.pause(Stage.URL);
      stage.pass(Duration.ofSeconds(1));
      stage.enable(Stage.URL);
      stage.pass(Duration.ofSeconds(1));
    }
    stage.restart();

    assertThat(history()).hasSize(200);
    assertThat(history().getFirst().event()).isEqualTo(CircuitEvent.ENABLED);
    assertThat(history().getLast().at()).isEqualTo(Stage.START + 100_000);
  }

  @Test
  void the_oldest_waiting_message_is_found_in_the_first_lane_and_among_the_retries() {
    EndpointReader reader = new EndpointReader(stage.store, Stage.disablingAfter(3).circuit());
    assertThat(reader.oldestWaiting(stage.id(Stage.URL))).isZero();

    stage.pass(Duration.ofSeconds(7));
    stage.post();
    stage.fail();
    stage.pass(Duration.ofSeconds(7));
    stage.pause(Stage.URL);
    stage.post();

    assertThat(reader.oldestWaiting(stage.id(Stage.URL))).isEqualTo(Stage.START + 7_000);
  }

  private List<CircuitEntry> history() {
    return new CircuitHistory(stage.store).of(Stage.CUSTOMER, stage.id(Stage.URL), 1_000);
  }
}
