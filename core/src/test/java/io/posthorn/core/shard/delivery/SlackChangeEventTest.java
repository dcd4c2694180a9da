package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.event.Event;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.url.TargetUrl;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Changes of an endpoint in format slack: at most one event a minute, and the last state always.
 */
final class SlackChangeEventTest {
  private static final String SLACK = "https://slack.example/hook";
  private static final String PROGRAM = "https://program.example/events";

  private ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void the_first_change_is_sent_at_once() {
    subscribe();
    pause();
    assertThat(sentTo(SLACK)).containsExactly("paused");
    assertThat(lastState(SLACK)).doesNotContain("\"changes\"");
  }

  @Test
  void changes_within_a_minute_are_one_event_at_its_end_with_the_state_of_that_time() {
    subscribe();
    pause();
    fixture.pass(Duration.ofSeconds(10));
    resume();
    fixture.pass(Duration.ofSeconds(10));
    pause();
    fixture.pass(Duration.ofSeconds(10));
    resume();
    fixture.goTo(Duration.ofMillis(59_999));
    assertThat(sentTo(SLACK)).containsExactly("paused");
    fixture.goTo(Duration.ofMillis(60_000));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered");
    assertThat(lastState(SLACK)).contains("\"paused\":false").endsWith(",\"changes\":3}");
    fixture.pass(Duration.ofHours(1));
    assertThat(sentTo(SLACK)).as("nothing changed since").hasSize(2);
  }

  @Test
  void other_formats_get_every_change_when_it_happens() {
    subscribe();
    pause();
    resume();
    pause();
    fixture.pass(Duration.ofMinutes(5));
    assertThat(sentTo(PROGRAM)).containsExactly("paused", "recovered", "paused");
    assertThat(sentTo(SLACK)).containsExactly("paused", "paused");
  }

  @Test
  void a_change_after_the_minute_is_sent_at_once() {
    subscribe();
    pause();
    fixture.pass(Duration.ofMinutes(1));
    resume();
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered");
  }

  @Test
  void a_delayed_event_begins_a_minute_of_its_own() {
    subscribe();
    pause();
    resume();
    fixture.goTo(Duration.ofMillis(60_000));
    pause();
    fixture.goTo(Duration.ofMillis(119_999));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered");
    fixture.goTo(Duration.ofMillis(120_000));
    assertThat(sentTo(SLACK)).containsExactly("paused", "recovered", "paused");
  }

  @Test
  void a_crash_does_not_lose_a_delayed_change() {
    subscribe();
    pause();
    fixture.resume(ShardFixture.URL);
    assertThat(fixture.lastTurnMustSync()).isTrue();
    fixture.restart();
    fixture.pass(Duration.ofMinutes(1));
    assertThat(sentTo(SLACK)).endsWith("recovered");
  }

  @Test
  void a_delayed_event_names_the_failure_that_disabled_the_endpoint() {
    fixture = new ShardFixture(ShardFixture.disablingAfter(3));
    subscribe();
    pause();
    resume();
    fixture.pass(Duration.ofMinutes(1)); // begins the minute in which it is disabled
    fixture.succeedAll();
    fixture.failMany(3);
    fixture.restart();
    fixture.pass(Duration.ofMinutes(1));
    assertThat(sentTo(SLACK)).endsWith("disabled");
    assertThat(lastState(SLACK)).contains("\"lastError\":\"status 404\",\"changes\":1");
  }

  @Test
  void a_paused_endpoint_that_is_also_disabled_is_reported_as_paused() {
    fixture = new ShardFixture(ShardFixture.disablingAfter(3));
    subscribe();
    fixture.failMany(3);
    pause();
    fixture.pass(Duration.ofMinutes(1));
    assertThat(sentTo(SLACK)).containsExactly("disabled", "paused");
    assertThat(lastState(SLACK)).contains("\"status\":\"disabled\",\"paused\":true");
  }

  @Test
  void a_resumed_endpoint_that_is_still_disabled_is_reported_as_disabled() {
    fixture = new ShardFixture(ShardFixture.disablingAfter(3));
    subscribe();
    fixture.failMany(3);
    pause();
    resume();
    fixture.pass(Duration.ofMinutes(1));
    assertThat(sentTo(SLACK)).containsExactly("disabled", "disabled");
  }

  @Test
  void the_end_of_a_certificate_counts_and_a_delayed_change_waits_for_the_next_minute() {
    subscribe();
    Duration end = Duration.ofDays(60);
    Duration notice = end.minusDays(14);
    fixture.configure(
        ShardFixture.URL,
        EndpointOptions.NONE.withClientCertificate(
            new ClientCertificate(new byte[] {1}, ShardFixture.START + end.toMillis())));
    fixture.goTo(notice.minusSeconds(30));
    pause();
    resume();
    fixture.goTo(notice.plusSeconds(29));
    assertThat(sentTo(SLACK)).containsExactly("paused");
    fixture.goTo(notice.plusSeconds(89));
    assertThat(sentTo(SLACK)).containsExactly("paused", "certificate_expiring");
    fixture.goTo(notice.plusSeconds(90));
    assertThat(sentTo(SLACK)).containsExactly("paused", "certificate_expiring", "recovered");
  }

  @Test
  void the_operator_is_limited_in_format_slack_only() {
    TargetUrl url = TargetUrl.parse("https://operator.example/");
    for (PayloadFormat format : List.of(PayloadFormat.SLACK, PayloadFormat.STANDARD)) {
      fixture =
          new ShardFixture(
              Rules.DEFAULT.withOperatorSubscription(
                  OperatorSubscription.to(url, new byte[] {1}, format)));
      fixture.subscribe(ShardFixture.URL);
      pause();
      resume();
      pause();
      assertThat(sentTo(url.text())).hasSize(format == PayloadFormat.SLACK ? 1 : 3);
      fixture.pass(Duration.ofMinutes(1));
      assertThat(sentTo(url.text())).hasSize(format == PayloadFormat.SLACK ? 2 : 3);
    }
  }

  private void subscribe() {
    fixture.create(
        SubscriptionFixture.like(fixture.draft(SLACK, "POSTHORN_ENDPOINT", "*"))
            .body(PayloadFormat.SLACK, false)
            .done());
    fixture.subscribe(PROGRAM, "POSTHORN_ENDPOINT", "*");
    fixture.subscribe(ShardFixture.URL);
  }

  private void pause() {
    fixture.pause(ShardFixture.URL);
    fixture.succeedAll();
  }

  private void resume() {
    fixture.resume(ShardFixture.URL);
    fixture.succeedAll();
  }

  private List<String> sentTo(String url) {
    fixture.succeedAll();
    return requests(url).stream().map(Event::eventType).toList();
  }

  private String lastState(String url) {
    return ShardFixture.newState(requests(url).getLast());
  }

  private List<Event> requests(String url) {
    return fixture.effects(Effect.Send.class).stream()
        .filter(send -> send.target().url().text().equals(url))
        .map(Effect.Send::event)
        .toList();
  }
}
