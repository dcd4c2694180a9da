package io.posthorn.core.shard.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** First attempts and retries are separate queues: neither waits for the other. */
final class LaneLimitsTest {
  private static final Duration FIRST_RETRY = Duration.ofMillis(84_800);

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_retry_goes_out_beside_a_backlog_of_first_attempts() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail();
    fixture.goTo(FIRST_RETRY.minusMillis(1));
    fixture.postMany(100);
    assertThat(inFlight(Lane.FIRST)).isEqualTo(3);
    assertThat(inFlight(Lane.RETRY)).isZero();

    fixture.goTo(FIRST_RETRY);

    assertThat(inFlight(Lane.RETRY)).isEqualTo(1);
  }

  @Test
  void a_first_attempt_goes_out_beside_a_backlog_of_retries() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(50);
    failAll();
    fixture.goTo(FIRST_RETRY);
    assertThat(inFlight(Lane.RETRY)).isEqualTo(1);
    assertThat(inFlight(Lane.FIRST)).isZero();

    fixture.post();

    assertThat(inFlight(Lane.FIRST)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "2,1,1", "3,2,1", "4,3,1", "7,6,1", "8,6,2", "11,9,2", "12,9,3", "31,24,7", "32,24,8"
  })
  void each_lane_has_its_own_part_of_the_limit_and_lends_none(int limit, int first, int retries) {
    fixture.subscribe(ShardFixture.URL);
    growTo32();
    fixture.configure(ShardFixture.URL, limit, 0);
    backlogInBothLanes(60);

    assertThat(inFlight(Lane.FIRST)).isEqualTo(first);
    assertThat(inFlight(Lane.RETRY)).isEqualTo(retries);
  }

  @Test
  void with_a_limit_of_1_the_lanes_alternate() {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 1, 0);
    backlogInBothLanes(12);

    assertAlternating(lanesOfNext(20));
  }

  @Test
  void with_a_limit_of_1_an_empty_lane_leaves_all_requests_to_the_other() {
    fixture.subscribe(ShardFixture.URL);
    fixture.configure(ShardFixture.URL, 1, 0);
    fixture.postMany(3);
    assertThat(lanesOfNext(3)).containsExactly(Lane.FIRST, Lane.FIRST, Lane.FIRST);
  }

  @Test
  void under_maxPerSecond_the_lanes_alternate() {
    fixture.subscribe(ShardFixture.URL);
    growTo32();
    fixture.configure(ShardFixture.URL, 0, 10);
    fixture.postMany(20);
    List<Lane> lanes = new ArrayList<>();
    while (fixture.time().compareTo(FIRST_RETRY) < 0) {
      fixture.pass(Duration.ofMillis(100));
      failAll();
    }
    fixture.postMany(20);
    for (int tenths = 1; tenths <= 30; tenths++) {
      fixture.pass(Duration.ofMillis(100));
      assertThat(fixture.inFlight).as("in flight after %d tenths of a second", tenths).hasSize(1);
      lanes.add(fixture.sent().ticket().lane());
      fixture.succeed();
    }
    assertAlternating(lanes);
  }

  private void growTo32() {
    fixture.postMany(28);
    fixture.succeedAll();
  }

  private void backlogInBothLanes(int each) {
    fixture.postMany(each);
    failAll();
    fixture.goTo(FIRST_RETRY.minusMillis(1));
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.postMany(each);
    fixture.pass(Duration.ofMillis(1));
    fixture.execute(
        new Command.EnableEndpoint(
            fixture.nextRequest(), ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL)));
    regrow();
  }

  /** The in-flight limit starts at 1 after a pause; these tests are about that limit. */
  private void regrow() {
    for (int i = 0; i < 32; i++) {
      fixture.endpoint(ShardFixture.URL).stored().inFlightLimit().succeeded(1, 32);
    }
    fixture.succeed();
  }

  private void failAll() {
    while (!fixture.inFlight.isEmpty()) {
      fixture.fail();
    }
  }

  private List<Lane> lanesOfNext(int count) {
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(fixture.sent().ticket().lane());
      fixture.succeed();
    }
    return lanes;
  }

  private static void assertAlternating(List<Lane> lanes) {
    for (int i = 1; i < lanes.size(); i++) {
      assertThat(lanes.get(i))
          .as("the lane of start %d of %s", i, lanes)
          .isNotEqualTo(lanes.get(i - 1));
    }
  }

  private long inFlight(Lane lane) {
    return fixture.inFlight.stream().filter(send -> send.ticket().lane() == lane).count();
  }
}
