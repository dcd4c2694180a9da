package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.PayloadFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drops in format slack share the minute of the endpoint's changes, and wait for its end. */
final class SlackDropsEventTest {
  private static final String SLACK = "https://slack.example/hook";
  private static final String PROGRAM = "https://program.example/events";

  /** Every failed message is dropped at its second attempt, a second after the first. */
  private final ShardFixture fixture =
      new ShardFixture(Rules.DEFAULT.withRetry(new RetrySchedule(1_000, 1, 0)));

  @BeforeEach
  void subscribe() {
    for (String objCode : List.of("POSTHORN_ENDPOINT", "POSTHORN_DROPS")) {
      fixture.create(
          SubscriptionFixture.like(fixture.draft(SLACK, objCode, "*"))
              .body(PayloadFormat.SLACK, false)
              .done());
      fixture.subscribe(PROGRAM, objCode, "*");
    }
    fixture.subscribe(ShardFixture.URL);
  }

  @Test
  void a_first_drop_is_one_event_with_the_last_error_for_all_formats() {
    drop();
    assertThat(sentTo(SLACK)).containsExactly("dropped");
    assertThat(eventsTo(SLACK).getLast().id()).isEqualTo(eventsTo(PROGRAM).getLast().id());
    assertThat(lastState(SLACK)).contains("\"count\":1,").endsWith("\"lastError\":\"status 404\"}");
  }

  @Test
  void a_drop_within_a_minute_of_a_change_is_sent_at_its_end() {
    Duration changed = pauseAndResume();
    assertThat(sentTo(SLACK)).containsExactly("paused");
    fixture.goTo(changed.plusSeconds(60)); // the change "recovered", and its own minute
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered");
    drop();
    assertThat(sentTo(PROGRAM)).endsWith("dropped");
    fixture.goTo(changed.plusMillis(119_999));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered");
    fixture.goTo(changed.plusMillis(120_000));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered", "dropped");
    fixture.pass(Duration.ofHours(1));
    assertThat(sentTo(SLACK)).as("nothing was dropped since").hasSize(3);
    assertThat(sentTo(PROGRAM)).filteredOn("dropped"::equals).hasSize(1);
  }

  @Test
  void a_change_within_a_minute_of_drops_is_sent_at_its_end() {
    drop();
    Duration dropped = since();
    fixture.pass(Duration.ofSeconds(10));
    fixture.pause(ShardFixture.URL);
    assertThat(sentTo(PROGRAM)).containsExactly("dropped", "paused");
    fixture.goTo(dropped.plusMillis(59_999));
    assertThat(sentTo(SLACK)).containsExactly("dropped");
    fixture.goTo(dropped.plusMillis(60_000));
    assertThat(sentTo(SLACK)).containsExactly("dropped", "paused");
  }

  @Test
  void of_a_change_and_drops_that_wait_the_change_goes_first_and_no_drop_is_left_out() {
    Duration changed = pauseAndResume();
    drop();
    drop();
    fixture.restart();
    fixture.goTo(changed.plusSeconds(60));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered");
    drop();
    fixture.goTo(changed.plusMillis(119_999));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered");
    fixture.goTo(changed.plusMillis(120_000));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered", "dropped");
    assertThat(lastState(SLACK)).contains("\"count\":3,").endsWith("\"lastError\":\"status 404\"}");
  }

  /** Returns the time of the first of the two changes. */
  private Duration pauseAndResume() {
    fixture.pause(ShardFixture.URL);
    Duration at = since();
    fixture.resume(ShardFixture.URL);
    settle();
    return at;
  }

  private Duration since() {
    return Duration.ofMillis(fixture.now() - ShardFixture.START);
  }

  private void drop() {
    fixture.post();
    settle();
    fixture.pass(Duration.ofSeconds(1));
    settle();
  }

  /** The receiver of the events fails, the readers of the operational events do not. */
  private void settle() {
    fixture.settle();
    List<Effect.Send> sends = new ArrayList<>(fixture.inFlight);
    while (!sends.isEmpty()) {
      for (Effect.Send send : sends) {
        boolean operational = send.event().objCode().startsWith("POSTHORN_");
        fixture.respond(send, Outcome.responded(operational ? 200 : 404, 1));
      }
      sends = new ArrayList<>(fixture.inFlight);
    }
  }

  private List<String> sentTo(String url) {
    return eventsTo(url).stream().map(Event::eventType).toList();
  }

  private String lastState(String url) {
    return ShardFixture.newState(eventsTo(url).getLast());
  }

  private List<Event> eventsTo(String url) {
    settle();
    return fixture.effects(Effect.Send.class).stream()
        .filter(send -> send.target().url().text().equals(url))
        .map(Effect.Send::event)
        .toList();
  }
}
