package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Retry-After}: for the message, and for the whole endpoint. */
final class RetryAfterHoldTest {
  private final ShardFixture stage = ShardFixture.withDefaults();

  @BeforeEach
  void somebody_listens() {
    stage.subscribe(ShardFixture.URL);
  }

  @ParameterizedTest
  @CsvSource({
    "429, 84, 84800",
    "429, 85, 85000",
    "503, 200, 200000",
    "503, 0, 84800",
    "429, 7200, 7200000"
  })
  void the_next_attempt_is_at_the_later_of_slot_and_retry_after(
      int status, String header, long due) {
    EventKey event = stage.post();

    stage.answer(Outcome.answered(status, 10, header));

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + due);
    stage.goTo(Duration.ofMillis(due - 1));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(due));
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    assertThat(stage.sent().ticket().slot()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thu, 01 Jan 2026 00:10:00 GMT",
        "Thursday, 01-Jan-26 00:10:00 GMT",
        "Thu Jan  1 00:10:00 2026",
        "600"
      })
  void seconds_or_date(String header) {
    EventKey event = stage.post();

    stage.answer(Outcome.answered(503, 10, header));

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 600_000);
    assertThat(stage.endpoint(ShardFixture.URL).stored().holdUntil())
        .isEqualTo(ShardFixture.START + 600_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-5", "12.5", "2026-01-01T00:10:00Z", "0x10"})
  void garbage_is_ignored(String header) {
    EventKey event = stage.post();

    stage.answer(Outcome.answered(503, 10, header));

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
    nothingIsHeld();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "Wed, 31 Dec 2025 23:00:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT"})
  void a_moment_that_is_not_in_the_future_holds_nothing(String header) {
    EventKey event = stage.post();

    stage.answer(Outcome.answered(429, 10, header));

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
    nothingIsHeld();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 301, 404, 408, 500, 502, 504})
  void only_a_429_or_503_is_listened_to(int status) {
    EventKey event = stage.post();

    stage.answer(Outcome.answered(status, 10, "600"));

    assertThat(stage.message(event).due()).isLessThanOrEqualTo(ShardFixture.START + 84_800);
    nothingIsHeld();
  }

  @Test
  void it_is_at_most_slot_11() {
    EventKey event = stage.post();

    stage.answer(Outcome.answered(503, 10, "173586"));

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 173_585_600);
    stage.goTo(Duration.ofMillis(173_585_600));
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    stage.fail();
    assertThat(stage.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void one_second_less_than_slot_11_is_taken_as_it_is() {
    EventKey event = stage.post();

    stage.answer(Outcome.answered(503, 10, "173585"));

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 173_585_000);
  }

  @Test
  void slots_that_pass_while_the_receiver_wants_patience_are_gone() {
    EventKey event = stage.post();
    stage.answer(Outcome.answered(429, 10, "700")); // past slots 1 to 3
    stage.goTo(Duration.ofSeconds(700));

    stage.fail();

    assertThat(stage.message(event).slot()).isEqualTo(4);
    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 1_272_000);
  }

  @Test
  void where_no_slot_is_left_it_gains_the_message_nothing() {
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(173_585_600));

    stage.answer(Outcome.answered(429, 10, "60"));

    assertThat(stage.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void the_whole_endpoint_starts_nothing_until_then() {
    EventKey retry = stage.post();
    stage.fail(); // due at 84.8 s
    stage.post();
    stage.answer(Outcome.answered(503, 10, "120"));
    EventKey fresh = stage.post();
    assertThat(stage.onTheWay).isEmpty();

    stage.goTo(Duration.ofMillis(119_999));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(120_000));

    assertThat(stage.eventsOnTheWay()).containsExactlyInAnyOrder(fresh, retry);
  }

  @Test
  void the_whole_endpoint_is_held_for_at_most_1_hour() {
    EventKey patient = stage.post();
    stage.answer(Outcome.answered(503, 10, "3601"));
    EventKey fresh = stage.post();

    stage.goTo(Duration.ofHours(1).minusMillis(1));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofHours(1));
    assertThat(stage.eventsOnTheWay()).containsExactly(fresh);
    stage.succeed();

    stage.goTo(Duration.ofMillis(3_600_999)); // the message itself waits as long as it was told
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(3_601_000));
    assertThat(stage.eventsOnTheWay()).containsExactly(patient);
  }

  @Test
  void a_shorter_wish_does_not_shorten_a_longer_one() {
    stage.post();
    stage.post();
    stage.answer(Outcome.answered(429, 10, "600"));
    stage.answer(Outcome.answered(429, 10, "60"));

    assertThat(stage.endpoint(ShardFixture.URL).stored().holdUntil())
        .isEqualTo(ShardFixture.START + 600_000);
  }

  @Test
  void a_success_in_flight_does_not_end_the_hold() {
    stage.post();
    stage.post();
    stage.answer(Outcome.answered(429, 10, "600"));
    stage.succeed();
    stage.post();

    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void other_endpoints_do_not_wait() {
    stage.post();
    stage.answer(Outcome.answered(429, 10, "600"));
    stage.subscribe("https://other.example/", "TASK", "UPDATE");

    stage.post();

    assertThat(stage.sent().target().url().text()).isEqualTo("https://other.example/");
  }

  @Test
  void the_hold_survives_a_restart() {
    stage.post();
    stage.answer(Outcome.answered(429, 10, "600"));
    EventKey fresh = stage.post();

    stage.restart();
    stage.goTo(Duration.ofMillis(599_999));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(600_000));

    assertThat(stage.eventsOnTheWay()).contains(fresh);
  }

  private void nothingIsHeld() {
    EventKey next = stage.post();
    assertThat(stage.eventsOnTheWay()).containsExactly(next);
    assertThat(stage.endpoint(ShardFixture.URL).stored().holdUntil()).isZero();
  }
}
