package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.CircuitEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recorded history of an endpoint's circuit. */
final class CircuitHistoryTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  CircuitHistoryTest() {
    fixture.subscribe(ShardFixture.URL);
  }

  @Test
  void changes_and_probes_are_recorded_with_the_counts_that_caused_them() {
    fixture.failMany(3);
    fixture.post();
    fixture.pass(Duration.ofMinutes(10));
    fixture.fail();
    fixture.pass(Duration.ofMinutes(10));
    fixture.succeed();
    fixture.succeedAll();
    fixture.pause(ShardFixture.URL);
    fixture.pass(Duration.ofSeconds(1));
    fixture.enable(ShardFixture.URL);

    List<CircuitHistoryEntry> history = history();

    assertThat(history.reversed())
        .extracting(CircuitHistoryEntry::event)
        .containsExactly(
            CircuitEvent.DISABLED.text(),
            CircuitEvent.PROBE_FAILED.text(),
            CircuitEvent.PROBE_SUCCEEDED.text(),
            CircuitEvent.RECOVERED.text(),
            CircuitEvent.PAUSED.text(),
            CircuitEvent.ENABLED.text());
    assertThat(history.getLast().consecutiveFailures()).isEqualTo(3);
    assertThat(history.getLast().attemptsInWindow()).isEqualTo(3);
    assertThat(history.getLast().failuresInWindow()).isEqualTo(3);
    assertThat(history.get(4).consecutiveFailures()).isEqualTo(4);
  }

  @Test
  void the_history_survives_a_restart_and_keeps_its_newest_200_entries() {
    for (int i = 0; i < 150; i++) {
      fixture.pause(ShardFixture.URL);
      fixture.pass(Duration.ofSeconds(1));
      fixture.enable(ShardFixture.URL);
      fixture.pass(Duration.ofSeconds(1));
    }
    fixture.restart();

    assertThat(history()).hasSize(200);
    assertThat(history().getFirst().event()).isEqualTo(CircuitEvent.ENABLED.text());
    assertThat(history().getLast().at()).isEqualTo(ShardFixture.START + 100_000);
  }

  @Test
  void the_oldest_waiting_message_is_found_in_the_first_lane_and_among_the_retries() {
    EndpointReader reader = reader();
    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL))).isZero();

    fixture.pass(Duration.ofSeconds(7));
    fixture.post();
    fixture.fail();
    fixture.pass(Duration.ofSeconds(7));
    fixture.pause(ShardFixture.URL);
    fixture.post();

    assertThat(reader.oldestWaiting(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL)))
        .isEqualTo(ShardFixture.START + 7_000);
  }

  private List<CircuitHistoryEntry> history() {
    return reader().circuitHistory(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL), 1_000);
  }

  private EndpointReader reader() {
    return new EndpointReader(fixture.store, ShardFixture.disablingAfter(3).circuit());
  }
}
