package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.BulkStatus;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.read.MessagePage;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Every step of a sweep and every page of a list is bounded by the keys it reads. */
final class KeysReadTest {
  private static final int UNMATCHED = 25_000;

  private final ShardFixture fixture = ShardFixture.withDefaults();
  private int ids;

  /** Events that match no subscription. */
  private void postUnmatched(int count, String newState) {
    for (int left = count; left > 0; left -= 1_000) {
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < Math.min(left, 1_000); i++) {
        events.add(fixture.event("unmatched-" + ++ids, newState));
      }
      fixture.postAll(events);
    }
  }

  @Test
  void a_replay_over_events_without_messages_reads_a_bounded_number_of_keys_in_each_step() {
    postUnmatched(UNMATCHED, "{}");
    fixture.subscribe(ShardFixture.URL);
    EventKey only = fixture.post();
    fixture.succeed();
    BulkJob job = BulkFixture.replay().preview().job();

    fixture.counted.reset();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    assertThat(fixture.counted.reads()).isLessThan(3L * Sweep.STEP);
    int steps = 1;
    while (progress(job).finishedAt() == 0) {
      fixture.counted.reset();
      fixture.step();
      assertThat(fixture.counted.reads()).isLessThan(3L * Sweep.STEP);
      steps++;
    }

    assertThat(steps).isGreaterThanOrEqualTo(UNMATCHED / Sweep.STEP);
    assertThat(progress(job).taken()).as("it found %s", only).isEqualTo(1);
    assertThat(progress(job).examined()).isEqualTo(1);
  }

  @Test
  void a_step_over_large_events_reads_few_of_them() {
    postUnmatched(100, "{\"a\":\"" + "x".repeat(100_000) + "\"}");
    BulkJob job = BulkFixture.replay().preview().job();

    fixture.counted.reset();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));

    assertThat(fixture.counted.reads(Table.EVENT)).isLessThan(12);
    fixture.settle();
    assertThat(progress(job).finishedAt()).isPositive();
  }

  @Test
  void a_crash_between_two_steps_over_events_without_messages_resumes_where_it_was() {
    postUnmatched(2_000, "{}");
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(300);
    fixture.succeedAll();
    BulkJob job = BulkFixture.replay().preview().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    int crashes = 0;
    for (; progress(job).finishedAt() == 0; crashes++) {
      fixture.restart();
    }
    assertThat(crashes).isBetween(10, 15);
    assertThat(progress(job).taken()).isEqualTo(300);
  }

  @Test
  void a_page_of_messages_reads_a_bounded_number_of_keys_and_continues_at_its_cursor() {
    fixture.subscribe(ShardFixture.URL);
    EventKey oldest = fixture.post();
    fixture.succeed();
    postUnmatchedCode(UNMATCHED);
    MessageQuery query = new MessageQuery(ShardFixture.CUSTOMER, MessageSelection.ALL, 1, null);

    List<MessageId> found = new ArrayList<>();
    int pages = 0;
    int empty = 0;
    MessageQuery next = query;
    while (next != null) {
      fixture.counted.reset();
      MessagePage page = new History(fixture.counted).list(next, message -> false);
      assertThat(fixture.counted.reads()).isLessThan(11_000);
      page.messages().forEach(message -> found.add(message.id()));
      pages++;
      empty += page.messages().isEmpty() ? 1 : 0;
      MessageId last = page.next();
      next =
          last == null ? null : new MessageQuery(ShardFixture.CUSTOMER, query.selection(), 1, last);
    }

    assertThat(found).containsExactly(new MessageId(oldest, 0));
    assertThat(pages).isEqualTo(3);
    assertThat(empty).isEqualTo(2);
  }

  @Test
  void a_page_whose_filter_matches_nothing_reads_a_bounded_number_of_keys() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(12_000);
    fixture.succeedAll();
    MessageSelection nothing =
        MessageSelection.ALL.withEvent(new EventCriteria(null, null, "nowhere"));

    fixture.counted.reset();
    MessagePage page =
        new History(fixture.counted)
            .list(new MessageQuery(ShardFixture.CUSTOMER, nothing, 1, null), message -> false);

    assertThat(page.messages()).isEmpty();
    assertThat(page.next()).isNotNull();
    assertThat(fixture.counted.reads()).isLessThan(25_000);
  }

  @Test
  void of_a_message_with_thousands_of_attempts_a_bounded_number_is_examined() {
    fixture.subscribe(ShardFixture.URL);
    MessageId message = new MessageId(fixture.post(), 0);
    for (int i = 0; i < 3_000; i++) {
      fixture.succeed();
      fixture.replay(message);
    }
    MessageSelection nothing =
        MessageSelection.ALL
            .withOutcome(OutcomeFilter.parse("503").orElseThrow())
            .withAttempted(new TimeRange(1, TimeRange.END_OF_TIME));

    fixture.counted.reset();
    MessagePage page =
        new History(fixture.counted)
            .list(new MessageQuery(ShardFixture.CUSTOMER, nothing, 1, null), id -> false);

    assertThat(page.messages()).isEmpty();
    assertThat(fixture.counted.reads(Table.ATTEMPT)).isBetween(2_500L, 2_510L);
  }

  @Test
  void a_customers_endpoints_are_listed_without_reading_those_of_others() {
    for (int i = 0; i < 50; i++) {
      fixture.subscribe("https://a.example/" + i);
    }
    EndpointReader reader = new EndpointReader(fixture.counted, Rules.DEFAULT.circuit());

    fixture.counted.reset();
    for (String other : List.of("a", "another", "z", "zoo and more")) { // before and behind it
      assertThat(reader.list(other, null, 100, 0)).isEmpty();
    }
    assertThat(fixture.counted.reads(Table.ENDPOINT)).isZero();
    assertThat(reader.list(ShardFixture.CUSTOMER, null, 100, 0)).hasSize(50);
    assertThat(fixture.counted.reads(Table.ENDPOINT)).isEqualTo(50);
  }

  @Test
  void a_step_of_expiry_examines_a_bounded_number_of_endpoints_also_where_it_finds_nothing() {
    int endpoints = 2_000;
    fixture.pauseDelivery(ShardFixture.CUSTOMER);
    for (int i = 0; i < endpoints; i++) {
      fixture.subscribe(ShardFixture.URL + i);
    }
    EventKey event = fixture.post();
    fixture.stepAfter(Duration.ofHours(49)); // all have expired, and one step drops some of them
    List<Command> cancellations = new ArrayList<>();
    for (int i = 0; i < endpoints; i++) {
      MessageId id = new MessageId(event, i);
      cancellations.add(
          new Command.CancelMessage(fixture.nextRequest(), ShardFixture.CUSTOMER, id));
    }

    fixture.counted.reset();
    fixture.turn(cancellations);

    assertThat(fixture.counted.scans(Table.EXPIRY)).isLessThan(1_001);
  }

  @Test
  void old_bulk_jobs_are_forgotten_in_bounded_steps() {
    RetentionRules rules = Rules.DEFAULT.retention();
    for (int i = 0; i < 1_000; i++) {
      fixture.turn(
          List.of(
              new Command.StartBulk(fixture.nextRequest(), BulkFixture.replay().preview().job())));
    }
    fixture.settle();
    fixture.stepAfter(Duration.ofMillis(rules.records() + 1));
    int steps = 0;
    long most = 0;
    while (fixture.busy()) {
      fixture.counted.reset();
      fixture.step();
      most = Math.max(most, fixture.counted.reads(Table.SWEEP));
      steps++;
    }
    assertThat(most).isLessThanOrEqualTo(Sweep.STEP);
    assertThat(steps).isGreaterThan(3);
    assertThat(fixture.contents()).noneMatch(entry -> entry.startsWith("0e02"));
  }

  @Test
  void a_round_of_retention_begins_in_bounded_steps_however_many_customers_there_are() {
    postOfCustomers(3_000);
    fixture.stepAfter(Duration.ofMinutes(11));
    int steps = 1;
    while (fixture.busy()) {
      fixture.counted.reset();
      fixture.step();
      assertThat(fixture.counted.reads()).isLessThan(2_500);
      steps++;
    }
    assertThat(steps).isGreaterThan(10);
  }

  @Test
  void the_first_turn_of_such_a_round_too() {
    postOfCustomers(3_000);
    fixture.counted.reset();
    fixture.stepAfter(Duration.ofMinutes(11));
    assertThat(fixture.counted.reads()).isLessThan(2_500);
  }

  @Test
  void early_retention_takes_bounded_steps_however_many_customers_there_are() {
    postOfCustomers(3_000);
    fixture.counted.reset();
    fixture.turn(List.of(new Command.RemoveEarly(fixture.nextRequest(), 1L << 40)));
    assertThat(fixture.counted.reads()).isLessThan(2L * Sweep.KEYS);
    while (fixture.busy()) {
      fixture.counted.reset();
      fixture.step();
      assertThat(fixture.counted.reads()).isLessThan(2L * Sweep.KEYS);
    }
    assertThat(fixture.effects(Effect.SendReply.class).getLast().reply())
        .isInstanceOfSatisfying(
            Reply.RemovedEarly.class, done -> assertThat(done.payloads()).isEqualTo(3_000));
  }

  /** One event of each customer, which matches nothing. */
  private void postOfCustomers(int count) {
    for (int first = 0; first < count; first += 1_000) {
      List<Event> events = new ArrayList<>();
      for (int i = first; i < first + 1_000; i++) {
        events.add(fixture.eventOf("customer" + i, "event", "{}"));
      }
      fixture.postAll(events);
    }
    fixture.settle();
  }

  @Test
  void enabling_an_endpoint_returns_what_was_probed_in_bounded_turns() {
    ShardFixture probing = new ShardFixture(probingEverySecond());
    probing.subscribe(ShardFixture.URL);
    probing.postMany(600);
    probing.failMany(3);
    for (int i = 0; i < 500; i++) {
      probing.pass(Duration.ofSeconds(1));
      probing.fail();
    }
    assertThat(probing.endpoint(ShardFixture.URL).waiting(Lane.PROBED)).isGreaterThan(450);

    probing.counted.reset();
    probing.enable(ShardFixture.URL);
    assertThat(probing.counted.reads()).isLessThan(1_000);
    while (probing.busy()) {
      probing.counted.reset();
      probing.step();
      assertThat(probing.counted.reads()).isLessThan(1_000);
    }

    assertThat(probing.endpoint(ShardFixture.URL).waiting(Lane.PROBED)).isZero();
  }

  @Test
  void a_probe_that_finds_messages_of_a_deleted_subscription_does_not_read_its_lane_for_each() {
    ShardFixture probing = new ShardFixture(probingEverySecond());
    Subscription deleted = probing.subscribe(ShardFixture.URL);
    probing.subscribe(ShardFixture.URL, "OTHER", "UPDATE");
    probing.failMany(3);
    probing.postMany(2_000);
    probing.pass(Duration.ofMillis(999));
    probing.delete(deleted); // one step of its sweep

    probing.counted.reset();
    probing.stepAfter(Duration.ofMillis(1)); // the probe is due, and comes before the next step

    assertThat(probing.counted.reads()).isLessThan(5_000);
  }

  private static Rules probingEverySecond() {
    CircuitRules rules = CircuitRules.DEFAULT;
    return Rules.DEFAULT.withCircuit(
        new CircuitRules(
            rules.window(),
            rules.minAttempts(),
            rules.failureRate(),
            3,
            1_000,
            rules.freezeConsecutive(),
            rules.freezeSinceSuccess(),
            rules.freezeConsecutiveAnyTime()));
  }

  private void postUnmatchedCode(int count) {
    for (int left = count; left > 0; left -= 1_000) {
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        events.add(fixture.event(ShardFixture.CUSTOMER, "other-" + ++ids, "OTHER", "UPDATE", null));
      }
      fixture.postAll(events);
    }
  }

  private BulkStatus progress(BulkJob job) {
    return Objects.requireNonNull(fixture.history().bulk(job.customerId(), job.id()));
  }
}
