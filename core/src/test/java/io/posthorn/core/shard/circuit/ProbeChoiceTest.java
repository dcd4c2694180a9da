package io.posthorn.core.shard.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The choice of the message that probes a disabled endpoint. */
final class ProbeChoiceTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));
  private final List<EventKey> retries = new ArrayList<>();

  /** Their next slots are at 84.8, 85.8 and 86.8 s. */
  @BeforeEach
  void three_messages_fail_a_second_apart_and_disable_the_endpoint() {
    fixture.subscribe(ShardFixture.URL);
    for (int i = 0; i < 3; i++) {
      retries.add(fixture.post());
      fixture.fail();
      fixture.pass(Duration.ofSeconds(1));
    }
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state())
        .isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void the_first_lane_comes_before_the_retries_although_these_are_older() {
    fixture.goTo(Duration.ofMinutes(5));
    EventKey fresh = fixture.post();

    assertThat(nextProbe()).isEqualTo(fresh);
  }

  @Test
  void of_the_first_lane_the_oldest_comes_first() {
    EventKey older = fixture.post();
    fixture.pass(Duration.ofMillis(1));
    EventKey newer = fixture.post();

    assertThat(failNextProbe()).isEqualTo(older);
    assertThat(failNextProbe()).isEqualTo(newer);
  }

  @Test
  void of_the_retries_the_one_that_was_due_first_comes_first() {
    assertThat(failNextProbe()).isEqualTo(retries.get(0));
    assertThat(failNextProbe()).isEqualTo(retries.get(1));
    assertThat(failNextProbe()).isEqualTo(retries.get(2));
  }

  @Test
  void if_nothing_is_due_the_earliest_retry_is_pulled_forward() {
    ShardFixture late = new ShardFixture(ShardFixture.disablingAfter(7));
    late.subscribe(ShardFixture.URL);
    EventKey older = late.post();
    failAtSlots(late, 0, 84_800, 254_400, 593_600, 1_272_000);
    late.goTo(Duration.ofMillis(1_300_000));
    EventKey newer = late.post();
    failAtSlots(late, 1_300_000, 1_384_800); // the seventh disables
    late.cancel(newer);
    assertThat(late.message(older).due()).isEqualTo(ShardFixture.START + 2_628_800);

    late.goTo(Duration.ofMillis(1_984_800));

    assertThat(late.eventsInFlight()).containsExactly(older);
    assertThat(late.sent().ticket().probe()).isTrue();
    late.fail();
    assertThat(late.message(older).due())
        .isEqualTo(ShardFixture.START + 2_628_800); // its slot is left
    assertThat(late.message(older).slot()).isEqualTo(5);
  }

  @Test
  void of_two_retries_that_are_not_due_the_earlier_is_pulled_forward() {
    ShardFixture late = new ShardFixture(ShardFixture.disablingAfter(10));
    late.subscribe(ShardFixture.URL);
    EventKey older = late.post();
    failAtSlots(late, 0, 84_800, 254_400, 593_600, 1_272_000);
    late.goTo(Duration.ofMillis(1_300_000));
    EventKey newer = late.post();
    failAtSlots(late, 1_300_000, 1_384_800, 1_554_400, 1_893_600);
    late.goTo(Duration.ofMillis(1_900_000));
    EventKey last = late.post();
    late.fail(); // the tenth
    late.cancel(last);
    assertThat(late.message(older).due()).isEqualTo(ShardFixture.START + 2_628_800);
    assertThat(late.message(newer).due()).isEqualTo(ShardFixture.START + 2_572_000);

    late.goTo(Duration.ofMillis(2_500_000));

    assertThat(late.eventsInFlight()).containsExactly(newer);
    assertThat(late.sent().ticket().probe()).isTrue();
  }

  @Test
  void after_a_failed_probe_its_message_goes_behind_all_others() {
    EventKey poisonous = fixture.post();

    assertThat(failNextProbe()).isEqualTo(poisonous);
    assertThat(fixture.message(poisonous).queue()).isEqualTo(Lane.PROBED);
    assertThat(failNextProbe()).isEqualTo(retries.get(0));
    assertThat(failNextProbe()).isEqualTo(retries.get(1));
    assertThat(failNextProbe()).isEqualTo(retries.get(2));
    assertThat(failNextProbe()).isEqualTo(poisonous); // all have been tried: the round begins anew
    assertThat(failNextProbe()).isEqualTo(retries.get(0));
  }

  @Test
  void a_new_message_comes_before_those_whose_probe_failed() {
    for (int i = 0; i < 3; i++) {
      failNextProbe();
    }
    EventKey fresh = fixture.post();

    assertThat(failNextProbe()).isEqualTo(fresh);
    assertThat(failNextProbe()).isEqualTo(retries.get(0));
  }

  @Test
  void the_order_behind_the_others_survives_a_restart() {
    failNextProbe();
    failNextProbe();
    fixture.restart();

    assertThat(failNextProbe()).isEqualTo(retries.get(2));
    assertThat(failNextProbe()).isEqualTo(retries.get(0));
    assertThat(failNextProbe()).isEqualTo(retries.get(1));
  }

  @Test
  void one_poisonous_message_does_not_keep_an_endpoint_shut() {
    EventKey poisonous = fixture.post();
    assertThat(failNextProbe()).isEqualTo(poisonous);

    nextProbe();
    fixture.succeed();

    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state())
        .isEqualTo(CircuitState.ENABLED);
    assertThat(fixture.message(poisonous).queue()).isEqualTo(Lane.FIRST); // back where it came from
  }

  private static void failAtSlots(ShardFixture on, long... times) {
    for (long at : times) {
      on.goTo(Duration.ofMillis(at));
      on.fail();
    }
  }

  private EventKey nextProbe() {
    Duration latest = fixture.time().plusMinutes(10);
    while (fixture.inFlight.isEmpty() && fixture.time().compareTo(latest) < 0) {
      fixture.pass(Duration.ofSeconds(1));
    }
    assertThat(fixture.sent().ticket().probe()).isTrue();
    return fixture.eventsInFlight().getFirst();
  }

  private EventKey failNextProbe() {
    EventKey event = nextProbe();
    fixture.fail();
    return event;
  }
}
