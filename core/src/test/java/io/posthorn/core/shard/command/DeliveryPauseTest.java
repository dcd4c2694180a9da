package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The red button: nothing is sent any more, for one customer or for all. */
final class DeliveryPauseTest {
  private static final String OTHER = "other";

  private final ShardFixture stage = ShardFixture.withDefaults();

  @BeforeEach
  void two_customers() {
    stage.subscribe(ShardFixture.URL);
    Subscription theirs = stage.draft(ShardFixture.URL, "TASK", "UPDATE");
    stage.create(SubscriptionFixture.like(theirs).customer(OTHER).done());
  }

  @Test
  void for_one_customer_it_stops_that_one_alone() {
    assertThat(stage.pauseDelivery(ShardFixture.CUSTOMER)).isEqualTo(Reply.DONE);
    stage.post();
    assertThat(stage.onTheWay).isEmpty();
    postForOther();
    assertThat(stage.sent().event().customerId()).isEqualTo(OTHER);
  }

  @Test
  void for_all_it_stops_all() {
    stage.pauseDelivery(null);
    stage.post();
    postForOther();
    stage.pass(Duration.ofHours(1));
    assertThat(stage.onTheWay).isEmpty();
    stage.resumeDelivery(null);
    assertThat(stage.onTheWay).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void it_holds_over_a_restart(boolean all) {
    stage.pauseDelivery(all ? null : ShardFixture.CUSTOMER);
    stage.post();
    stage.restart();
    stage.pass(Duration.ofHours(1));
    assertThat(stage.onTheWay).isEmpty();
    stage.resumeDelivery(all ? null : ShardFixture.CUSTOMER);
    assertThat(stage.onTheWay).hasSize(1);
    stage.succeed();
    stage.restart();
    stage.post();
    assertThat(stage.onTheWay).as("after it was taken back and a restart").hasSize(1);
  }

  @Test
  void each_button_is_taken_back_on_its_own() {
    stage.pauseDelivery(null);
    stage.pauseDelivery(ShardFixture.CUSTOMER);
    stage.post();
    stage.resumeDelivery(null);
    assertThat(stage.onTheWay).isEmpty();
    stage.resumeDelivery(ShardFixture.CUSTOMER);
    assertThat(stage.onTheWay).hasSize(1);

    stage.succeed();
    stage.pauseDelivery(null);
    stage.post();
    stage.resumeDelivery(ShardFixture.CUSTOMER);
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void what_is_in_flight_ends_as_it_does() {
    EventKey delivered = stage.post();
    EventKey failed = stage.post();
    stage.pauseDelivery(null);
    stage.succeed();
    stage.fail();
    assertThat(stage.message(delivered).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.message(failed).slot()).isEqualTo(1);
    stage.pass(Duration.ofHours(1));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void a_disabled_endpoint_is_not_probed_and_is_again_when_it_is_taken_back() {
    stage.failMany(101);
    stage.pauseDelivery(ShardFixture.CUSTOMER);
    stage.pass(Duration.ofMinutes(30));
    assertThat(stage.onTheWay).isEmpty();
    stage.resumeDelivery(ShardFixture.CUSTOMER);
    assertThat(stage.sent().ticket().probe()).isTrue();
  }

  @Test
  void an_endpoint_paused_by_itself_stays_paused() {
    stage.pause(stage.id(ShardFixture.URL));
    stage.pauseDelivery(null);
    stage.resumeDelivery(null);
    stage.post();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void enabling_an_endpoint_does_not_take_it_back() {
    stage.pauseDelivery(ShardFixture.CUSTOMER);
    stage.enable(stage.id(ShardFixture.URL));
    stage.post();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void held_messages_expire_at_their_last_slot() {
    stage.pauseDelivery(ShardFixture.CUSTOMER);
    EventKey event = stage.post();
    long lifetime = 2_047L * 84_800;
    stage.goTo(Duration.ofMillis(lifetime - 1));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);
    stage.goTo(Duration.ofMillis(lifetime));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(stage.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void an_endpoint_made_while_it_is_pressed_is_held_too() {
    stage.pauseDelivery(null);
    stage.subscribe("https://new.example/", "PROJ", "UPDATE");
    stage.post(stage.event(ShardFixture.CUSTOMER, "p", "PROJ", "UPDATE", null));
    assertThat(stage.onTheWay).isEmpty();
    stage.resumeDelivery(null);
    assertThat(stage.onTheWay).hasSize(1);
  }

  private void postForOther() {
    stage.post(stage.event(OTHER, "e" + stage.nextRequest(), "TASK", "UPDATE", null));
  }
}
