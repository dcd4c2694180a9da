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

/** Due times are wall-clock and survive restarts. */
final class ClocksTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_due_time_survives_restarts_to_the_millisecond() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofSeconds(50));
    fixture.restart();
    fixture.restartAfter(Duration.ofSeconds(10));

    fixture.goTo(Duration.ofMillis(84_799));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(84_800));

    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  @Test
  void a_forward_jump_is_followed_and_the_limits_keep_it_from_becoming_a_burst() {
    fixture.subscribe(ShardFixture.URL);
    for (int i = 0; i < 50; i++) {
      fixture.post();
      fixture.fail();
    }

    fixture.pass(Duration.ofHours(5));

    assertThat(fixture.inFlight).hasSize(1); // a quarter of the limit of 4 is for retries
    int most = 0;
    while (!fixture.inFlight.isEmpty()) {
      fixture.succeed();
      most = Math.max(most, fixture.inFlight.size());
    }
    assertThat(most).isLessThanOrEqualTo(8); // a quarter of 32
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(50);
  }

  @Test
  void a_shard_remembers_the_latest_time_it_saw_and_refuses_an_earlier_one() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pass(Duration.ofHours(3));
    fixture.post();
    long latest = fixture.now();

    Shard next = new Shard(fixture.store, Rules.DEFAULT, new ShardIdentity(0, 7), latest);

    assertThat(next.time()).isEqualTo(latest);
    assertThatThrownBy(() -> next.turn(List.of(), latest - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time went back");
  }
}
