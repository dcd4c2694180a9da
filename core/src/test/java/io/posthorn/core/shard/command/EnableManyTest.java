package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.subscription.Subscription;
import org.junit.jupiter.api.Test;

/** Enabling all of a customer's endpoints in a state. */
final class EnableManyTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void all_endpoints_in_the_state_are_enabled_and_counted() {
    for (int i = 0; i < 3; i++) {
      disable("https://a.example/" + i, "A" + i);
    }
    fixture.subscribe("https://b.example/", "B", "UPDATE");

    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.FROZEN)).isEqualTo(new Reply.Changed(0));
    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.DISABLED))
        .isEqualTo(new Reply.Changed(3));

    for (int i = 0; i < 3; i++) {
      Endpoint endpoint = fixture.endpoint("https://a.example/" + i);
      assertThat(endpoint.circuit().state()).isEqualTo(CircuitState.ENABLED);
      assertThat(endpoint.circuit().consecutiveFailures()).isZero();
    }
    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.DISABLED))
        .isEqualTo(new Reply.Changed(0));
  }

  @Test
  void another_customers_endpoints_stay_as_they_are() {
    disable("https://a.example/", "A");
    assertThat(enable("other", CircuitState.DISABLED)).isEqualTo(new Reply.Changed(0));
    assertThat(fixture.endpoint("https://a.example/").circuit().state())
        .isEqualTo(CircuitState.DISABLED);
    assertThat(
            fixture.execute(
                new Command.EnableEndpoint(
                    fixture.nextRequest(), "other", fixture.id("https://a.example/"))))
        .isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void paused_ones_of_the_state_are_not_paused_any_more() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.pause(subscription.endpointId());
    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.ENABLED)).isEqualTo(new Reply.Changed(1));
    assertThat(fixture.endpoint(ShardFixture.URL).paused()).isFalse();
  }

  private void disable(String url, String objCode) {
    fixture.subscribe(url, objCode, "UPDATE");
    for (int i = 0; i < 101; i++) {
      fixture.post(fixture.event(ShardFixture.CUSTOMER, objCode + i, objCode, "UPDATE", null));
      fixture.fail();
    }
    assertThat(fixture.endpoint(url).circuit().state()).isEqualTo(CircuitState.DISABLED);
  }

  private Reply enable(String customerId, CircuitState state) {
    return fixture.execute(new Command.EnableEndpoints(fixture.nextRequest(), customerId, state));
  }
}
