package io.posthorn.core.shard.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The retry policy of an endpoint: its slots in place of the general ones. */
final class EndpointRetryPolicyTest {
  private static final String URL = ShardFixture.URL;
  private static final String OTHER = "https://other.example/hook";
  private static final RetryPolicy SHORT = offsets(5, 30, 120);

  private ShardFixture fixture = ShardFixture.withDefaults();

  private static RetryPolicy offsets(long... seconds) {
    return new RetryPolicy.Offsets(Arrays.stream(seconds).map(s -> s * 1000).boxed().toList());
  }

  private static EndpointOptions options(@Nullable RetryPolicy policy) {
    return EndpointOptions.NONE.withRetry(policy);
  }

  private void configure(@Nullable RetryPolicy policy) {
    fixture.configure(URL, options(policy));
  }

  private long due(EventKey event) {
    return fixture.message(event).due() - ShardFixture.START;
  }

  @Test
  void the_offsets_of_a_schedule_are_from_acceptance() {
    fixture.subscribe(URL);
    configure(SHORT);
    EventKey event = fixture.post();

    for (long slot : new long[] {5_000, 30_000, 120_000}) {
      fixture.fail();
      assertThat(due(event)).isEqualTo(slot);
      fixture.goTo(Duration.ofMillis(slot - 1));
      assertThat(fixture.inFlight).isEmpty();
      fixture.goTo(Duration.ofMillis(slot));
      assertThat(fixture.eventsInFlight()).containsExactly(event);
    }
    fixture.fail();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
    assertThat(fixture.attempts(event)).hasSize(4);
  }

  @Test
  void unit_and_limit_double_as_the_general_schedule_does() {
    fixture.subscribe(URL);
    configure(new RetryPolicy.Doubling(10_000, 3));
    EventKey event = fixture.post();

    for (long slot : new long[] {10_000, 30_000, 70_000}) {
      fixture.fail();
      assertThat(due(event)).isEqualTo(slot);
      fixture.goTo(Duration.ofMillis(slot));
    }
    fixture.fail();

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void other_endpoints_keep_the_general_schedule() {
    fixture.subscribe(URL);
    fixture.subscribe(OTHER, "NOTE", "UPDATE");
    configure(SHORT);
    EventKey event =
        fixture.post(fixture.event(ShardFixture.CUSTOMER, "n", "NOTE", "UPDATE", null));
    fixture.fail();
    assertThat(due(event)).isEqualTo(84_800);
  }

  @Test
  void slots_that_passed_meanwhile_are_gone() {
    fixture.subscribe(URL);
    configure(SHORT);
    EventKey event = fixture.post();
    fixture.pass(Duration.ofSeconds(31));

    fixture.fail();

    assertThat(fixture.message(event).slot()).isEqualTo(3);
    assertThat(due(event)).isEqualTo(120_000);
  }

  @Test
  void retry_after_counts_at_most_to_the_last_slot_of_the_endpoints_schedule() {
    fixture.subscribe(URL);
    configure(SHORT);
    EventKey event = fixture.post();

    fixture.respond(Outcome.responded(503, 10, "3600"));

    assertThat(due(event)).isEqualTo(120_000);
  }

  @Test
  void a_held_message_expires_at_the_last_slot_of_the_endpoints_schedule() {
    fixture.subscribe(URL);
    configure(SHORT);
    fixture.pause(URL);
    EventKey event = fixture.post();

    fixture.goTo(Duration.ofMillis(119_999));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    fixture.goTo(Duration.ofMillis(120_000));

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void also_one_that_waits_longer_than_the_general_schedule_would_let_it() {
    fixture.subscribe(URL);
    configure(offsets(60, 7 * 86_400));
    fixture.pause(URL);
    EventKey event = fixture.post();

    fixture.goTo(Duration.ofDays(7).minusMillis(1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    fixture.goTo(Duration.ofDays(7));

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void the_schedule_is_read_at_each_expiry() {
    fixture.subscribe(URL);
    fixture.pause(URL);
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMinutes(10));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);

    configure(SHORT);
    fixture.settle();

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void and_a_longer_one_lets_a_held_message_live() {
    fixture.subscribe(URL);
    configure(SHORT);
    fixture.pause(URL);
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofSeconds(60));

    configure(null);

    fixture.goTo(Duration.ofHours(48));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
  }

  @Test
  void a_due_time_already_set_stays_and_the_next_failure_reads_the_new_schedule() {
    fixture.subscribe(URL);
    EventKey event = fixture.post();
    fixture.fail();
    assertThat(due(event)).isEqualTo(84_800);

    configure(offsets(5, 30, 120, 200));

    assertThat(due(event)).isEqualTo(84_800);
    fixture.goTo(Duration.ofMillis(84_799));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(84_800));
    fixture.fail();
    assertThat(fixture.message(event).slot()).isEqualTo(3);
    assertThat(due(event)).isEqualTo(120_000);
  }

  @Test
  void a_due_time_beyond_the_new_last_slot_stays_too_and_is_the_last_attempt() {
    fixture.subscribe(URL);
    EventKey event = fixture.post();
    fixture.fail();

    configure(offsets(5));
    fixture.goTo(Duration.ofMillis(84_800));
    fixture.fail();

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void a_retry_by_a_user_keeps_a_due_time_beyond_the_new_last_slot() {
    fixture.subscribe(URL);
    EventKey event = fixture.post();
    fixture.fail();
    configure(offsets(5));

    fixture.retry(event);
    fixture.fail();

    assertThat(due(event)).isEqualTo(84_800);
  }

  @Test
  void a_moved_message_keeps_slot_0_and_due_time_and_follows_the_new_schedule_after_a_failure() {
    Subscription subscription = fixture.subscribe(URL);
    fixture.subscribe(OTHER, "NOTE", "UPDATE");
    fixture.configure(OTHER, options(offsets(60, 300)));
    EventKey event = fixture.post();
    fixture.fail();
    Message before = fixture.message(event);

    fixture.move(subscription, OTHER);
    fixture.settle();

    assertThat(fixture.message(event)).isEqualTo(before.movedTo(fixture.id(OTHER)));
    fixture.goTo(Duration.ofMillis(84_800));
    fixture.fail();
    assertThat(fixture.message(event).start()).isEqualTo(before.start());
    assertThat(due(event)).isEqualTo(300_000);
  }

  @Test
  void jitter_applies() {
    fixture = new ShardFixture(Rules.DEFAULT.withRetry(new RetrySchedule(84_800, 11, 1)));
    fixture.subscribe(URL);
    configure(SHORT);
    List<EventKey> events = Stream.generate(fixture::post).limit(4).toList();
    events.forEach(event -> fixture.fail());

    assertThat(events)
        .allSatisfy(event -> assertThat(due(event)).isBetween(5_000L, 10_000L))
        .anySatisfy(event -> assertThat(due(event)).isGreaterThan(5_000));
  }

  @Test
  void a_restart_keeps_it() {
    fixture.subscribe(URL);
    configure(SHORT);
    fixture.restart();
    EventKey event = fixture.post();
    fixture.fail();
    assertThat(due(event)).isEqualTo(5_000);
    assertThat(fixture.endpoint(URL).settings().options()).isEqualTo(options(SHORT));
  }

  @Test
  void a_probe_uses_up_no_slot_of_it() {
    fixture = new ShardFixture(ShardFixture.disablingAfter(1));
    fixture.subscribe(URL);
    configure(offsets(5, 86_400));
    EventKey event = fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofMinutes(10));
    assertThat(fixture.sent().ticket().probe()).isTrue();
    fixture.fail();
    assertThat(fixture.message(event).slot()).isEqualTo(1);
    assertThat(due(event)).isEqualTo(5_000);
  }
}
