package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.LaneQueue;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** After a crash, a new process continues with the state of the old one. */
final class RestartTest {
  private static final List<String> URLS =
      List.of("https://a.example/", "https://b.example/", "https://c.example/");

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void endpoints_are_byte_for_byte_what_they_were() {
    for (String url : URLS) {
      fixture.subscribe(url);
    }
    for (int i = 0; i < 101; i++) { // the last of them disables c
      fixture.post();
      while (!fixture.inFlight.isEmpty()) {
        fixture.answer(outcomeOf(fixture.inFlight.getFirst()));
      }
      fixture.pass(Duration.ofMillis(100));
    }
    fixture.pause(fixture.id(URLS.get(1)));
    fixture.configure(URLS.get(0), 5, 100);
    fixture.pass(Duration.ofMinutes(11)); // a probe is on its way
    fixture.post();
    assertThat(fixture.inFlight).anyMatch(send -> send.ticket().probe());

    Shard next = fixture.anotherShard();
    for (String url : URLS) {
      byte[] before = fixture.endpoint(url).encode();
      Endpoint opened = Objects.requireNonNull(next.inspect(fixture.id(url)));
      assertThat(opened.encode()).as(url).isEqualTo(before);
      assertThat(fixture.store.get(StoreKeys.endpoint(fixture.id(url)))).as(url).isEqualTo(before);
    }
  }

  private static Outcome outcomeOf(Effect.Send send) {
    String url = send.target().url().text();
    if (url.equals(URLS.get(0))) {
      return Outcome.answered(200, 10);
    }
    return url.equals(URLS.get(1)) ? Outcome.answered(503, 10, "90") : Outcome.answered(404, 10);
  }

  @Test
  void a_message_that_was_in_flight_is_sent_again_at_once_with_the_same_id_and_number() {
    fixture.subscribe(URLS.get(0));
    fixture.post();
    var ticket = fixture.sent().ticket();
    fixture.pass(Duration.ofSeconds(3));
    fixture.restart();
    assertThat(fixture.sent().ticket().message()).isEqualTo(ticket.message());
    assertThat(fixture.sent().ticket().number()).isEqualTo(ticket.number());
  }

  @Test
  void the_time_does_not_go_back_behind_what_was_seen() {
    fixture.pass(Duration.ofHours(5));
    fixture.step();
    assertThat(fixture.anotherShard().time()).isEqualTo(fixture.now());
  }

  @Test
  void opening_reads_no_messages_events_or_attempts() {
    fixture.subscribe(URLS.get(0));
    fixture.postMany(2_000);
    for (int i = 0; i < 500; i++) {
      fixture.succeed();
    }
    fixture.counted.reset();
    fixture.anotherShard();
    for (Table table :
        List.of(
            Table.MESSAGE,
            Table.EVENT,
            Table.ATTEMPT,
            Table.EVENT_ID,
            Table.LANE,
            Table.EXPIRY,
            Table.BY_ENDPOINT,
            Table.BY_SUBSCRIPTION,
            Table.ENDED)) {
      assertThat(fixture.counted.reads(table)).as("%s", table).isZero();
    }
    assertThat(fixture.counted.reads(Table.ENDPOINT)).isEqualTo(1);
    assertThat(fixture.counted.reads(Table.SUBSCRIPTION)).isEqualTo(1);
  }

  @Test
  void opening_with_100_000_waiting_messages_touches_a_bounded_number_of_keys() {
    for (String url : URLS) {
      Subscription draft = fixture.draft(url, url.substring(8, 9), "UPDATE");
      fixture.create(draft);
    }
    fixture.subscribe("https://big.example/");
    fixture.pause(fixture.id(URLS.get(1)));
    fixture.postMany(100_000);
    fixture.pause(fixture.id("https://big.example/"));
    fixture.counted.reset();

    fixture.restart(); // opens it, and takes the first turn

    assertThat(fixture.counted.reads()).isLessThan(4L * 3 * LaneQueue.READ_AHEAD);
    assertThat(fixture.counted.writes()).isLessThan(20);

    fixture.enable(fixture.id("https://big.example/"));
    fixture.counted.reset();
    fixture.restart();
    assertThat(fixture.inFlight).hasSize(1);
    assertThat(fixture.counted.reads()).isLessThan(4L * 3 * LaneQueue.READ_AHEAD);
  }
}
