package io.posthorn.core.shard.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.FinalStatuses;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Final statuses: responses after which a message is not retried. */
final class FinalStatusesTest {
  private static final String URL = ShardFixture.URL;
  private static final String READER = "https://reader.example/events";

  private ShardFixture fixture = ShardFixture.withDefaults();

  private void configure(boolean counted, Integer... statuses) {
    fixture.configure(
        URL, EndpointOptions.NONE.withFinalStatuses(new FinalStatuses(List.of(statuses), counted)));
  }

  private void respond(int status) {
    fixture.respond(Outcome.responded(status, 10));
  }

  private Endpoint endpoint() {
    return fixture.endpoint(URL);
  }

  private void assertRejected(EventKey event) {
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.REJECTED);
    assertThat(fixture.message(event).reason().text()).isEqualTo("rejected");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 400, 413, 500})
  void such_a_response_drops_the_message_at_once(int status) {
    fixture.subscribe(URL);
    configure(true, 301, 400, 413, 500);
    EventKey event = fixture.post();

    respond(status);

    assertRejected(event);
    Attempt attempt = fixture.attempts(event).getFirst();
    assertThat(attempt.next()).isEqualTo(MessageStatus.DROPPED);
    assertThat(attempt.reason()).isEqualTo(EndReason.REJECTED);
    assertThat(attempt.nextAt()).isZero();
    fixture.goTo(Duration.ofDays(3));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void every_other_failure_is_retried() {
    fixture.subscribe(URL);
    configure(true, 400);
    EventKey event = fixture.post();
    respond(404);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
  }

  @Test
  void without_the_option_a_400_is_retried() {
    fixture.subscribe(URL);
    EventKey event = fixture.post();
    respond(400);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
  }

  @Test
  void a_rejected_message_can_be_replayed() {
    fixture.subscribe(URL);
    configure(true, 400);
    EventKey event = fixture.post();
    respond(400);
    fixture.replay(fixture.message(event).id());
    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void it_counts_for_the_circuit_like_any_failure() {
    fixture = new ShardFixture(ShardFixture.disablingAfter(3));
    fixture.subscribe(URL);
    configure(true, 400);

    for (int i = 0; i < 3; i++) {
      fixture.post();
      respond(400);
    }

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(endpoint().failures()).isEqualTo(3);
  }

  @Test
  void without_count_final_it_changes_no_counter() {
    fixture = new ShardFixture(ShardFixture.disablingAfter(3));
    fixture.subscribe(URL);
    configure(false, 400);
    fixture.post();
    respond(404);
    long failedAt = endpoint().circuit().lastFailureAt();
    fixture.pass(Duration.ofSeconds(1));

    for (int i = 0; i < 5; i++) {
      EventKey event = fixture.post();
      respond(400);
      assertRejected(event);
    }

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint().circuit().consecutiveFailures()).isEqualTo(1);
    assertThat(endpoint().circuit().attemptsInWindow(fixture.now())).isEqualTo(1);
    assertThat(endpoint().circuit().failuresInWindow(fixture.now())).isEqualTo(1);
    assertThat(endpoint().circuit().lastFailureAt()).isEqualTo(failedAt);
    assertThat(endpoint().failures()).isEqualTo(1);
    assertThat(endpoint().successes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_final_response_to_a_probe_drops_its_message_and_the_endpoint_stays_disabled(
      boolean counted) {
    fixture = new ShardFixture(ShardFixture.disablingAfter(1));
    fixture.subscribe(URL);
    configure(counted, 400);
    EventKey event = fixture.post();
    respond(404);
    fixture.goTo(Duration.ofMinutes(10));
    assertThat(fixture.sent().ticket().probe()).isTrue();

    respond(400);

    assertRejected(event);
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(endpoint().circuit().consecutiveFailures()).isEqualTo(counted ? 2 : 1);
    EventKey next = fixture.post();
    fixture.goTo(Duration.ofMinutes(20).minusMillis(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMinutes(20)); // 10 min after the start of the last probe
    assertThat(fixture.eventsInFlight()).containsExactly(next);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_410_among_them_also_pauses_the_endpoint(boolean counted) {
    fixture.subscribe(READER, "POSTHORN_ENDPOINT", "*");
    fixture.subscribe(URL);
    configure(counted, 410);
    EventKey event = fixture.post();

    respond(410);

    assertRejected(event);
    assertThat(endpoint().stored().pausedBy()).isEqualTo(PauseCause.GONE);
    assertThat(fixture.effects(Effect.EndpointChanged.class))
        .extracting(Effect.EndpointChanged::change)
        .containsExactly(EndpointChange.PAUSED);
    assertThat(fixture.sent().event().eventType()).isEqualTo("paused");
    assertThat(ShardFixture.newState(fixture.sent().event()))
        .contains("\"paused\":true,\"pausedBy\":\"gone\"", "\"lastError\":\"status 410\"");
    fixture.succeed();
    fixture.post();
    assertThat(fixture.inFlight).isEmpty();
    fixture.restart();
    assertThat(endpoint().stored().pausedBy()).isEqualTo(PauseCause.GONE);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_410_that_is_not_among_them_pauses_nothing() {
    fixture.subscribe(URL);
    configure(true, 400);
    fixture.post();
    respond(410);
    assertThat(endpoint().paused()).isFalse();
  }

  @Test
  void not_if_the_attempt_started_before_the_last_resume() {
    fixture.subscribe(URL);
    configure(true, 410);
    EventKey late = fixture.post();
    fixture.pause(URL);
    fixture.resume(URL); // in the same millisecond as the start of the request

    respond(410);

    assertRejected(late);
    assertThat(endpoint().paused()).isFalse();
    fixture.post();
    respond(410);
    assertThat(endpoint().stored().pausedBy()).isEqualTo(PauseCause.GONE);
  }

  @Test
  void nor_before_the_last_enable() {
    fixture.subscribe(URL);
    configure(true, 410);
    fixture.post();
    fixture.pause(URL);
    fixture.enable(URL);
    respond(410);
    assertThat(endpoint().paused()).isFalse();
  }

  @Test
  void a_resume_that_changes_nothing_is_none() {
    fixture.subscribe(URL);
    configure(true, 410);
    fixture.post();
    fixture.resume(URL);
    fixture.enable(URL);
    respond(410);
    assertThat(endpoint().stored().pausedBy()).isEqualTo(PauseCause.GONE);
  }

  @Test
  void a_pause_by_a_user_stays_one() {
    fixture.subscribe(URL);
    configure(true, 410);
    fixture.post();
    fixture.pause(URL);
    respond(410);
    assertThat(endpoint().stored().pausedBy()).isEqualTo(PauseCause.USER);
  }

  @Test
  void resume_ends_the_pause_and_held_messages_leave() {
    fixture.subscribe(URL);
    configure(true, 410);
    fixture.post();
    respond(410);
    EventKey held = fixture.post();
    fixture.resume(URL);
    assertThat(endpoint().stored().pausedBy()).isNull();
    assertThat(fixture.eventsInFlight()).containsExactly(held);
  }

  @Test
  void a_cancelled_message_in_flight_stays_cancelled() {
    fixture.subscribe(URL);
    configure(true, 400);
    EventKey event = fixture.post();
    fixture.cancel(event);
    respond(400);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.CANCELLED);
  }

  @Test
  void rejected_messages_are_among_the_drops_that_an_event_reports_also_after_a_restart() {
    fixture.subscribe(URL);
    configure(true, 400);
    fixture.post();
    respond(400); // reported at once, without a reader
    fixture.post();
    respond(400);
    fixture.restart();
    fixture.subscribe(READER, "POSTHORN_DROPS", "*");
    fixture.pass(Duration.ofMinutes(1));
    List<String> states = new ArrayList<>();
    fixture.inFlight.forEach(send -> states.add(ShardFixture.newState(send.event())));
    assertThat(states)
        .singleElement()
        .asString()
        .contains("\"count\":1,\"reasons\":{\"retries_exhausted\":0,\"expired\":0,\"rejected\":1}");
  }
}
