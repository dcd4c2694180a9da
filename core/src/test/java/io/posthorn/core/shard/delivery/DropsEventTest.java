package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operational events about dropped messages: at most one a minute for each endpoint. */
final class DropsEventTest {
  private static final String READER = "https://reader.example/events";

  /** One retry after a second: a message that fails twice is dropped. */
  private final ShardFixture fixture =
      new ShardFixture(Rules.DEFAULT.withRetry(new RetrySchedule(1_000, 1, 0)));

  @Test
  void the_first_drop_is_reported_at_once_with_count_reason_and_id() {
    subscribe();
    EventKey event = drop(1).getFirst();
    assertThat(drops()).hasSize(1);
    Event published = drops().getFirst();
    assertThat(published.objCode()).isEqualTo("POSTHORN_DROPS");
    assertThat(published.objId()).isEqualTo(fixture.id(ShardFixture.URL).toString());
    assertThat(ShardFixture.newState(published))
        .endsWith(
            ",\"count\":1,\"reasons\":{\"retries_exhausted\":1,\"expired\":0,\"rejected\":0},\"sampleIds\":[\""
                + new MessageId(event, 0)
                + "\"],\"lastError\":\"status 404\"}");
    assertThat(EndpointEventTest.fields(ShardFixture.newState(published)))
        .containsEntry("url", ShardFixture.URL);
  }

  @Test
  void drops_within_a_minute_are_reported_together_at_its_end() {
    subscribe();
    drop(1);
    long first = fixture.now();
    drop(2);
    drop(3);
    assertThat(drops()).hasSize(1);
    fixture.goTo(Duration.ofMillis(first - ShardFixture.START + 59_999));
    assertThat(drops()).hasSize(1);
    fixture.goTo(Duration.ofMillis(first - ShardFixture.START + 60_000));
    assertThat(drops()).hasSize(2);
    assertThat(ShardFixture.newState(drops().getLast())).contains("\"count\":5,");
    fixture.pass(Duration.ofHours(1));
    assertThat(drops()).as("nothing was dropped since").hasSize(2);
  }

  @Test
  void no_more_than_ten_ids_are_given_as_samples() {
    subscribe();
    drop(1);
    drop(50);
    fixture.pass(Duration.ofMinutes(1));
    String state = ShardFixture.newState(drops().getLast());
    assertThat(state).contains("\"count\":50,");
    assertThat(state.split("msg_", -1)).hasSize(11);
  }

  @Test
  void expired_messages_are_reported_as_expired() {
    subscribe();
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.postMany(3);
    fixture.pass(Duration.ofSeconds(1));
    fixture.settle();
    assertThat(ShardFixture.newState(drops().getFirst()))
        .contains("\"count\":3,\"reasons\":{\"retries_exhausted\":0,\"expired\":3,\"rejected\":0}");
  }

  @Test
  void unreported_drops_and_their_minute_survive_a_restart() {
    subscribe();
    drop(1);
    drop(4);
    fixture.restart();
    assertThat(drops()).hasSize(1);
    fixture.pass(Duration.ofMinutes(1));
    assertThat(drops()).hasSize(2);
    assertThat(ShardFixture.newState(drops().getLast())).contains("\"count\":4,");
  }

  @Test
  void each_endpoint_has_its_own_minute() {
    subscribe();
    fixture.subscribe("https://second.example/");
    fixture.post();
    failAllTwice();
    assertThat(drops()).hasSize(2);
    assertThat(drops()).extracting(Event::objId).doesNotHaveDuplicates();
  }

  @Test
  void drops_at_the_reporting_endpoint_itself_are_not_reported_to_it() {
    fixture.subscribe(READER, "POSTHORN_DROPS", "*");
    fixture.subscribe(READER, "TASK", "UPDATE");
    drop(1);
    fixture.pass(Duration.ofMinutes(5));
    assertThat(drops()).isEmpty();
  }

  private void subscribe() {
    fixture.subscribe(READER, "POSTHORN_DROPS", "*");
    fixture.subscribe(ShardFixture.URL);
  }

  private List<EventKey> drop(int count) {
    List<EventKey> events = fixture.postMany(count);
    failAllTwice();
    return events;
  }

  private void failAllTwice() {
    failAll();
    fixture.pass(Duration.ofSeconds(1));
    failAll();
    fixture.settle();
  }

  /** The events about drops are delivered. */
  private void failAll() {
    List<Effect.Send> sends = new ArrayList<>(fixture.inFlight);
    while (!sends.isEmpty()) {
      for (Effect.Send send : sends) {
        boolean operational = send.event().objCode().equals("POSTHORN_DROPS");
        fixture.respond(send, Outcome.responded(operational ? 200 : 404, 1));
      }
      sends = new ArrayList<>(fixture.inFlight);
    }
  }

  private List<Event> drops() {
    return fixture.effects(Effect.Send.class).stream()
        .map(Effect.Send::event)
        .filter(event -> event.objCode().equals("POSTHORN_DROPS"))
        .toList();
  }
}
