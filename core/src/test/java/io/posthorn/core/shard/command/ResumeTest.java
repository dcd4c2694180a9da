package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Resume: takes a pause away and changes nothing else. */
final class ResumeTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  @BeforeEach
  void an_endpoint_exists() {
    fixture.subscribe(ShardFixture.URL);
  }

  @Test
  void what_was_held_is_due_at_once_and_starts_with_one_request() {
    fixture.pause(ShardFixture.URL);
    EventKey first = fixture.post();
    fixture.post();

    assertThat(fixture.resume(ShardFixture.URL)).isEqualTo(Reply.DONE);

    assertThat(fixture.eventsInFlight()).containsExactly(first);
    assertThat(endpoint().paused()).isFalse();
    assertThat(fixture.effects(Effect.EndpointChanged.class))
        .extracting(Effect.EndpointChanged::change)
        .containsExactly(EndpointChange.PAUSED, EndpointChange.RECOVERED);
  }

  @Test
  void window_and_consecutive_failures_stay() {
    fixture.failMany(2);
    fixture.pause(ShardFixture.URL);

    fixture.resume(ShardFixture.URL);

    assertThat(endpoint().circuit().consecutiveFailures()).isEqualTo(2);
    assertThat(endpoint().circuit().failuresInWindow(fixture.now())).isEqualTo(2);
    fixture.failMany(1);
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void a_disabled_circuit_stays_disabled_and_its_probes_keep_their_time() {
    fixture.failMany(3);
    fixture.goTo(Duration.ofMinutes(4));
    fixture.pause(ShardFixture.URL);
    fixture.goTo(Duration.ofMinutes(5));

    fixture.resume(ShardFixture.URL);

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(fixture.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.PAUSED);
    fixture.goTo(Duration.ofMinutes(10).minusMillis(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMinutes(10));
    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_probe_that_the_pause_put_off_is_made_at_once() {
    fixture.failMany(3);
    fixture.pause(ShardFixture.URL);
    fixture.goTo(Duration.ofMinutes(11));
    assertThat(fixture.inFlight).isEmpty();

    fixture.resume(ShardFixture.URL);

    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_retry_after_stays() {
    fixture.post();
    fixture.respond(Outcome.responded(503, 10, "600"));
    fixture.pause(ShardFixture.URL);
    fixture.post();

    fixture.resume(ShardFixture.URL);
    fixture.goTo(Duration.ofMillis(599_999));
    assertThat(fixture.inFlight).isEmpty();

    fixture.goTo(Duration.ofMillis(600_000));
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void on_an_endpoint_that_is_not_paused_nothing_changes() {
    fixture.post();
    fixture.succeed();
    var before = fixture.contents();

    assertThat(fixture.resume(ShardFixture.URL)).isEqualTo(Reply.DONE);

    assertThat(fixture.contents()).isEqualTo(before);
    assertThat(fixture.effects(Effect.EndpointChanged.class)).isEmpty();
  }

  @Test
  void another_customers_endpoint_cannot_be_resumed() {
    fixture.pause(ShardFixture.URL);

    Reply reply =
        fixture.execute(
            new Command.ResumeEndpoint(fixture.nextRequest(), "other", endpoint().id()));

    assertThat(reply).isEqualTo(Reply.NOT_FOUND);
    assertThat(endpoint().paused()).isTrue();
  }

  private Endpoint endpoint() {
    return fixture.endpoint(ShardFixture.URL);
  }
}
