package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.lane.LaneQueue;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
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
        fixture.respond(outcomeOf(fixture.inFlight.getFirst()));
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
      byte[] record = fixture.endpoint(url).stored().encode();
      byte[] state = fixture.endpoint(url).encodeState();
      Endpoint opened = Objects.requireNonNull(next.inspect(fixture.id(url)));
      assertThat(opened.stored().encode()).as(url).isEqualTo(record);
      assertThat(opened.encodeState()).as(url).isEqualTo(state);
      assertThat(fixture.store.get(StoreKeys.endpoint(ShardFixture.CUSTOMER, fixture.id(url))))
          .as(url)
          .isEqualTo(record);
      assertThat(fixture.store.get(StoreKeys.endpointState(ShardFixture.CUSTOMER, fixture.id(url))))
          .as(url)
          .isEqualTo(state);
    }
  }

  private static Outcome outcomeOf(Effect.Send send) {
    String url = send.target().url().text();
    if (url.equals(URLS.get(0))) {
      return Outcome.responded(200, 10);
    }
    return url.equals(URLS.get(1)) ? Outcome.responded(503, 10, "90") : Outcome.responded(404, 10);
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
            Table.FLIGHTS,
            Table.EXPIRY,
            Table.BY_ENDPOINT,
            Table.ENDED)) {
      assertThat(fixture.counted.reads(table)).as("%s", table).isZero();
    }
    assertThat(fixture.counted.reads(Table.ENDPOINT)).isEqualTo(1);
    assertThat(fixture.counted.reads(Table.ENDPOINT_STATE)).isEqualTo(1);
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

  @Test
  void a_start_searches_the_lanes_of_endpoints_with_waiting_messages_only() {
    for (String url : URLS) {
      fixture.create(fixture.draft(url, url.substring(8, 9), "UPDATE"));
    }
    fixture.counted.reset();
    fixture.restart();
    assertThat(fixture.counted.scans(Table.LANE)).isZero();

    fixture.subscribe("https://busy.example/");
    fixture.post();
    fixture.fail();
    fixture.counted.reset();
    fixture.restart();
    assertThat(fixture.counted.scans(Table.LANE)).isEqualTo(1);
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.sent().ticket().number()).isEqualTo(2);
  }
}
