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

/** A process dies and another goes on: what it knows then is what was known before. */
final class RestartTest {
  private static final List<String> URLS =
      List.of("https://a.example/", "https://b.example/", "https://c.example/");

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void endpoints_are_byte_for_byte_what_they_were() {
    for (String url : URLS) {
      stage.subscribe(url);
    }
    for (int i = 0; i < 101; i++) { // the last of them disables c
      stage.post();
      while (!stage.onTheWay.isEmpty()) {
        stage.answer(outcomeOf(stage.onTheWay.getFirst()));
      }
      stage.pass(Duration.ofMillis(100));
    }
    stage.pause(stage.id(URLS.get(1)));
    stage.configure(URLS.get(0), 5, 100);
    stage.pass(Duration.ofMinutes(11)); // a probe is on its way
    stage.post();
    assertThat(stage.onTheWay).anyMatch(send -> send.ticket().probe());

    Shard next = stage.anotherShard();
    for (String url : URLS) {
      byte[] before = stage.endpoint(url).encode();
      Endpoint opened = Objects.requireNonNull(next.inspect(stage.id(url)));
      assertThat(opened.encode()).as(url).isEqualTo(before);
      assertThat(stage.store.get(StoreKeys.endpoint(stage.id(url)))).as(url).isEqualTo(before);
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
    stage.subscribe(URLS.get(0));
    stage.post();
    var ticket = stage.sent().ticket();
    stage.pass(Duration.ofSeconds(3));
    stage.restart();
    assertThat(stage.sent().ticket().message()).isEqualTo(ticket.message());
    assertThat(stage.sent().ticket().number()).isEqualTo(ticket.number());
  }

  @Test
  void the_time_does_not_go_back_behind_what_was_seen() {
    stage.pass(Duration.ofHours(5));
    stage.step();
    assertThat(stage.anotherShard().time()).isEqualTo(stage.now());
  }

  @Test
  void opening_reads_no_messages_events_or_attempts() {
    stage.subscribe(URLS.get(0));
    stage.postMany(2_000);
    for (int i = 0; i < 500; i++) {
      stage.succeed();
    }
    stage.counted.reset();
    stage.anotherShard();
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
      assertThat(stage.counted.reads(table)).as("%s", table).isZero();
    }
    assertThat(stage.counted.reads(Table.ENDPOINT)).isEqualTo(1);
    assertThat(stage.counted.reads(Table.SUBSCRIPTION)).isEqualTo(1);
  }

  @Test
  void opening_with_100_000_waiting_messages_touches_a_bounded_number_of_keys() {
    for (String url : URLS) {
      Subscription draft = stage.draft(url, url.substring(8, 9), "UPDATE");
      stage.create(draft);
    }
    stage.subscribe("https://big.example/");
    stage.pause(stage.id(URLS.get(1)));
    stage.postMany(100_000);
    stage.pause(stage.id("https://big.example/"));
    stage.counted.reset();

    stage.restart(); // opens it, and takes the first turn

    assertThat(stage.counted.reads()).isLessThan(4L * 3 * LaneQueue.READ_AHEAD);
    assertThat(stage.counted.writes()).isLessThan(20);

    stage.enable(stage.id("https://big.example/"));
    stage.counted.reset();
    stage.restart();
    assertThat(stage.onTheWay).hasSize(1);
    assertThat(stage.counted.reads()).isLessThan(4L * 3 * LaneQueue.READ_AHEAD);
  }
}
