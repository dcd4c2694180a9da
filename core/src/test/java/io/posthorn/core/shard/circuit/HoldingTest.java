package io.posthorn.core.shard.circuit;

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
    ShardFixture fixture = hold.held();
    for (int i = 0; i < 10; i++) {
      fixture.post();
      fixture.pass(Duration.ofSeconds(50));
    }

    assertThat(fixture.inFlight).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void retries_that_become_due_are_not_attempted(HoldCause hold) {
    ShardFixture fixture = hold.open();
    EventKey event = fixture.post();
    fixture.fail();
    beginWith(hold, fixture, 2);

    fixture.goTo(Duration.ofMinutes(9)); // past slot 2

    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.message(event).attempts()).isEqualTo(1);
    assertThat(fixture.message(event).slot()).isEqualTo(1); // no slot used
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void after_enabling_it_is_due_at_once_and_its_expiry_has_not_moved(HoldCause hold) {
    ShardFixture fixture = hold.held();
    EventKey event = fixture.post();
    failWhateverIsProbedUntil(fixture, Duration.ofHours(40));

    fixture.enable(ShardFixture.URL);

    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.sent().ticket().slot()).isZero(); // none was used
    assertThat(fixture.sent().ticket().startedAt()).isEqualTo(fixture.now());
    fixture.fail();
    assertThat(fixture.message(event).slot()).isEqualTo(11); // 40 hours lie between slots 10 and 11
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 173_585_600);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_retry_that_is_not_due_yet_keeps_its_slot_when_the_endpoint_is_enabled(HoldCause hold) {
    ShardFixture fixture = hold.open();
    EventKey event = fixture.post();
    fixture.fail();
    beginWith(hold, fixture, 2);

    fixture.goTo(Duration.ofSeconds(30));
    fixture.enable(ShardFixture.URL);

    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(84_799));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(84_800));
    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void held_messages_are_released_within_an_in_flight_limit_of_1(HoldCause hold) {
    ShardFixture fixture = hold.held();
    for (int i = 0; i < 10; i++) {
      fixture.post();
    }

    fixture.enable(ShardFixture.URL);

    assertThat(fixture.inFlight).hasSize(1);
    fixture.fail();
    assertThat(fixture.inFlight).hasSize(1); // a failure does not raise the limit
    fixture.succeed();
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void holding_survives_a_restart(HoldCause hold) {
    ShardFixture fixture = hold.held();
    EventKey event = fixture.post();

    fixture.restart();
    fixture.goTo(Duration.ofMinutes(9));

    assertThat(fixture.inFlight).isEmpty();
    fixture.enable(ShardFixture.URL);
    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void messages_held_by_one_endpoint_delay_no_other(HoldCause hold) {
    ShardFixture fixture = hold.held();
    fixture.subscribe("https://other.example/", "TASK", "UPDATE");

    fixture.post();

    assertThat(fixture.sent().target().url().text()).isEqualTo("https://other.example/");
    assertThat(fixture.endpoint(ShardFixture.URL).waiting(Lane.FIRST)).isEqualTo(1);
  }

  /** Holds where some failures were made already. */
  private static void beginWith(HoldCause hold, ShardFixture fixture, int failuresLeft) {
    if (hold == HoldCause.PAUSED) {
      fixture.pause(ShardFixture.URL);
      return;
    }
    for (int i = 0; i < failuresLeft; i++) {
      EventKey victim = fixture.post();
      fixture.fail();
      fixture.cancel(victim);
    }
    assertThat(fixture.endpoint(ShardFixture.URL).enabled()).isFalse();
  }

  private static void failWhateverIsProbedUntil(ShardFixture fixture, Duration at) {
    while (fixture.time().compareTo(at) < 0) {
      fixture.pass(Duration.ofMinutes(10));
      fixture.inFlight.stream().toList().forEach(send -> fixture.fail());
    }
  }
}
