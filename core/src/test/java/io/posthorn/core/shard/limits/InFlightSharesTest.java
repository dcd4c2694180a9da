package io.posthorn.core.shard.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.MessageBody;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.InFlightBudget;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The total of requests and bytes in flight is shared by customer, then by endpoint. */
final class InFlightSharesTest {
  private static final String BIG = "big";
  private static final String SMALL = "small";
  private static final String THIRD = "third";

  /** The bytes that a body counts for in addition to its state. */
  private static final long ENVELOPE = 512;

  private ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void free_capacity_goes_to_the_customer_with_the_fewest_in_flight() {
    fixture = withLimits(6, 1 << 20);
    for (int i = 0; i < 8; i++) {
      subscribe(BIG, i);
    }
    subscribe(SMALL, 1);
    postToAll(BIG, 8);
    assertThat(inFlightOf(BIG)).isEqualTo(6);
    post(SMALL, 1);
    post(SMALL, 1);

    fixture.succeed();
    assertThat(inFlightOf(SMALL)).isEqualTo(1);
    fixture.succeed();
    assertThat(inFlightOf(SMALL)).as("one against five, though its endpoint has one").isEqualTo(2);
    fixture.succeed();
    assertThat(inFlightOf(BIG)).isEqualTo(4);
  }

  @Test
  void and_of_its_waiting_endpoints_to_the_one_with_the_fewest() {
    fixture = withLimits(3, 1 << 20);
    subscribe(BIG, 1);
    subscribe(BIG, 2);
    subscribe(SMALL, 1);
    post(BIG, 1);
    post(BIG, 1);
    post(SMALL, 1);
    post(BIG, 1);
    post(BIG, 2);

    respondTo(SMALL, 1);

    assertThat(inFlightAt(BIG, 1)).isEqualTo(2);
    assertThat(inFlightAt(BIG, 2)).isEqualTo(1);
  }

  @Test
  void five_thousand_tarpits_of_one_customer_leave_the_others_their_share() {
    for (int i = 0; i < 5_000; i++) {
      subscribe(BIG, i);
    }
    subscribe(SMALL, 1);
    for (int round = 0; round < 3; round++) { // as many as their lanes let start: 15,000
      postToAll(BIG, 5_000);
    }
    assertThat(inFlightOf(BIG)).as("eight ninths of the total").isEqualTo(8_889);

    for (int i = 0; i < 100; i++) {
      post(SMALL, 1);
      assertThat(inFlightOf(SMALL)).isEqualTo(1);
      respondTo(SMALL, 1);
    }
  }

  @Test
  void a_customer_that_is_alone_has_the_whole_total() {
    fixture = withLimits(100, 1 << 20);
    for (int i = 0; i < 110; i++) {
      subscribe(BIG, i);
    }
    postToAll(BIG, 110);
    assertThat(inFlightOf(BIG)).isEqualTo(100);
  }

  @Test
  void a_customer_that_is_alone_in_its_shard_only_leaves_a_ninth_to_those_of_other_shards() {
    fixture = withLimits(90, 1 << 20);
    fixture.budget = new InFlightBudget(90, 1 << 20, 1_000, true);
    for (int i = 0; i < 110; i++) {
      subscribe(BIG, i);
    }
    postToAll(BIG, 110);
    assertThat(inFlightOf(BIG)).isEqualTo(80);
  }

  @Test
  void several_busy_customers_still_leave_a_place_for_the_next() {
    fixture = withLimits(100, 1 << 20);
    for (String customer : List.of(BIG, SMALL)) {
      for (int i = 0; i < 110; i++) {
        subscribe(customer, i);
      }
    }
    subscribe(THIRD, 1);
    postToAll(BIG, 110);
    assertThat(inFlightOf(BIG)).isEqualTo(89);
    postToAll(SMALL, 110);
    post(THIRD, 1);
    assertThat(inFlightOf(THIRD)).isEqualTo(1);
  }

  @Test
  void an_endpoint_that_would_exceed_its_share_of_bytes_is_skipped_and_not_waited_for() {
    fixture = withLimits(1_000, 2 * (10_000 + ENVELOPE));
    subscribe(BIG, 1);
    subscribe(BIG, 2);
    post(BIG, 1, 10_000);
    post(BIG, 1, 10_000);
    post(BIG, 1, 10_000); // does not fit
    assertThat(inFlightAt(BIG, 1)).isEqualTo(2);

    post(BIG, 2, 10);

    assertThat(inFlightAt(BIG, 2)).isEqualTo(1);
    respondTo(BIG, 1);
    assertThat(inFlightAt(BIG, 1)).as("the small body is over the total still").isEqualTo(1);
    respondTo(BIG, 2);
    assertThat(inFlightAt(BIG, 1)).isEqualTo(2);
  }

  @Test
  void an_endpoint_with_nothing_in_flight_may_exceed_the_total_by_one_body_up_to_twice_the_total() {
    fixture = withLimits(1_000, 9 * (10_000 + ENVELOPE));
    for (int i = 0; i < 20; i++) {
      subscribe(BIG, i);
      post(BIG, i, 10_000);
      post(BIG, i, 10_000);
    }
    assertThat(fixture.inFlight).as("eight ninths of twice the total").hasSize(16);
    assertThat(inFlightAt(BIG, 0)).isEqualTo(2); // within the total
    assertThat(inFlightAt(BIG, 3)).isEqualTo(2);
    assertThat(inFlightAt(BIG, 5)).as("beyond the total").isEqualTo(1);
    assertThat(inFlightAt(BIG, 12)).isZero();

    respondTo(BIG, 0);

    assertThat(inFlightAt(BIG, 0)).isEqualTo(1);
    assertThat(inFlightAt(BIG, 12)).as("with nothing in flight it comes first").isEqualTo(1);
  }

  @Test
  void the_last_ninth_below_twice_the_total_is_for_those_within_their_share() {
    int quarter = (10_000 + (int) ENVELOPE) / 4 - (int) ENVELOPE; // weighs a quarter
    fixture = withLimits(1_000, 9 * (10_000 + ENVELOPE));
    for (int i = 0; i < 17; i++) {
      subscribe(BIG, i);
      post(BIG, i, 10_000);
    }
    assertThat(fixture.inFlight).hasSize(16);
    for (int i = 20; i < 30; i++) {
      subscribe(BIG, i);
      post(BIG, i, i == 20 ? 6_000 : quarter);
    }

    assertThat(inFlightAt(BIG, 20)).as("more than nine sixteenths of a body").isZero();
    assertThat(inFlightAt(BIG, 28)).isEqualTo(1);
    assertThat(inFlightAt(BIG, 29)).as("beyond twice the total").isZero();
    assertThat(fixture.metrics().bytesInFlight()).isEqualTo(18 * (10_000 + ENVELOPE));
  }

  @ParameterizedTest
  @CsvSource({"49_000, 2", "49_001, 1"})
  void beyond_the_total_a_second_body_fits_up_to_exactly_the_share(int second, int inFlight) {
    fixture = withLimits(1_000, 100_000);
    subscribe(BIG, 1);
    subscribe(BIG, 2);
    postBody(BIG, 1, 100_000);
    postBody(BIG, 2, 1_000);

    postBody(BIG, 2, second);

    assertThat(inFlightAt(BIG, 2)).as("its share is 50,000").isEqualTo(inFlight);
  }

  @ParameterizedTest
  @CsvSource({"29_000, 2", "29_001, 1"})
  void but_no_further_than_twice_the_total(int second, int inFlight) {
    fixture = withLimits(1_000, 100_000);
    for (int i = 0; i < 10; i++) {
      subscribe(BIG, i);
      postBody(BIG, i, 17_000);
    }
    subscribe(SMALL, 1);
    postBody(SMALL, 1, 1_000);
    assertThat(fixture.metrics().bytesInFlight()).isEqualTo(171_000);

    postBody(SMALL, 1, second);

    assertThat(inFlightAt(SMALL, 1)).as("its share is 50,000").isEqualTo(inFlight);
  }

  @Test
  void a_small_body_passes_a_large_one_that_does_not_fit() {
    long weight = 10_000 + ENVELOPE;
    fixture = withLimits(1_000, 2 * weight + 300);
    for (int i = 0; i < 5; i++) {
      subscribe(BIG, i);
      post(BIG, i, 10_000);
    }
    assertThat(inFlightAt(BIG, 3)).isZero();
    subscribe(BIG, 5);

    post(BIG, 5, 10);

    assertThat(inFlightAt(BIG, 5)).isEqualTo(1);
    respondTo(BIG, 0);
    assertThat(inFlightAt(BIG, 3)).isEqualTo(1);
  }

  @Test
  void a_small_retry_passes_a_large_first_attempt_that_does_not_fit() {
    fixture = withLimits(1_000, 2 * (10_000 + ENVELOPE));
    subscribe(BIG, 1);
    post(BIG, 1, 10);
    fixture.fail(); // due again at 84.8 s
    for (int i = 0; i < 3; i++) {
      post(BIG, 1, i == 1 ? 9_000 : 10_000);
    }
    assertThat(inFlightAt(BIG, 1)).isEqualTo(2);

    fixture.pass(Duration.ofMillis(84_800));

    assertThat(inFlightAt(BIG, 1)).isEqualTo(3);
  }

  @Test
  void one_event_of_1_MB_to_300_endpoints_that_never_respond_delays_no_quick_endpoint() {
    for (int i = 0; i < 300; i++) {
      fixture.subscribe(url(BIG, i), "TARPIT", "UPDATE");
    }
    fixture.subscribe(url(SMALL, 1), "QUICK", "UPDATE");
    fixture.post(event(ShardFixture.CUSTOMER, "TARPIT", 1_000_000));
    assertThat(fixture.inFlight).hasSize(300);
    fixture.post(event(ShardFixture.CUSTOMER, "QUICK", 100)); // as many in flight as the others
    fixture.post(event(ShardFixture.CUSTOMER, "TARPIT", 1_000_000)); // nothing of it fits

    for (int i = 0; i < 100; i++) {
      fixture.post(event(ShardFixture.CUSTOMER, "QUICK", 100));
      assertThat(inFlightAt(SMALL, 1)).isEqualTo(2);
      fixture.respond(fixture.inFlight.getLast(), Outcome.responded(200, 1));
    }
    assertThat(fixture.inFlight).hasSize(301);
  }

  @Test
  void nor_does_it_take_a_quick_endpoint_its_concurrency() {
    for (int i = 0; i < 300; i++) {
      fixture.subscribe(url(BIG, i), "TARPIT", "UPDATE");
    }
    fixture.subscribe(url(SMALL, 1), "QUICK", "UPDATE");
    fixture.subscribe(SMALL, url(SMALL, 2), "QUICK", "UPDATE");
    fixture.post(event(ShardFixture.CUSTOMER, "TARPIT", 1_000_000));
    assertThat(fixture.metrics().bytesInFlight())
        .as("more than the total")
        .isGreaterThan(DeliveryLimits.DEFAULT.maxBytesInFlight());

    for (int i = 0; i < 3; i++) {
      fixture.post(event(ShardFixture.CUSTOMER, "QUICK", 100));
      fixture.post(event(SMALL, "QUICK", 100));
    }

    assertThat(inFlightAt(SMALL, 1)).as("an endpoint of the same customer").isEqualTo(3);
    assertThat(inFlightAt(SMALL, 2)).as("an endpoint of another customer").isEqualTo(3);
  }

  @Test
  void hundreds_of_tarpits_leave_the_quick_ones_as_they_were_whatever_the_size_of_their_bodies() {
    for (int i = 0; i < 900; i++) {
      fixture.subscribe(url(BIG, i), "TARPIT", "UPDATE");
    }
    fixture.subscribe(url(SMALL, 1), "QUICK", "UPDATE");
    fixture.post(event(ShardFixture.CUSTOMER, "TARPIT", 1_000_000));
    assertThat(fixture.inFlight).as("as many as memory has room for").hasSizeBetween(400, 500);

    for (int i = 0; i < 3; i++) {
      fixture.post(event(ShardFixture.CUSTOMER, "QUICK", 100));
    }

    assertThat(inFlightAt(SMALL, 1)).isEqualTo(3);
  }

  @Test
  void of_a_customers_endpoints_freed_bytes_go_to_the_one_with_the_fewest_bytes() {
    fixture = withLimits(1_000, 100_000);
    for (int i = 1; i <= 3; i++) {
      subscribe(BIG, i);
    }
    post(BIG, 1, 40_000);
    post(BIG, 2, 20_000);
    post(BIG, 2, 5_000);
    post(BIG, 3, 30_000); // 97,048 bytes
    post(BIG, 1, 20_000); // waits with 40,512 bytes, longest and in one request
    post(BIG, 2, 25_000); // waits with 26,024 bytes, in two requests
    assertThat(fixture.inFlight).hasSize(4);

    respondTo(BIG, 3); // room for one of the two

    assertThat(inFlightAt(BIG, 2)).isEqualTo(3);
    assertThat(inFlightAt(BIG, 1)).isEqualTo(1);
  }

  @Test
  void an_endpoint_whose_request_ended_does_not_take_bytes_from_one_with_fewer() {
    twoThatWaitForTheSameBytes();

    respondTo(BIG, 1);

    assertThat(inFlightAt(BIG, 2)).as("the one with fewer bytes, but more requests").isEqualTo(3);
    assertThat(inFlightAt(BIG, 1)).isEqualTo(1);
  }

  @Test
  void nor_if_more_arrives_for_that_one_in_the_same_turn() {
    twoThatWaitForTheSameBytes();
    MatchedEvent more = fixture.arrival(event(BIG, "C2", 10));

    fixture.turn(
        List.of(
            new Command.RecordOutcome(sentTo(BIG, 1).ticket(), Outcome.responded(200, 2_000)),
            new Command.AcceptEvents(fixture.nextRequest(), List.of(more))));

    assertThat(inFlightAt(BIG, 2)).isEqualTo(3);
  }

  /** Once one more request of the first ends, the next body of either fits, but not both. */
  private void twoThatWaitForTheSameBytes() {
    fixture = withLimits(1_000, 100_000);
    subscribe(BIG, 1);
    subscribe(BIG, 2);
    for (int i = 0; i < 3; i++) {
      post(BIG, 1, 30_000);
    }
    post(BIG, 2, 10_000); // beyond the total, with nothing in flight
    post(BIG, 2, 9_000); // within its share
    post(BIG, 2, 30_000); // waits with two requests of 20,024 bytes
    post(BIG, 1, 28_000); // waits at its limit of three
    respondTo(BIG, 1); // waits for bytes, too, with two of 61,024, soon one of 30,512
    assertThat(inFlightAt(BIG, 1)).isEqualTo(2);
    assertThat(inFlightAt(BIG, 2)).isEqualTo(2);
  }

  @Test
  void all_endpoints_whose_bodies_fit_again_take_part_by_their_requests_in_flight() {
    fixture = withLimits(7, 100_000);
    for (String customer : List.of(BIG, SMALL, THIRD)) {
      subscribe(customer, 1);
      subscribe(customer, 2);
    }
    post(BIG, 1);
    post(BIG, 2);
    post(BIG, 2); // three requests, few bytes
    post(SMALL, 1, 40_000); // one request, many bytes
    post(THIRD, 1, 50_000);
    post(THIRD, 2);
    post(BIG, 1, 20_000); // does not fit
    post(SMALL, 1, 20_000); // nor does this
    post(THIRD, 2);
    post(THIRD, 2); // waits: the total of requests is reached
    assertThat(fixture.inFlight).hasSize(7);

    respondTo(THIRD, 1); // room for both bodies, but one request

    assertThat(inFlightAt(SMALL, 1)).as("one request against two and three").isEqualTo(2);
    assertThat(inFlightAt(THIRD, 2)).isEqualTo(2);
    assertThat(inFlightAt(BIG, 1)).isEqualTo(1);
  }

  @Test
  void among_thousands_whose_body_does_not_fit_a_small_one_is_found() {
    fixture = withLimits(10_000, 1_000_000);
    for (String customer : List.of(BIG, SMALL)) {
      for (int i = 0; i < 50; i++) {
        subscribe(customer, i);
        post(customer, i, 100_000 + i);
      }
    }
    for (int i = 0; i < 40; i++) { // customers that wait with nothing in flight
      subscribe("c" + i, 1);
      post("c" + i, 1, 100_000);
    }
    subscribe(THIRD, 1);
    post(THIRD, 1, 60_000);
    post(THIRD, 1, 60_000);
    int before = fixture.inFlight.size();
    assertThat(inFlightAt(THIRD, 1)).isEqualTo(1);

    respondTo(THIRD, 1); // frees less than the others need

    assertThat(inFlightAt(THIRD, 1)).isEqualTo(1);
    assertThat(fixture.inFlight).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void among_many_that_wait_freed_bytes_go_to_the_one_with_the_fewest(boolean ofOneCustomer) {
    fixture = withLimits(1_000, 140_000);
    List<String> customers = new ArrayList<>();
    for (int i = 0; i < 13; i++) { // more than a search examines one by one
      customers.add(ofOneCustomer ? BIG : "c" + i);
      subscribe(customers.get(i), i);
      post(customers.get(i), i, (i < 12 ? 10_000 : 5_000) - (int) ENVELOPE);
    }
    subscribe(THIRD, 1);
    post(THIRD, 1, 15_000 - (int) ENVELOPE);
    for (int i = 0; i < 13; i++) { // the last one has the fewest bytes, but the largest body
      post(customers.get(i), i, (i < 12 ? 8_000 : 14_000) - (int) ENVELOPE);
    }
    assertThat(fixture.metrics().bytesInFlight()).isEqualTo(140_000);

    respondTo(THIRD, 1); // room for one of them

    assertThat(inFlightAt(customers.get(12), 12)).isEqualTo(2);
    assertThat(fixture.metrics().bytesInFlight()).isEqualTo(139_000);
  }

  @Test
  void freed_bytes_go_to_the_customer_with_the_fewest_bytes_in_flight() {
    long weight = 10_000 + ENVELOPE;
    fixture = withLimits(1_000, 2 * weight);
    for (int i = 0; i < 8; i++) {
      subscribe(BIG, i);
    }
    subscribe(SMALL, 1);
    subscribe(SMALL, 2);
    for (int i = 0; i < 8; i++) {
      post(BIG, i, 10_000);
    }
    assertThat(inFlightOf(BIG)).isEqualTo(3);
    post(SMALL, 1, 10_000);
    post(SMALL, 2, 10_000);
    assertThat(inFlightOf(SMALL)).as("within its share, up to twice the total").isEqualTo(1);

    respondTo(BIG, 0);
    assertThat(inFlightOf(SMALL)).isEqualTo(2);
    assertThat(inFlightOf(BIG)).isEqualTo(2);
    respondTo(BIG, 1);
    assertThat(inFlightOf(BIG)).as("no other waits").isEqualTo(2);
  }

  @Test
  void bytes_are_not_kept_for_a_customer_that_has_more_in_flight_meanwhile() {
    String first = ShardFixture.CUSTOMER;
    fixture = withLimits(1_000, 60_000);
    for (int i = 1; i <= 3; i++) {
      subscribe(first, i);
    }
    subscribe(SMALL, 1);
    subscribe(SMALL, 2);
    fixture.configure(url(first, 1), 1, 0);
    postBody(first, 1, 6_120);
    postBody(first, 2, 5_320);
    postBody(first, 3, 21_200);
    postBody(SMALL, 1, 9_060);
    postBody(SMALL, 1, 9_060);
    postBody(SMALL, 2, 4_530);
    postBody(SMALL, 2, 4_530);
    assertThat(fixture.metrics().bytesInFlight()).isEqualTo(59_820);
    postBody(first, 1, 6_400); // one at a time
    postBody(first, 2, 8_410); // does not fit
    postBody(SMALL, 1, 5_160); // nor does this
    assertThat(fixture.inFlight).hasSize(7);

    Outcome slow = Outcome.responded(200, 2_000);
    List<Effect.Send> ended = List.of(sentTo(first, 1), sentTo(first, 2));
    fixture.inFlight.removeAll(ended);
    List<Command> outcomes = new ArrayList<>();
    ended.forEach(send -> outcomes.add(new Command.RecordOutcome(send.ticket(), slow)));
    fixture.turn(outcomes);

    // The bytes go to the second endpoint, until the first one has started too.
    assertThat(inFlightAt(first, 1)).isEqualTo(1);
    assertThat(inFlightAt(SMALL, 1)).isEqualTo(3);
  }

  @Test
  void large_bodies_of_one_customer_leave_the_others_their_bytes() {
    fixture = withLimits(10_000, 1_000_000);
    for (int i = 0; i < 300; i++) {
      subscribe(BIG, i);
    }
    subscribe(SMALL, 1);
    subscribe(SMALL, 2);
    for (int i = 0; i < 300; i++) {
      post(BIG, i, 10_000);
    }
    assertThat(inFlightOf(BIG) * (10_000L + ENVELOPE)).isBetween(1_770_000L, 1_790_000L);

    post(SMALL, 1, 50_000);
    post(SMALL, 2, 50_000);

    assertThat(inFlightOf(SMALL)).isEqualTo(2);
  }

  @Test
  void a_skipped_endpoint_costs_no_reads_of_its_body_when_more_arrives_for_it() {
    fixture = withLimits(1_000, 2 * (10_000 + ENVELOPE));
    subscribe(BIG, 1);
    for (int i = 0; i < 3; i++) {
      post(BIG, 1, 10_000);
    }
    assertThat(inFlightAt(BIG, 1)).isEqualTo(2);
    fixture.counted.reset();

    for (int i = 0; i < 100; i++) {
      post(BIG, 1, 10);
    }

    assertThat(fixture.counted.reads()).isLessThan(3 * 100);
  }

  @ParameterizedTest
  @CsvSource({"WORKFRONT, false", "WORKFRONT, true", "STANDARD, true", "RAW, false", "RAW, true"})
  void bytes_are_counted_as_they_are_sent(PayloadFormat format, boolean base64) {
    Subscription plain = fixture.draft(url(BIG, 1), "TASK", "UPDATE");
    fixture.create(SubscriptionFixture.like(plain).body(format, base64).done());

    fixture.post(event(ShardFixture.CUSTOMER, "TASK", 300_000));

    Effect.Send send = fixture.sent();
    int sent = MessageBody.render(send.event(), send.rendering(), plain.id().toString()).length;
    assertThat(fixture.metrics().bytesInFlight()).isBetween((long) sent - 10, sent + 512L);
  }

  private static ShardFixture withLimits(int requests, long bytes) {
    return new ShardFixture(
        Rules.DEFAULT.withLimits(DeliveryLimits.DEFAULT.withInFlight(requests, 32, bytes)));
  }

  private static String url(String customer, int number) {
    return "https://%s%d.example/".formatted(customer, number);
  }

  private void subscribe(String customer, int number) {
    fixture.subscribe(customer, url(customer, number), "C" + number, "UPDATE");
  }

  private void post(String customer, int number) {
    post(customer, number, 1);
  }

  /** Posts an event for one endpoint, with a state of a given size. */
  private void post(String customer, int number, int size) {
    fixture.post(event(customer, "C" + number, size));
  }

  /** Posts an event whose body counts as a given number of bytes. */
  private void postBody(String customer, int number, int bytes) {
    post(customer, number, bytes - (int) ENVELOPE);
  }

  private void postToAll(String customer, int endpoints) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < endpoints; i++) {
      events.add(event(customer, "C" + i, 1));
    }
    fixture.postAll(events);
  }

  private Event event(String customer, String objCode, int size) {
    String state = "{\"a\":\"" + "x".repeat(Math.max(0, size - 8)) + "\"}";
    return new Event(
        customer,
        "e" + fixture.nextRequest(),
        objCode,
        "UPDATE",
        null,
        Instant.ofEpochMilli(fixture.now()),
        null,
        JsonSlice.of(state),
        null,
        null);
  }

  private void respondTo(String customer, int number) {
    // Too slow to raise the in-flight limit.
    fixture.respond(sentTo(customer, number), Outcome.responded(200, 2_000));
  }

  private Effect.Send sentTo(String customer, int number) {
    return fixture.inFlight.stream()
        .filter(s -> s.target().url().text().equals(url(customer, number)))
        .findFirst()
        .orElseThrow();
  }

  private long inFlightOf(String customer) {
    return fixture.inFlight.stream().filter(s -> s.event().customerId().equals(customer)).count();
  }

  private long inFlightAt(String customer, int number) {
    return fixture.inFlight.stream()
        .filter(s -> s.target().url().text().equals(url(customer, number)))
        .count();
  }
}
