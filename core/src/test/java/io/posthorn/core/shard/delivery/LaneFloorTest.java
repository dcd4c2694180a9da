package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.sweep.BulkFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A lane is read from its floor: what was sent before, and may lie about in the store as remains,
 * is not walked over.
 */
final class LaneFloorTest {
  private static final int DELIVERED = 10_000;

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void after_10_000_delivered_messages_the_first_lane_is_read_from_where_it_stands() {
    deliverMany();
    long floor = stage.endpoint(ShardFixture.URL).queue(Lane.FIRST).floor();
    assertThat(floor).isGreaterThan(stage.now() - 1_000);

    stage.counted.reset();
    stage.pause(stage.id(ShardFixture.URL)); // forgets what was read
    stage.postMany(3);
    stage.enable(stage.id(ShardFixture.URL));

    assertThat(stage.onTheWay).hasSize(1);
    assertThat(stage.counted.remainsVisited()).isLessThan(50);
  }

  @Test
  void the_floor_survives_a_restart() {
    deliverMany();
    stage.counted.reset();
    stage.restart();
    stage.post();
    assertThat(stage.onTheWay).hasSize(1);
    assertThat(stage.counted.remainsVisited()).isLessThan(50);
  }

  @Test
  void a_busy_lane_is_read_on_from_where_the_last_read_ended() {
    stage.subscribe(ShardFixture.URL);
    stage.counted.rememberRemains();
    for (int i = 0; i < 100; i++) {
      stage.postMany(100);
      stage.pass(Duration.ofMillis(1));
    }
    stage.counted.reset();
    stage.succeedAll();
    assertThat(stage.endpoint(ShardFixture.URL).successes()).isEqualTo(10_000);
    // Behind what is in flight of the same moment, a few are seen again by each read.
    assertThat(stage.counted.remainsVisited()).isLessThan(1_000);
  }

  @Test
  void the_retry_lane_has_a_floor_too() {
    stage.subscribe(ShardFixture.URL);
    stage.counted.rememberRemains();
    for (int i = 0; i < 3_000; i++) {
      stage.post();
      if (stage.onTheWay.getFirst().ticket().lane() == Lane.FIRST && i % 2 == 0) {
        stage.fail();
      }
      stage.succeedAll();
      stage.pass(Duration.ofMillis(200));
      stage.succeedAll();
    }
    stage.pass(Duration.ofMinutes(3));
    while (!stage.onTheWay.isEmpty()) {
      stage.succeedAll();
      stage.pass(Duration.ofSeconds(1));
    }
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
    stage.counted.reset();
    stage.restart();
    stage.post();
    assertThat(stage.onTheWay).hasSize(1);
    assertThat(stage.counted.remainsVisited()).isLessThan(50);
  }

  @Test
  void first_attempts_expire_without_walking_over_those_that_expired_before() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    for (int i = 0; i < 200; i++) {
      stage.postMany(50);
      stage.pass(Duration.ofMillis(1));
    }
    stage.counted.rememberRemains();
    stage.pass(Duration.ofDays(3));
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(stage.counted.remainsVisited()).isLessThan(3 * 10_000);
  }

  @Test
  void retries_expire_without_walking_over_those_that_expired_before() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    for (int i = 0; i < 200; i++) {
      stage.postMany(50);
      stage.pass(Duration.ofMillis(1));
    }
    stage.tell(new Command.StartBulk(stage.nextRequest(), BulkFixture.cancel().job()));
    stage.settle();
    stage.tell(new Command.StartBulk(stage.nextRequest(), BulkFixture.replay().job()));
    while (stage.busy()) {
      stage.stepAfter(Duration.ofMillis(1));
    }
    assertThat(stage.waiting(ShardFixture.URL)).containsExactly(0, 10_000, 0);
    stage.counted.rememberRemains();
    stage.pass(Duration.ofDays(3));
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(stage.counted.remainsVisited()).isLessThan(3 * 10_000);
  }

  private void deliverMany() {
    stage.subscribe(ShardFixture.URL);
    stage.counted.rememberRemains();
    for (int i = 0; i < DELIVERED / 5; i++) {
      stage.postMany(5);
      stage.succeedAll();
      stage.pass(Duration.ofMillis(1));
    }
    assertThat(stage.endpoint(ShardFixture.URL).successes()).isEqualTo(DELIVERED);
  }
}
