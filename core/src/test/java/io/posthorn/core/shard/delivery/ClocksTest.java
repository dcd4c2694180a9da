package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Due moments are wall-clock and survive restarts. */
final class ClocksTest {
  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void a_due_moment_survives_restarts_to_the_millisecond() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.fail();
    stage.goTo(Duration.ofSeconds(50));
    stage.restart();
    stage.restartAfter(Duration.ofSeconds(10));

    stage.goTo(Duration.ofMillis(84_799));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(84_800));

    assertThat(stage.eventsOnTheWay()).containsExactly(event);
  }

  @Test
  void a_forward_jump_is_followed_and_the_limits_keep_it_from_becoming_a_burst() {
    stage.subscribe(ShardFixture.URL);
    for (int i = 0; i < 50; i++) {
      stage.post();
      stage.fail();
    }

    stage.pass(Duration.ofHours(5));

    assertThat(stage.onTheWay).hasSize(1); // of 4 places one is for retries
    int most = 0;
    while (!stage.onTheWay.isEmpty()) {
      stage.succeed();
      most = Math.max(most, stage.onTheWay.size());
    }
    assertThat(most).isLessThanOrEqualTo(8); // a quarter of 32
    assertThat(stage.endpoint(ShardFixture.URL).successes()).isEqualTo(50);
  }

  @Test
  void a_shard_remembers_the_latest_time_it_saw_and_refuses_an_earlier_one() {
    stage.subscribe(ShardFixture.URL);
    stage.pass(Duration.ofHours(3));
    stage.post();
    long latest = stage.now();

    Shard next = new Shard(stage.store, Rules.DEFAULT, new ShardIdentity(0, 7), latest);

    assertThat(next.time()).isEqualTo(latest);
    assertThatThrownBy(() -> next.turn(List.of(), latest - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time went back");
  }
}
