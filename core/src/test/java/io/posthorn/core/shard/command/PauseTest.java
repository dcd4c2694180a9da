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

/** Paused: a flag beside the circuit, set by a person. */
final class PauseTest {
  private final ShardFixture stage = new ShardFixture(ShardFixture.disablingAfter(3));

  @Test
  void a_paused_endpoint_gets_no_attempts_and_its_circuit_stays_as_it_was() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(ShardFixture.URL);
    stage.post();

    stage.goTo(Duration.ofHours(40));

    assertThat(stage.onTheWay).isEmpty();
    assertThat(endpoint().paused()).isTrue();
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(stage.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.PAUSED);
  }

  @Test
  void a_paused_endpoint_gets_no_probes() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(3);
    stage.goTo(Duration.ofMinutes(9));
    stage.pause(ShardFixture.URL);

    stage.goTo(Duration.ofHours(40));

    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void a_late_success_delivers_and_counts() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(2);
    EventKey event = stage.post();
    stage.pause(ShardFixture.URL);

    stage.succeed();

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(endpoint().circuit().consecutiveFailures()).isZero();
    assertThat(endpoint().circuit().lastSuccessAt()).isEqualTo(stage.now());
    assertThat(endpoint().paused()).isTrue();
  }

  @Test
  void late_failures_count_and_can_disable() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(2);
    EventKey event = stage.post();
    stage.pause(ShardFixture.URL);

    stage.fail();

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(endpoint().paused()).isTrue();
    assertThat(stage.message(event).slot()).isEqualTo(1);
    stage.goTo(Duration.ofHours(1));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void the_late_success_of_a_probe_enables_the_circuit_but_the_endpoint_stays_paused() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(3);
    stage.goTo(Duration.ofMinutes(10));
    stage.pause(ShardFixture.URL);

    stage.succeed();
    stage.pass(Duration.ofHours(1));

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint().paused()).isTrue();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void pausing_twice_changes_nothing_the_second_time() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(ShardFixture.URL);
    var before = stage.contents();

    assertThat(stage.pause(ShardFixture.URL)).isEqualTo(Reply.DONE);

    assertThat(stage.contents()).isEqualTo(before);
    assertThat(stage.effects(Effect.EndpointChanged.class)).hasSize(1);
  }

  @Test
  void a_pause_survives_a_restart() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(ShardFixture.URL);
    stage.post();

    stage.restart();
    stage.pass(Duration.ofHours(1));

    assertThat(endpoint().paused()).isTrue();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void another_customers_endpoint_cannot_be_paused() {
    stage.subscribe(ShardFixture.URL);

    Reply reply =
        stage.tell(new Command.PauseEndpoint(stage.nextRequest(), "other", endpoint().id()));

    assertThat(reply).isEqualTo(Reply.NOT_FOUND);
    assertThat(endpoint().paused()).isFalse();
  }

  private Endpoint endpoint() {
    return stage.endpoint(ShardFixture.URL);
  }
}
