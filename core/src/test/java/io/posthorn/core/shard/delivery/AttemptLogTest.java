package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every failed attempt is logged: in the store, and as an effect that becomes a log line. */
final class AttemptLogTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  @BeforeEach
  void add_a_subscription() {
    fixture.subscribe(ShardFixture.URL);
  }

  @Test
  void an_attempt_is_logged_with_all_its_fields_and_the_next_step() {
    fixture.pass(Duration.ofMillis(500));
    EventKey event = fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofMillis(85_300));
    fixture.pass(Duration.ofMillis(70));

    fixture.respond(new Outcome(502, null, 68, "", null, utf8("<h1>Bad gateway</h1>")));

    Attempt attempt = logged(event, 2);
    assertThat(attempt.number()).isEqualTo(2);
    assertThat(attempt.slot()).isEqualTo(1);
    assertThat(attempt.probe()).isFalse();
    assertThat(attempt.endpoint()).isEqualTo(fixture.endpoint(ShardFixture.URL).id());
    assertThat(attempt.startedAt()).isEqualTo(ShardFixture.START + 85_300);
    assertThat(attempt.recordedAt()).isEqualTo(ShardFixture.START + 85_370);
    assertThat(attempt.outcome().durationMillis()).isEqualTo(68);
    assertThat(attempt.outcome().status()).isEqualTo(502);
    assertThat(attempt.outcome().error()).isNull();
    assertThat(attempt.outcome().responseStart()).isEqualTo(utf8("<h1>Bad gateway</h1>"));
    assertThat(attempt.next()).isEqualTo(MessageStatus.WAITING);
    assertThat(attempt.nextAt()).isEqualTo(ShardFixture.START + 500 + 254_400);
  }

  @Test
  void of_a_message_with_many_attempts_the_first_100_and_the_last_400_are_read() {
    ShardFixture patient = new ShardFixture(ShardFixture.disablingAfter(10_000));
    patient.subscribe(ShardFixture.URL);
    MessageId message = new MessageId(patient.post(), 0);
    for (int number = 2; number <= 601; number++) {
      patient.succeed();
      patient.execute(
          new Command.ReplayMessage(patient.nextRequest(), ShardFixture.CUSTOMER, message));
    }
    patient.fail();

    List<Integer> read =
        patient.history().attempts(ShardFixture.CUSTOMER, message).stream()
            .map(Attempt::number)
            .toList();

    assertThat(read).hasSize(500).startsWith(1, 2).contains(100, 202).endsWith(600, 601);
    assertThat(read).doesNotContain(101, 201).isSorted();
  }

  @ParameterizedTest
  @EnumSource(ErrorKind.class)
  void an_attempt_without_a_response_is_logged_with_its_error_kind_and_text(ErrorKind kind) {
    EventKey event = fixture.post();

    fixture.respond(Outcome.failed(kind, 5_000, "receiver.example: it did not work"));

    Attempt attempt = logged(event, 1);
    assertThat(attempt.outcome().status()).isZero();
    assertThat(attempt.outcome().error()).isEqualTo(kind);
    assertThat(attempt.outcome().detail()).isEqualTo("receiver.example: it did not work");
    assertThat(attempt.outcome().durationMillis()).isEqualTo(5_000);
  }

  @Test
  void the_next_step_may_be_a_time_that_the_receiver_asked_for() {
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(503, 10, "600"));

    assertThat(logged(event, 1).nextAt()).isEqualTo(ShardFixture.START + 600_000);
    assertThat(logged(event, 1).outcome().retryAfter()).isEqualTo("600");
  }

  @Test
  void the_next_step_may_be_the_end() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(173_585_600));

    fixture.fail();

    Attempt attempt = logged(event, 1);
    assertThat(attempt.next()).isEqualTo(MessageStatus.DROPPED);
    assertThat(attempt.reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
    assertThat(attempt.nextAt()).isZero();
  }

  @Test
  void a_failed_probe_is_logged_with_the_slot_that_it_leaves() {
    fixture.failMany(2);
    EventKey event = fixture.post();
    fixture.fail();
    for (long probe = 1; probe <= 3; probe++) { // two older messages are tried before it
      fixture.goTo(Duration.ofMinutes(10 * probe));
      fixture.fail();
    }

    Attempt attempt = logged(event, 2);
    assertThat(attempt.probe()).isTrue();
    assertThat(attempt.slot()).isEqualTo(1);
    assertThat(attempt.next()).isEqualTo(MessageStatus.WAITING);
    assertThat(attempt.nextAt()).as("held, and its slot has passed").isZero();
  }

  @Test
  void while_the_endpoint_is_held_no_next_time_is_promised() {
    fixture.failMany(2);
    EventKey disabling = fixture.post();
    EventKey late = fixture.post();
    Effect.Send second = fixture.inFlight.getLast();

    fixture.fail(); // the third in a row disables the endpoint
    assertThat(logged(disabling, 1).nextAt()).isZero();
    assertThat(logged(disabling, 1).held()).isTrue();
    fixture.respond(second, Outcome.responded(404, 10));
    assertThat(logged(late, 1).nextAt()).isZero();
  }

  @Test
  void what_comes_next_is_not_before_the_end_of_the_endpoints_retry_after() {
    fixture.post();
    EventKey event = fixture.post();
    fixture.respond(Outcome.responded(503, 10, "600"));

    fixture.fail(); // its slot is at 84.8 s, but the endpoint starts nothing before 600 s

    assertThat(logged(event, 1).nextAt()).isEqualTo(ShardFixture.START + 600_000);
  }

  @Test
  void a_success_is_recorded_as_well() {
    EventKey event = fixture.post();

    fixture.respond(new Outcome(204, null, 3, "", null, utf8("")));

    Attempt attempt = logged(event, 1);
    assertThat(attempt.outcome().status()).isEqualTo(204);
    assertThat(attempt.next()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(attempt.nextAt()).isZero();
  }

  @Test
  void every_attempt_is_kept_in_order() {
    EventKey event = fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofMillis(84_800));
    fixture.refuse();
    fixture.goTo(Duration.ofMillis(254_400));
    fixture.succeed();

    assertThat(fixture.attempts(event)).extracting(Attempt::number).containsExactly(1, 2, 3);
    assertThat(fixture.effects(Effect.AttemptRecorded.class)).hasSize(3);
  }

  /** The attempt in the store, which is also the logged one. */
  private Attempt logged(EventKey event, int number) {
    Attempt stored = fixture.attempts(event).get(number - 1);
    Effect.AttemptRecorded effect = fixture.effects(Effect.AttemptRecorded.class).getLast();
    assertThat(effect.message()).isEqualTo(new MessageId(event, 0));
    assertThat(effect.customerId()).isEqualTo(ShardFixture.CUSTOMER);
    assertThat(effect.attempt()).usingRecursiveComparison().isEqualTo(stored);
    return stored;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
