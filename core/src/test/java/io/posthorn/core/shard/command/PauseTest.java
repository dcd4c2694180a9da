package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Paused: a flag beside the circuit, set by a user. */
final class PauseTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  @Test
  void a_paused_endpoint_gets_no_attempts_and_its_circuit_stays_as_it_was() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(ShardFixture.URL);
    fixture.post();

    fixture.goTo(Duration.ofHours(40));

    assertThat(fixture.inFlight).isEmpty();
    assertThat(endpoint().paused()).isTrue();
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(fixture.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.PAUSED);
  }

  @Test
  void a_paused_endpoint_gets_no_probes() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(3);
    fixture.goTo(Duration.ofMinutes(9));
    fixture.pause(ShardFixture.URL);

    fixture.goTo(Duration.ofHours(40));

    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_late_success_delivers_and_counts() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(2);
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);

    fixture.succeed();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(endpoint().circuit().consecutiveFailures()).isZero();
    assertThat(endpoint().circuit().lastSuccessAt()).isEqualTo(fixture.now());
    assertThat(endpoint().paused()).isTrue();
  }

  @Test
  void late_failures_count_and_can_disable() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(2);
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);

    fixture.fail();

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(endpoint().paused()).isTrue();
    assertThat(fixture.message(event).slot()).isEqualTo(1);
    fixture.goTo(Duration.ofHours(1));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void the_late_success_of_a_probe_enables_the_circuit_but_the_endpoint_stays_paused() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(3);
    fixture.goTo(Duration.ofMinutes(10));
    fixture.pause(ShardFixture.URL);

    fixture.succeed();
    fixture.pass(Duration.ofHours(1));

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint().paused()).isTrue();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void pausing_twice_changes_nothing_the_second_time() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(ShardFixture.URL);
    var before = fixture.contents();

    assertThat(fixture.pause(ShardFixture.URL)).isEqualTo(Reply.DONE);

    assertThat(fixture.contents()).isEqualTo(before);
    assertThat(fixture.effects(Effect.EndpointChanged.class)).hasSize(1);
  }

  @Test
  void a_pause_survives_a_restart() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(ShardFixture.URL);
    fixture.post();

    fixture.restart();
    fixture.pass(Duration.ofHours(1));

    assertThat(endpoint().paused()).isTrue();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void another_customers_endpoint_cannot_be_paused() {
    fixture.subscribe(ShardFixture.URL);

    Reply reply =
        fixture.execute(new Command.PauseEndpoint(fixture.nextRequest(), "other", endpoint().id()));

    assertThat(reply).isEqualTo(Reply.NOT_FOUND);
    assertThat(endpoint().paused()).isFalse();
  }

  private Endpoint endpoint() {
    return fixture.endpoint(ShardFixture.URL);
  }
}
