package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.url.TargetUrl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OperationalEventsOfShardsTest {
  private static final String OPERATOR = "https://operator.example/events";

  private static ShardsFixture operated() {
    OperatorSubscription operator =
        OperatorSubscription.to(TargetUrl.parse(OPERATOR), new byte[] {2});
    return new ShardsFixture(3, Rules.DEFAULT.withOperatorSubscription(operator));
  }

  private static void pause(ShardsFixture shards, String url) {
    long request = shards.nextRequest();
    int shard = shards.assignment.shardOf(shards.id(url));
    shards.ask(
        shard, request, new Command.PauseEndpoint(request, ShardsFixture.CUSTOMER, shards.id(url)));
  }

  @Test
  void they_reach_matching_subscriptions_in_any_shard_but_never_the_endpoint_they_are_about() {
    ShardsFixture shards = ShardsFixture.three();
    String about = shards.url(0, 1);
    String reader = shards.url(1, 2);
    shards.subscribe(about, OperationalEvents.ENDPOINT, Subscription.ANY);
    shards.subscribe(reader, OperationalEvents.ENDPOINT, Subscription.ANY);

    pause(shards, about);

    assertThat(shards.sent().shard()).isEqualTo(1);
    assertThat(shards.sent().send().target().url().text()).isEqualTo(reader);
    assertThat(shards.sent().send().event().objId()).isEqualTo(shards.id(about).toString());
  }

  @Test
  void format_slack_gets_one_change_a_minute_and_the_last_state_also_from_another_shard() {
    ShardsFixture shards = ShardsFixture.three();
    String about = shards.url(0, 1);
    String reader = shards.url(1, 2);
    shards.subscribe(about);
    shards.subscribe(
        SubscriptionFixture.like(shards.draft(reader, OperationalEvents.ENDPOINT, Subscription.ANY))
            .body(PayloadFormat.SLACK, false)
            .done());

    pause(shards, about);
    shards.succeed();
    long request = shards.nextRequest();
    shards.ask(
        0, request, new Command.ResumeEndpoint(request, ShardsFixture.CUSTOMER, shards.id(about)));
    assertThat(shards.inFlight).isEmpty();
    shards.crash(0);
    shards.pass(Duration.ofMinutes(1));

    assertThat(shards.sent().shard()).isEqualTo(1);
    assertThat(shards.sent().send().event().eventType()).isEqualTo("recovered");
  }

  @Test
  void the_operators_endpoint_is_in_the_shard_that_owns_it_alone() {
    ShardsFixture shards = operated();
    int owner =
        shards.assignment.shardOf(
            TargetUrl.parse(OPERATOR).endpointOf(OperatorSubscription.CUSTOMER));

    for (int shard = 0; shard < 3; shard++) {
      int[] endpoints = {0};
      byte[] from = StoreKeys.table(Table.ENDPOINT);
      shards
          .stores
          .get(shard)
          .scan(from, StoreKeys.endOf(from), (key, value) -> ++endpoints[0] > 0);
      assertThat(endpoints[0]).isEqualTo(shard == owner ? 1 : 0);
    }
  }

  @Test
  void the_operator_is_notified_of_every_customers_endpoint_once_and_not_of_its_own() {
    ShardsFixture shards = operated();
    Subscription subscription = shards.subscribe(shards.url(0, 1));
    shards.subscribe(shards.url(1, 1));
    pause(shards, subscription.url().text());

    assertThat(shards.sent().send().target().url().text()).isEqualTo(OPERATOR);
    assertThat(shards.sent().send().event().customerId()).isEqualTo(OperatorSubscription.CUSTOMER);
    shards.succeed();

    long request = shards.nextRequest();
    var operator = TargetUrl.parse(OPERATOR).endpointOf(OperatorSubscription.CUSTOMER);
    shards.ask(
        shards.assignment.shardOf(operator),
        request,
        new Command.PauseEndpoint(request, OperatorSubscription.CUSTOMER, operator));
    assertThat(shards.inFlight).isEmpty();
    assertThat(shards.effects(Effect.MessageEnded.class)).hasSize(1);
  }

  @Test
  void messages_for_the_operator_follow_a_new_url_to_another_shard() {
    ShardsFixture shards = operated();
    pause(shards, shards.subscribe(shards.url(0, 1)).url().text());
    ShardsFixture.Request first = shards.sent();
    shards.fail();
    String other = elsewhere(shards, first.shard());

    shards.restartWith(
        Rules.DEFAULT.withOperatorSubscription(
            OperatorSubscription.to(TargetUrl.parse(other), new byte[] {3})));
    shards.pass(Duration.ofMillis(84_800));

    assertThat(shards.sent().shard()).isNotEqualTo(first.shard());
    assertThat(shards.sent().send().target().url().text()).isEqualTo(other);
    assertThat(shards.sent().send().ticket().message()).isEqualTo(first.send().ticket().message());
  }

  /** A URL of the operator that does not belong to a shard. */
  private static String elsewhere(ShardsFixture shards, int shard) {
    for (int i = 0; ; i++) {
      String url = "https://operator.example/" + i;
      var endpoint = TargetUrl.parse(url).endpointOf(OperatorSubscription.CUSTOMER);
      if (shards.assignment.shardOf(endpoint) != shard) {
        return url;
      }
    }
  }

  @Test
  void unmatched_ones_are_not_kept() {
    ShardsFixture shards = ShardsFixture.three();
    String about = shards.url(0, 1);
    shards.subscribe(about);

    pause(shards, about);

    assertThat(shards.effects(Effect.Publish.class)).hasSize(1);
    for (int shard = 0; shard < 3; shard++) {
      assertThat(shards.history(shard).events(ShardsFixture.CUSTOMER, null, 9)).isEmpty();
    }
  }

  @Test
  void only_events_made_by_posthorn_are_operational_events() {
    ShardFixture fixture = ShardFixture.withDefaults();
    Event posted = fixture.event("an-id", "{}");
    var endpoint = fixture.id(ShardFixture.URL);
    Event about =
        fixture.event(ShardFixture.CUSTOMER, "other-id", "TASK", "UPDATE", endpoint.toString());
    Event event =
        fixture.event(
            ShardFixture.CUSTOMER,
            "event-id",
            OperationalEvents.DROPS,
            "dropped",
            endpoint.toString());

    assertThat(OperationalEvents.mayReach(posted, endpoint)).isTrue();
    assertThat(OperationalEvents.mayReach(about, endpoint)).isTrue();
    assertThat(OperationalEvents.mayReach(event, endpoint)).isFalse();
    assertThat(OperationalEvents.mayReach(event, fixture.id("https://other.example/"))).isTrue();
  }
}
