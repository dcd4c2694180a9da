package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.sweep.BulkFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A lane is read from its floor, so that reads do not walk over deleted entries. */
final class LaneFloorTest {
  private static final int DELIVERED = 10_000;

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void after_10_000_delivered_messages_the_first_lane_is_read_from_its_floor() {
    deliverMany();
    long floor = fixture.endpoint(ShardFixture.URL).queue(Lane.FIRST).floor();
    assertThat(floor).isGreaterThan(fixture.now() - 1_000);

    fixture.counted.reset();
    fixture.pause(fixture.id(ShardFixture.URL)); // forgets what was read
    fixture.postMany(3);
    fixture.enable(fixture.id(ShardFixture.URL));

    assertThat(fixture.inFlight).hasSize(1);
    assertThat(fixture.counted.remainsVisited()).isLessThan(50);
  }

  @Test
  void the_floor_survives_a_restart() {
    deliverMany();
    fixture.counted.reset();
    fixture.restart();
    fixture.post();
    assertThat(fixture.inFlight).hasSize(1);
    assertThat(fixture.counted.remainsVisited()).isLessThan(50);
  }

  @Test
  void a_busy_lane_is_read_on_from_where_the_last_read_ended() {
    fixture.subscribe(ShardFixture.URL);
    fixture.counted.rememberRemains();
    for (int i = 0; i < 100; i++) {
      fixture.postMany(100);
      fixture.pass(Duration.ofMillis(1));
    }
    fixture.counted.reset();
    fixture.succeedAll();
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(10_000);
    // Behind what is in flight of the same time, a few are seen again by each read.
    assertThat(fixture.counted.remainsVisited()).isLessThan(1_000);
  }

  @Test
  void the_retry_lane_has_a_floor_too() {
    fixture.subscribe(ShardFixture.URL);
    fixture.counted.rememberRemains();
    for (int i = 0; i < 3_000; i++) {
      fixture.post();
      if (fixture.inFlight.getFirst().ticket().lane() == Lane.FIRST && i % 2 == 0) {
        fixture.fail();
      }
      fixture.succeedAll();
      fixture.pass(Duration.ofMillis(200));
      fixture.succeedAll();
    }
    fixture.pass(Duration.ofMinutes(3));
    while (!fixture.inFlight.isEmpty()) {
      fixture.succeedAll();
      fixture.pass(Duration.ofSeconds(1));
    }
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
    fixture.counted.reset();
    fixture.restart();
    fixture.post();
    assertThat(fixture.inFlight).hasSize(1);
    assertThat(fixture.counted.remainsVisited()).isLessThan(50);
  }

  @Test
  void first_attempts_expire_without_walking_over_those_that_expired_before() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    for (int i = 0; i < 200; i++) {
      fixture.postMany(50);
      fixture.pass(Duration.ofMillis(1));
    }
    fixture.counted.rememberRemains();
    fixture.pass(Duration.ofDays(3));
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(fixture.counted.remainsVisited()).isLessThan(3 * 10_000);
  }

  @Test
  void retries_expire_without_walking_over_those_that_expired_before() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    for (int i = 0; i < 200; i++) {
      fixture.postMany(50);
      fixture.pass(Duration.ofMillis(1));
    }
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), BulkFixture.cancel().job()));
    fixture.settle();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), BulkFixture.replay().job()));
    while (fixture.busy()) {
      fixture.stepAfter(Duration.ofMillis(1));
    }
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 10_000, 0);
    fixture.counted.rememberRemains();
    fixture.pass(Duration.ofDays(3));
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(fixture.counted.remainsVisited()).isLessThan(3 * 10_000);
  }

  private void deliverMany() {
    fixture.subscribe(ShardFixture.URL);
    fixture.counted.rememberRemains();
    for (int i = 0; i < DELIVERED / 5; i++) {
      fixture.postMany(5);
      fixture.succeedAll();
      fixture.pass(Duration.ofMillis(1));
    }
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(DELIVERED);
  }
}
