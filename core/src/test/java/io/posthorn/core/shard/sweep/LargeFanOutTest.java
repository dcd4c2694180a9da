package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ByteWriter;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events with many messages are examined and removed in parts, each a bounded step. */
final class LargeFanOutTest {
  private static final int MESSAGES = 1_500;

  /** A step reads up to its budget and one part of a large event. */
  private static final long MOST_READ = Sweep.KEYS + 3L * Sweep.STEP;

  /** A message has its record, its listings and perhaps attempts. */
  private static final long MOST_WRITTEN = 20L * Sweep.STEP;

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void early_retention_removes_them_in_bounded_steps() {
    EventKey event = delivered();
    fixture.pass(Duration.ofHours(48));

    fixture.turn(List.of(new Command.RemoveEarly(fixture.nextRequest(), 1L << 40)));
    settleInBoundedSteps();

    assertThat(fixture.effects(Effect.SendReply.class).getLast().reply())
        .isInstanceOfSatisfying(
            Reply.RemovedEarly.class,
            done -> {
              assertThat(done.payloads()).isEqualTo(1);
              assertThat(done.records()).isEqualTo(1);
            });
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, event)).isNull();
    assertNothingIsLeftOf(event);
  }

  @Test
  void retention_removes_payload_and_records_in_bounded_steps() {
    EventKey event = delivered();
    goToInBoundedSteps(Duration.ofDays(3).plusHours(2));
    assertThat(fixture.stored(event).hasPayload()).isFalse();
    assertThat(fixture.stored(event).targets()).hasSize(MESSAGES);

    goToInBoundedSteps(Duration.ofDays(31));

    assertThat(fixture.history().event(ShardFixture.CUSTOMER, event)).isNull();
    assertNothingIsLeftOf(event);
  }

  @Test
  void a_message_replayed_while_its_event_is_examined_keeps_its_payload() {
    EventKey event = delivered();
    MessageId first = new MessageId(event, 0);
    fixture.turn(
        List.of(new Command.RemoveEarly(fixture.nextRequest(), 1L << 40))); // the first part
    assertThat(fixture.busy()).isTrue();
    assertThat(fixture.replay(first)).isEqualTo(Reply.DONE);
    fixture.inFlight.clear(); // no response

    settleInBoundedSteps();

    assertThat(fixture.stored(event).hasPayload()).isTrue();
    assertThat(fixture.message(first).status()).isEqualTo(MessageStatus.WAITING);
  }

  @Test
  void after_a_crash_between_two_parts_the_rest_is_removed() {
    EventKey event = delivered();
    fixture.pass(Duration.ofHours(48));
    fixture.turn(List.of(new Command.RemoveEarly(fixture.nextRequest(), 1L << 40)));
    while (fixture.stored(event).targets().size() > MESSAGES / 2) {
      fixture.step();
    }
    fixture.restart();
    assertThat(fixture.message(new MessageId(event, 0)).status())
        .isEqualTo(MessageStatus.DELIVERED);

    goToInBoundedSteps(Duration.ofDays(31));

    assertThat(fixture.history().event(ShardFixture.CUSTOMER, event)).isNull();
    assertNothingIsLeftOf(event);
  }

  @Test
  void erasing_their_customer_takes_bounded_steps() {
    subscribe();
    EventKey event = fixture.post();
    fixture.succeed();
    fixture.fail();
    fixture.turn(List.of(new Command.EraseCustomer(fixture.nextRequest(), ShardFixture.CUSTOMER)));

    settleInBoundedSteps();

    assertNothingIsLeftOf(event);
    assertThat(fixture.metrics().bytesInFlight()).isZero();
  }

  private void settleInBoundedSteps() {
    while (fixture.busy()) {
      stepAfter(0);
    }
  }

  private void goToInBoundedSteps(Duration sinceStart) {
    while (fixture.wakeAt() <= sinceStart.toMillis()) {
      stepAfter(Math.max(0, fixture.wakeAt() - fixture.time().toMillis()));
    }
    fixture.goTo(sinceStart);
  }

  private void stepAfter(long millis) {
    fixture.counted.reset();
    fixture.stepAfter(Duration.ofMillis(millis));
    assertThat(fixture.counted.reads()).isLessThan(MOST_READ);
    assertThat(fixture.counted.writes()).isLessThan(MOST_WRITTEN);
  }

  private EventKey delivered() {
    subscribe();
    EventKey event = fixture.post();
    fixture.succeedAll();
    return event;
  }

  private void subscribe() {
    for (int i = 0; i < MESSAGES; i++) {
      fixture.subscribe("https://receiver%d.example/".formatted(i));
    }
  }

  private static String key(String entry) {
    return entry.substring(0, entry.indexOf('='));
  }

  private void assertNothingIsLeftOf(EventKey event) {
    ByteWriter key = new ByteWriter(16);
    event.write(key);
    String hex = HexFormat.of().formatHex(key.toBytes());
    assertThat(fixture.contents()).noneMatch(entry -> key(entry).contains(hex));
  }
}
