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
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @BeforeEach
  void add_a_subscription() {
    fixture.subscribe(ShardFixture.URL);
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
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(status, 10, header));

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + due);
    fixture.goTo(Duration.ofMillis(due - 1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(due));
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.sent().ticket().slot()).isEqualTo(1);
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
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(503, 10, header));

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 600_000);
    assertThat(fixture.endpoint(ShardFixture.URL).stored().holdUntil())
        .isEqualTo(ShardFixture.START + 600_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-5", "12.5", "2026-01-01T00:10:00Z", "0x10"})
  void garbage_is_ignored(String header) {
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(503, 10, header));

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
    nothingIsHeld();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "Wed, 31 Dec 2025 23:00:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT"})
  void a_time_that_is_not_in_the_future_holds_nothing(String header) {
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(429, 10, header));

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 84_800);
    nothingIsHeld();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 301, 404, 408, 500, 502, 504})
  void only_a_429_or_503_is_listened_to(int status) {
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(status, 10, "600"));

    assertThat(fixture.message(event).due()).isLessThanOrEqualTo(ShardFixture.START + 84_800);
    nothingIsHeld();
  }

  @Test
  void it_is_at_most_slot_11() {
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(503, 10, "173586"));

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 173_585_600);
    fixture.goTo(Duration.ofMillis(173_585_600));
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    fixture.fail();
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void one_second_less_than_slot_11_is_taken_as_it_is() {
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(503, 10, "173585"));

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 173_585_000);
  }

  @Test
  void slots_that_pass_during_a_retry_after_are_gone() {
    EventKey event = fixture.post();
    fixture.respond(Outcome.responded(429, 10, "700")); // past slots 1 to 3
    fixture.goTo(Duration.ofSeconds(700));

    fixture.fail();

    assertThat(fixture.message(event).slot()).isEqualTo(4);
    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 1_272_000);
  }

  @Test
  void without_a_slot_left_it_does_not_help_the_message() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(173_585_600));

    fixture.respond(Outcome.responded(429, 10, "60"));

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void the_whole_endpoint_starts_nothing_until_then() {
    EventKey retry = fixture.post();
    fixture.fail(); // due at 84.8 s
    fixture.post();
    fixture.respond(Outcome.responded(503, 10, "120"));
    EventKey fresh = fixture.post();
    assertThat(fixture.inFlight).isEmpty();

    fixture.goTo(Duration.ofMillis(119_999));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(120_000));

    assertThat(fixture.eventsInFlight()).containsExactlyInAnyOrder(fresh, retry);
  }

  @Test
  void the_whole_endpoint_is_held_for_at_most_1_hour() {
    EventKey patient = fixture.post();
    fixture.respond(Outcome.responded(503, 10, "3601"));
    EventKey fresh = fixture.post();

    fixture.goTo(Duration.ofHours(1).minusMillis(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofHours(1));
    assertThat(fixture.eventsInFlight()).containsExactly(fresh);
    fixture.succeed();

    fixture.goTo(
        Duration.ofMillis(3_600_999)); // the message itself waits for the whole Retry-After
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(3_601_000));
    assertThat(fixture.eventsInFlight()).containsExactly(patient);
  }

  @Test
  void a_shorter_retry_after_does_not_shorten_a_longer_one() {
    fixture.post();
    fixture.post();
    fixture.respond(Outcome.responded(429, 10, "600"));
    fixture.respond(Outcome.responded(429, 10, "60"));

    assertThat(fixture.endpoint(ShardFixture.URL).stored().holdUntil())
        .isEqualTo(ShardFixture.START + 600_000);
  }

  @Test
  void a_success_in_flight_does_not_end_the_hold() {
    fixture.post();
    fixture.post();
    fixture.respond(Outcome.responded(429, 10, "600"));
    fixture.succeed();
    fixture.post();

    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void other_endpoints_do_not_wait() {
    fixture.post();
    fixture.respond(Outcome.responded(429, 10, "600"));
    fixture.subscribe("https://other.example/", "TASK", "UPDATE");

    fixture.post();

    assertThat(fixture.sent().target().url().text()).isEqualTo("https://other.example/");
  }

  @Test
  void the_hold_survives_a_restart() {
    fixture.post();
    fixture.respond(Outcome.responded(429, 10, "600"));
    EventKey fresh = fixture.post();

    fixture.restart();
    fixture.goTo(Duration.ofMillis(599_999));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(600_000));

    assertThat(fixture.eventsInFlight()).contains(fresh);
  }

  private void nothingIsHeld() {
    EventKey next = fixture.post();
    assertThat(fixture.eventsInFlight()).containsExactly(next);
    assertThat(fixture.endpoint(ShardFixture.URL).stored().holdUntil()).isZero();
  }
}
