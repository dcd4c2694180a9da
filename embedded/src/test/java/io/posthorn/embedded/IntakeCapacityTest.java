package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Fair sharing of the intake: a customer that floods it does not block others. */
final class IntakeCapacityTest {
  private static final int BOUND = 8;

  private final IntakeCapacity capacity =
      new IntakeCapacity(EmbeddedSettings.DEFAULT.withIntake(BOUND, 100 * BOUND));

  @Test
  void a_customer_alone_may_fill_the_intake() {
    capacity.take(load("a", BOUND - 1));
    assertThat(capacity.fits(load("a", 1))).isTrue();
    assertThat(capacity.fits(load("a", 2))).isFalse();
  }

  @Test
  void a_full_intake_still_admits_another_customer_up_to_its_share() {
    capacity.take(load("a", BOUND));
    assertThat(capacity.fits(load("a", 1))).isFalse();
    assertThat(capacity.fits(load("b", 1))).isTrue();
    capacity.take(load("b", 1));
    // Half of the bound, divided by the two customers in the intake.
    assertThat(capacity.fits(load("b", 1))).isTrue();
    assertThat(capacity.fits(load("b", 2))).isFalse();
    assertThat(capacity.fits(load("a", 1))).isFalse();
  }

  @Test
  void a_customers_first_call_is_admitted_up_to_twice_the_bound() {
    capacity.take(load("a", BOUND));
    assertThat(capacity.fits(load("b", BOUND))).isTrue();
    assertThat(capacity.fits(load("b", BOUND + 1))).isFalse();
  }

  @Test
  void bytes_are_shared_like_events() {
    capacity.take(new IntakeLoad(List.of(new IntakeLoad.Share("a", 1, 800)), 1, 800));
    assertThat(capacity.fits(load("a", 1))).isFalse();
    assertThat(capacity.fits(load("b", 1))).isTrue();
  }

  @Test
  void an_empty_intake_admits_a_call_larger_than_its_bound() {
    assertThat(capacity.fits(load("a", 10 * BOUND))).isTrue();
  }

  @Test
  void a_call_for_many_customers_is_admitted_if_each_customer_is() {
    capacity.take(load("a", BOUND));
    assertThat(capacity.fits(both(load("b", 1), load("c", 1)))).isTrue();
    assertThat(capacity.fits(both(load("b", 1), load("a", 1)))).isFalse();
  }

  @Test
  void events_with_a_reply_free_capacity() {
    capacity.take(load("a", BOUND));
    capacity.take(load("b", 1));
    capacity.give(load("a", BOUND));
    capacity.give(load("b", 1));
    assertThat(capacity.events()).isZero();
    assertThat(capacity.weight()).isZero();
    assertThat(capacity.fits(load("a", BOUND))).isTrue();
  }

  @Test
  void the_load_of_a_call_is_counted_by_customer() {
    IntakeLoad mixed =
        IntakeLoad.of(
            List.of(
                SampleEvents.event("e1", "TASK", 10),
                SampleEvents.event("e2", "TASK", 10),
                SampleEvents.eventOf("other", "e3", "TASK")));
    assertThat(mixed.events()).isEqualTo(3);
    assertThat(mixed.shares())
        .extracting(IntakeLoad.Share::customerId)
        .containsExactly(SampleEvents.CUSTOMER, "other");
    assertThat(mixed.shares()).extracting(IntakeLoad.Share::events).containsExactly(2, 1);
    assertThat(mixed.shares().stream().mapToLong(IntakeLoad.Share::weight).sum())
        .isEqualTo(mixed.weight());
  }

  private static IntakeLoad load(String customerId, int events) {
    return new IntakeLoad(
        List.of(new IntakeLoad.Share(customerId, events, events)), events, events);
  }

  private static IntakeLoad both(IntakeLoad one, IntakeLoad other) {
    return new IntakeLoad(
        List.of(one.shares().getFirst(), other.shares().getFirst()),
        one.events() + other.events(),
        one.weight() + other.weight());
  }
}
