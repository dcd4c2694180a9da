package io.posthorn.core.shard.delivery;

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
final class LanePlacesTest {
  private static final Duration FIRST_RETRY = Duration.ofMillis(84_800);

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void a_retry_goes_out_beside_a_backlog_of_first_attempts() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.fail();
    stage.goTo(FIRST_RETRY.minusMillis(1));
    stage.postMany(100);
    assertThat(inFlight(Lane.FIRST)).isEqualTo(3);
    assertThat(inFlight(Lane.RETRY)).isZero();

    stage.goTo(FIRST_RETRY);

    assertThat(inFlight(Lane.RETRY)).isEqualTo(1);
  }

  @Test
  void a_first_attempt_goes_out_beside_a_backlog_of_retries() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(50);
    failAll();
    stage.goTo(FIRST_RETRY);
    assertThat(inFlight(Lane.RETRY)).isEqualTo(1);
    assertThat(inFlight(Lane.FIRST)).isZero();

    stage.post();

    assertThat(inFlight(Lane.FIRST)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "2,1,1", "3,2,1", "4,3,1", "7,6,1", "8,6,2", "11,9,2", "12,9,3", "31,24,7", "32,24,8"
  })
  void each_lane_has_its_own_places_and_lends_none(int places, int first, int retries) {
    stage.subscribe(ShardFixture.URL);
    growTo32();
    stage.configure(ShardFixture.URL, places, 0);
    backlogInBothLanes(60);

    assertThat(inFlight(Lane.FIRST)).isEqualTo(first);
    assertThat(inFlight(Lane.RETRY)).isEqualTo(retries);
  }

  @Test
  void with_a_single_place_the_lanes_alternate() {
    stage.subscribe(ShardFixture.URL);
    stage.configure(ShardFixture.URL, 1, 0);
    backlogInBothLanes(12);

    assertAlternating(lanesOfNext(20));
  }

  @Test
  void with_a_single_place_a_lane_that_is_empty_leaves_its_turns_to_the_other() {
    stage.subscribe(ShardFixture.URL);
    stage.configure(ShardFixture.URL, 1, 0);
    stage.postMany(3);
    assertThat(lanesOfNext(3)).containsExactly(Lane.FIRST, Lane.FIRST, Lane.FIRST);
  }

  @Test
  void under_maxPerSecond_the_lanes_alternate() {
    stage.subscribe(ShardFixture.URL);
    growTo32();
    stage.configure(ShardFixture.URL, 0, 10);
    stage.postMany(20);
    List<Lane> lanes = new ArrayList<>();
    while (stage.time().compareTo(FIRST_RETRY) < 0) {
      stage.pass(Duration.ofMillis(100));
      failAll();
    }
    stage.postMany(20);
    while (lanes.size() < 30) {
      stage.onTheWay.forEach(send -> lanes.add(send.ticket().lane()));
      stage.succeedAll();
      stage.pass(Duration.ofMillis(100));
    }
    assertAlternating(lanes);
  }

  private void growTo32() {
    stage.postMany(28);
    stage.succeedAll();
  }

  private void backlogInBothLanes(int each) {
    stage.postMany(each);
    failAll();
    stage.goTo(FIRST_RETRY.minusMillis(1));
    stage.pause(stage.id(ShardFixture.URL));
    stage.postMany(each);
    stage.pass(Duration.ofMillis(1));
    stage.tell(
        new Command.EnableEndpoint(
            stage.nextRequest(), ShardFixture.CUSTOMER, stage.id(ShardFixture.URL)));
    regrow();
  }

  /** An endpoint starts at one place after a pause; its places are what this is about. */
  private void regrow() {
    for (int i = 0; i < 32; i++) {
      stage.endpoint(ShardFixture.URL).stored().inFlightLimit().succeeded(1, 32);
    }
    stage.succeed();
  }

  private void failAll() {
    while (!stage.onTheWay.isEmpty()) {
      stage.fail();
    }
  }

  private List<Lane> lanesOfNext(int count) {
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(stage.sent().ticket().lane());
      stage.succeed();
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
    return stage.onTheWay.stream().filter(send -> send.ticket().lane() == lane).count();
  }
}
