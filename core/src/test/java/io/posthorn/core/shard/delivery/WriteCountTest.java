package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.store.Table;
import org.junit.jupiter.api.Test;

/** What a message costs in writes, apart from those that many messages of a commit share. */
final class WriteCountTest {
  private static final int MESSAGES = 1_000;

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void a_message_delivered_at_its_first_attempt_costs_seven_writes() {
    stage.subscribe(ShardFixture.URL);
    stage.counted.reset();
    stage.postMany(MESSAGES);
    stage.succeedAll();
    assertThat(stage.endpoint(ShardFixture.URL).successes()).isEqualTo(MESSAGES);
    long shared = stage.counted.writes(Table.ENDPOINT) + stage.counted.writes(Table.META);
    assertThat(stage.counted.writes() - shared).isLessThanOrEqualTo(7L * MESSAGES);
  }

  @Test
  void an_endpoint_is_written_once_for_all_messages_of_a_turn() {
    stage.subscribe(ShardFixture.URL);
    stage.counted.reset();
    stage.postMany(MESSAGES); // one call, one turn
    assertThat(stage.counted.writes(Table.ENDPOINT)).isEqualTo(1);
    assertThat(stage.counted.writes(Table.META)).isEqualTo(1);
  }

  @Test
  void a_further_subscription_costs_five_writes_more() {
    stage.subscribe(ShardFixture.URL);
    stage.subscribe(ShardFixture.URL, "*", "*");
    stage.counted.reset();
    stage.postMany(MESSAGES);
    stage.succeedAll();
    long shared = stage.counted.writes(Table.ENDPOINT) + stage.counted.writes(Table.META);
    assertThat(stage.counted.writes() - shared).isLessThanOrEqualTo((7L + 5) * MESSAGES);
  }

  @Test
  void a_turn_without_news_writes_the_clock_alone() {
    stage.subscribe(ShardFixture.URL);
    stage.settle();
    stage.counted.reset();
    stage.step();
    assertThat(stage.counted.writes()).isEqualTo(1);
  }
}
