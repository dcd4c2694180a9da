package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.FROZEN))
        .isEqualTo(new Reply.Changed(0, null));
    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.DISABLED))
        .isEqualTo(new Reply.Changed(3, null));

    for (int i = 0; i < 3; i++) {
      Endpoint endpoint = fixture.endpoint("https://a.example/" + i);
      assertThat(endpoint.circuit().state()).isEqualTo(CircuitState.ENABLED);
      assertThat(endpoint.circuit().consecutiveFailures()).isZero();
    }
    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.DISABLED))
        .isEqualTo(new Reply.Changed(0, null));
  }

  @Test
  void a_search_enables_only_the_endpoints_that_it_matches() {
    disable("https://crm.example/a", "A");
    disable("https://crm.example/b", "B");
    disable("https://erp.example/", "C");
    String id = fixture.id("https://erp.example/").toString();

    EndpointSearch search = EndpointSearch.of(" CRM.example ");
    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.DISABLED, search, null))
        .isEqualTo(new Reply.Changed(2, null));

    assertThat(fixture.endpoint("https://crm.example/a").enabled()).isTrue();
    assertThat(fixture.endpoint("https://erp.example/").circuit().state())
        .isEqualTo(CircuitState.DISABLED);
    assertThat(
            enable(
                ShardFixture.CUSTOMER,
                CircuitState.DISABLED,
                EndpointSearch.of(id.substring(0, 12)),
                null))
        .as("a part of an id is no match")
        .isEqualTo(new Reply.Changed(0, null));
    assertThat(enable(ShardFixture.CUSTOMER, CircuitState.DISABLED, EndpointSearch.of(id), null))
        .isEqualTo(new Reply.Changed(1, null));
  }

  @Test
  void another_customers_endpoints_stay_as_they_are() {
    disable("https://a.example/", "A");
    assertThat(enable("other", CircuitState.DISABLED)).isEqualTo(new Reply.Changed(0, null));
    assertThat(fixture.endpoint("https://a.example/").circuit().state())
        .isEqualTo(CircuitState.DISABLED);
    assertThat(
            fixture.execute(
                new Command.EnableEndpoint(
                    fixture.nextRequest(), "other", fixture.id("https://a.example/"))))
        .isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void all_paused_ones_are_found_those_that_are_paused_and_disabled_too() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.pause(subscription.endpointId());
    disable("https://a.example/", "A");
    fixture.pause("https://a.example/");
    disable("https://b.example/", "B");

    Reply reply = enable(ShardFixture.CUSTOMER, CircuitState.ENABLED);

    assertThat(reply).isEqualTo(new Reply.Changed(2, null));
    assertThat(fixture.endpoint(ShardFixture.URL).enabled()).isTrue();
    assertThat(fixture.endpoint("https://a.example/").enabled()).isTrue();
    assertThat(fixture.endpoint("https://b.example/").circuit().state())
        .isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void enabling_the_disabled_ones_does_not_un_pause() {
    disable("https://a.example/", "A");
    fixture.pause("https://a.example/");

    Reply reply = enable(ShardFixture.CUSTOMER, CircuitState.DISABLED);

    Endpoint endpoint = fixture.endpoint("https://a.example/");
    assertThat(reply).isEqualTo(new Reply.Changed(1, null));
    assertThat(endpoint.circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint.paused()).isTrue();
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_circuit_closed_beside_a_pause_is_announced_as_recovered_when_the_pause_ends() {
    disable("https://a.example/", "A");
    fixture.pause("https://a.example/");

    enable(ShardFixture.CUSTOMER, CircuitState.DISABLED);

    assertThat(changes()).containsExactly(EndpointChange.DISABLED, EndpointChange.PAUSED);
    fixture.resume("https://a.example/");
    assertThat(changes())
        .containsExactly(EndpointChange.DISABLED, EndpointChange.PAUSED, EndpointChange.RECOVERED);
  }

  @Test
  void a_turn_examines_a_bounded_number_of_endpoints_also_if_few_are_in_the_state() {
    int most = EndpointCommands.EXAMINED_AT_ONCE;
    for (int i = 0; i < most; i++) {
      fixture.subscribe("https://a.example/" + i, "A", "UPDATE");
    }
    for (int i = 0; i < 3; i++) {
      disable("https://b.example/" + i, "B" + i);
    }
    List<EndpointView> all =
        new EndpointReader(fixture.counted, Rules.DEFAULT.circuit())
            .list(ShardFixture.CUSTOMER, null, 2 * most, 0);

    Reply.Changed first =
        (Reply.Changed) enable(ShardFixture.CUSTOMER, CircuitState.DISABLED, null);
    Reply.Changed rest =
        (Reply.Changed) enable(ShardFixture.CUSTOMER, CircuitState.DISABLED, first.next());

    assertThat(first.next()).as("the last one examined").isEqualTo(all.get(most - 1).id());
    assertThat(rest.next()).isNull();
    assertThat(first.count() + rest.count()).isEqualTo(3);
  }

  @Test
  void a_thousand_endpoints_are_enabled_in_turns_of_bounded_work() {
    for (int i = 0; i < 1_000; i++) {
      String url = "https://a.example/" + i;
      fixture.subscribe(url, "A", "UPDATE");
      fixture.pause(url);
    }
    int count = 0;
    int turns = 0;
    EndpointId next = null;
    do {
      int before = fixture.effects(Effect.EndpointChanged.class).size();
      Reply.Changed reply =
          (Reply.Changed) enable(ShardFixture.CUSTOMER, CircuitState.ENABLED, next);
      assertThat(fixture.effects(Effect.EndpointChanged.class).size() - before)
          .isLessThanOrEqualTo(EndpointCommands.ENABLED_AT_ONCE);
      count += reply.count();
      next = reply.next();
      turns++;
    } while (next != null);

    assertThat(count).isEqualTo(1_000);
    assertThat(turns).isEqualTo(6); // the last one finds nothing more
  }

  private List<EndpointChange> changes() {
    return fixture.effects(Effect.EndpointChanged.class).stream()
        .map(Effect.EndpointChanged::change)
        .toList();
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
    return enable(customerId, state, null);
  }

  private Reply enable(String customerId, CircuitState state, @Nullable EndpointId after) {
    return enable(customerId, state, EndpointSearch.ALL, after);
  }

  private Reply enable(
      String customerId, CircuitState state, EndpointSearch search, @Nullable EndpointId after) {
    return fixture.execute(
        new Command.EnableEndpoints(fixture.nextRequest(), customerId, state, search, after));
  }
}
