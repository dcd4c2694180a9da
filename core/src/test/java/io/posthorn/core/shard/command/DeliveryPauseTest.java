package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.state.DeliveryPauses;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The delivery pause: no requests start, for one customer or for all. */
final class DeliveryPauseTest {
  private static final String OTHER = "other";
  private static final int MANY = 5 * DeliveryPauses.STEP;
  private static final Rules ONE_REQUEST =
      Rules.DEFAULT.withLimits(DeliveryLimits.DEFAULT.withInFlight(1, 32, 1 << 20));

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @BeforeEach
  void two_customers() {
    fixture.subscribe(ShardFixture.URL);
    Subscription theirs = fixture.draft(ShardFixture.URL, "TASK", "UPDATE");
    fixture.create(SubscriptionFixture.like(theirs).customer(OTHER).done());
  }

  @Test
  void for_one_customer_it_stops_that_one_alone() {
    assertThat(fixture.pauseDelivery(ShardFixture.CUSTOMER)).isEqualTo(Reply.DONE);
    fixture.post();
    assertThat(fixture.inFlight).isEmpty();
    postForOther();
    assertThat(fixture.sent().event().customerId()).isEqualTo(OTHER);
  }

  @Test
  void for_all_it_stops_all() {
    fixture.pauseDelivery(null);
    fixture.post();
    postForOther();
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.resumeDelivery(null);
    assertThat(fixture.inFlight).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void it_holds_over_a_restart(boolean all) {
    fixture.pauseDelivery(all ? null : ShardFixture.CUSTOMER);
    fixture.post();
    fixture.restart();
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.resumeDelivery(all ? null : ShardFixture.CUSTOMER);
    assertThat(fixture.inFlight).hasSize(1);
    fixture.succeed();
    fixture.restart();
    fixture.post();
    assertThat(fixture.inFlight).as("after it was taken back and a restart").hasSize(1);
  }

  @Test
  void each_delivery_pause_ends_on_its_own() {
    fixture.pauseDelivery(null);
    fixture.pauseDelivery(ShardFixture.CUSTOMER);
    fixture.post();
    fixture.resumeDelivery(null);
    assertThat(fixture.inFlight).isEmpty();
    fixture.resumeDelivery(ShardFixture.CUSTOMER);
    assertThat(fixture.inFlight).hasSize(1);

    fixture.succeed();
    fixture.pauseDelivery(null);
    fixture.post();
    fixture.resumeDelivery(ShardFixture.CUSTOMER);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void messages_in_flight_end_normally() {
    EventKey delivered = fixture.post();
    EventKey failed = fixture.post();
    fixture.pauseDelivery(null);
    fixture.succeed();
    fixture.fail();
    assertThat(fixture.message(delivered).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.message(failed).slot()).isEqualTo(1);
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_disabled_endpoint_is_not_probed_during_the_pause_and_is_probed_again_after_it() {
    fixture.failMany(101);
    fixture.pauseDelivery(ShardFixture.CUSTOMER);
    fixture.pass(Duration.ofMinutes(30));
    assertThat(fixture.inFlight).isEmpty();
    fixture.resumeDelivery(ShardFixture.CUSTOMER);
    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void an_endpoint_paused_by_itself_stays_paused() {
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.pauseDelivery(null);
    fixture.resumeDelivery(null);
    fixture.post();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void enabling_an_endpoint_does_not_take_it_back() {
    fixture.pauseDelivery(ShardFixture.CUSTOMER);
    fixture.enable(fixture.id(ShardFixture.URL));
    fixture.post();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void held_messages_expire_at_their_last_slot() {
    fixture.pauseDelivery(ShardFixture.CUSTOMER);
    EventKey event = fixture.post();
    long lifetime = 2_047L * 84_800;
    fixture.goTo(Duration.ofMillis(lifetime - 1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    fixture.goTo(Duration.ofMillis(lifetime));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void an_endpoint_created_during_the_pause_is_held_too() {
    fixture.pauseDelivery(null);
    fixture.subscribe("https://new.example/", "PROJ", "UPDATE");
    fixture.post(fixture.event(ShardFixture.CUSTOMER, "p", "PROJ", "UPDATE", null));
    assertThat(fixture.inFlight).isEmpty();
    fixture.resumeDelivery(null);
    assertThat(fixture.inFlight).hasSize(1);
  }

  /** So many endpoints that several turns reach them, each with a message. */
  private void manyEndpoints() {
    for (int i = 0; i < MANY; i++) {
      fixture.subscribe(manyOf(i), "MANY", "UPDATE");
    }
    for (int i = 0; i < 3; i++) { // each success within a second raises the in-flight limit
      fixture.post(fixture.event(ShardFixture.CUSTOMER, "m" + i, "MANY", "UPDATE", null));
      fixture.succeedAll();
    }
    fixture.settle();
  }

  private static String manyOf(int number) {
    return "https://many" + number + ".example/";
  }

  private long restarted() {
    return IntStream.range(0, MANY)
        .filter(i -> fixture.endpoint(manyOf(i)).inFlightLimit(DeliveryLimits.DEFAULT) == 1)
        .count();
  }

  @Test
  void no_turn_reaches_more_endpoints_than_a_few_hundred_and_all_are_reached_in_the_end() {
    manyEndpoints();
    fixture.counted.reset();
    fixture.pauseDelivery(null);
    assertThat(fixture.counted.reads() + fixture.counted.writes())
        .isLessThan(4 * DeliveryPauses.STEP);
    fixture.settle();

    fixture.counted.reset();
    fixture.resumeDelivery(null);
    assertThat(fixture.counted.reads() + fixture.counted.writes())
        .isLessThan(4 * DeliveryPauses.STEP);
    assertThat(restarted()).isBetween(1L, 2L * DeliveryPauses.STEP);
    fixture.settle();
    assertThat(restarted()).isEqualTo(MANY);
    assertThat(fixture.busy()).isFalse();
  }

  @Test
  void it_holds_at_once_for_endpoints_that_were_ready_and_that_it_has_not_reached() {
    ShardFixture few = new ShardFixture(ONE_REQUEST);
    for (int i = 0; i < MANY; i++) {
      few.subscribe(manyOf(i), "MANY", "UPDATE");
    }
    few.post(few.event(ShardFixture.CUSTOMER, "m", "MANY", "UPDATE", null));
    assertThat(few.inFlight).hasSize(1);

    few.pauseDelivery(null);
    few.succeed();
    assertThat(few.inFlight).isEmpty();
    few.settle();
    assertThat(few.inFlight).isEmpty();

    few.resumeDelivery(null);
    few.settle();
    few.succeedAll();
    assertThat(few.effects(Effect.MessageEnded.class)).hasSize(MANY);
  }

  @Test
  void an_endpoint_that_the_end_of_a_pause_has_not_reached_starts_with_one_request_too() {
    manyEndpoints();
    fixture.pauseDelivery(null);
    fixture.settle();
    fixture.resumeDelivery(null);

    for (int i = 0; i < 2; i++) {
      fixture.post(fixture.event(ShardFixture.CUSTOMER, "n" + i, "MANY", "UPDATE", null));
    }

    assertThat(fixture.inFlight).as("one at each endpoint").hasSize(MANY);
    fixture.settle();
    assertThat(fixture.inFlight).hasSize(MANY);
  }

  @Test
  void after_a_crash_the_end_of_a_pause_reaches_the_rest() {
    manyEndpoints();
    fixture.pauseDelivery(null);
    fixture.settle();
    fixture.resumeDelivery(null);
    assertThat(restarted()).isLessThan(MANY);

    fixture.restart();
    fixture.settle();

    assertThat(restarted()).isEqualTo(MANY);
    fixture.restart();
    fixture.post(fixture.event(ShardFixture.CUSTOMER, "n", "MANY", "UPDATE", null));
    fixture.succeedAll();
    assertThat(restarted()).as("it is not done again").isLessThan(MANY);
  }

  private void postForOther() {
    fixture.post(fixture.event(OTHER, "e" + fixture.nextRequest(), "TASK", "UPDATE", null));
  }
}
