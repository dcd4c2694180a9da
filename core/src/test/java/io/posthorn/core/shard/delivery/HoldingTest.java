package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** While an endpoint is disabled, frozen or paused its due messages are held. */
final class HoldingTest {

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void no_attempt_is_made_of_new_messages(HoldCause hold) {
    ShardFixture stage = hold.held();
    for (int i = 0; i < 10; i++) {
      stage.post();
      stage.pass(Duration.ofSeconds(50));
    }

    assertThat(stage.onTheWay).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void no_attempt_is_made_of_retries_that_come_due(HoldCause hold) {
    ShardFixture stage = hold.open();
    EventKey event = stage.post();
    stage.fail();
    beginWith(hold, stage, 2);

    stage.goTo(Duration.ofMinutes(9)); // past slot 2

    assertThat(stage.onTheWay).isEmpty();
    assertThat(stage.message(event).attempts()).isEqualTo(1);
    assertThat(stage.message(event).slot()).isEqualTo(1); // no slot used
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void enabled_it_is_due_at_once_and_time_has_gone_on(HoldCause hold) {
    ShardFixture stage = hold.held();
    EventKey event = stage.post();
    failWhateverIsProbedUntil(stage, Duration.ofHours(40));

    stage.enable(ShardFixture.URL);

    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    assertThat(stage.sent().ticket().slot()).isZero(); // none was used
    assertThat(stage.sent().ticket().startedAt()).isEqualTo(stage.now());
    stage.fail();
    assertThat(stage.message(event).slot()).isEqualTo(11); // 40 hours lie between slots 10 and 11
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 173_585_600);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_retry_that_is_not_due_yet_keeps_its_slot_when_the_endpoint_is_enabled(HoldCause hold) {
    ShardFixture stage = hold.open();
    EventKey event = stage.post();
    stage.fail();
    beginWith(hold, stage, 2);

    stage.goTo(Duration.ofSeconds(30));
    stage.enable(ShardFixture.URL);

    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(84_799));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(84_800));
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void held_messages_are_released_within_an_allowance_of_1(HoldCause hold) {
    ShardFixture stage = hold.held();
    for (int i = 0; i < 10; i++) {
      stage.post();
    }

    stage.enable(ShardFixture.URL);

    assertThat(stage.onTheWay).hasSize(1);
    stage.fail();
    assertThat(stage.onTheWay).hasSize(1); // a failure earns no place
    stage.succeed();
    stage.succeed();
    assertThat(stage.onTheWay).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void holding_survives_a_restart(HoldCause hold) {
    ShardFixture stage = hold.held();
    EventKey event = stage.post();

    stage.restart();
    stage.goTo(Duration.ofMinutes(9));

    assertThat(stage.onTheWay).isEmpty();
    stage.enable(ShardFixture.URL);
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void what_one_endpoint_holds_delays_no_other(HoldCause hold) {
    ShardFixture stage = hold.held();
    stage.subscribe("https://other.example/", "TASK", "UPDATE");

    stage.post();

    assertThat(stage.sent().target().url().text()).isEqualTo("https://other.example/");
    assertThat(stage.endpoint(ShardFixture.URL).waiting(Lane.FIRST)).isEqualTo(1);
  }

  /** Holds where some failures were made already. */
  private static void beginWith(HoldCause hold, ShardFixture stage, int failuresLeft) {
    if (hold == HoldCause.PAUSED) {
      stage.pause(ShardFixture.URL);
      return;
    }
    for (int i = 0; i < failuresLeft; i++) {
      EventKey victim = stage.post();
      stage.fail();
      stage.cancel(victim);
    }
    assertThat(stage.endpoint(ShardFixture.URL).enabled()).isFalse();
  }

  private static void failWhateverIsProbedUntil(ShardFixture stage, Duration moment) {
    while (stage.time().compareTo(moment) < 0) {
      stage.pass(Duration.ofMinutes(10));
      stage.onTheWay.stream().toList().forEach(send -> stage.fail());
    }
  }
}
