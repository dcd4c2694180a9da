package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.url.TargetUrl;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The operator receives every customer's operational events; customers do not see that. */
final class OperatorSubscriptionTest {
  private static final String OPERATOR_URL = "https://operator.example/events";
  private static final String OPERATOR = OperatorSubscription.CUSTOMER;

  private final Subscription operator = operatorSubscription(OPERATOR_URL, 1).subscription();
  private final ShardFixture fixture =
      new ShardFixture(
          Rules.DEFAULT.withOperatorSubscription(operatorSubscription(OPERATOR_URL, 1)));

  @Test
  void every_customers_operational_events_reach_the_operator() {
    fixture.subscribe(ShardFixture.URL);
    Subscription theirs =
        SubscriptionFixture.like(fixture.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer("other")
            .done();
    fixture.create(theirs);
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.execute(new Command.PauseEndpoint(fixture.nextRequest(), "other", theirs.endpointId()));

    assertThat(fixture.inFlight)
        .hasSize(2)
        .allSatisfy(s -> assertThat(s.target().url().text()).isEqualTo(OPERATOR_URL))
        .extracting(
            send -> EndpointEventTest.fields(ShardFixture.newState(send.event())).get("customerId"))
        .containsExactly(ShardFixture.CUSTOMER, "other");
  }

  @Test
  void customers_see_nothing_of_it() {
    fixture.subscribe(ShardFixture.URL, "*", "*");
    fixture.subscribe("https://second.example/", "*", "*");
    fixture.pause(fixture.id("https://second.example/"));
    fixture.succeedAll();

    assertThat(sentTo(OPERATOR_URL)).hasSize(1);
    assertThat(sentTo(ShardFixture.URL)).hasSize(1);
    MessageId operatorsMessage = sentTo(OPERATOR_URL).getFirst().ticket().message();
    assertThat(MessageListings.ofAll(fixture))
        .containsExactly(sentTo(ShardFixture.URL).getFirst().ticket().message());
    assertThat(MessageListings.of(fixture, operator.endpointId())).isEmpty();
    assertThat(MessageListings.of(fixture, operator.id())).isEmpty();
    assertThat(fixture.history().message(ShardFixture.CUSTOMER, operatorsMessage)).isNull();
    assertThat(fixture.history().event(ShardFixture.CUSTOMER, operatorsMessage.event())).isNull();
    assertThat(fixture.cancel(operatorsMessage)).isEqualTo(Reply.NOT_FOUND);
    assertThat(fixture.anotherShard().subscriptions().get(operator.id())).isNull();
    assertThat(fixture.enable(operator.endpointId())).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void the_operators_own_subscription_matches_no_customers_events() {
    fixture.post();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void operational_events_about_the_operators_own_endpoint_are_not_sent() {
    fixture.subscribe(ShardFixture.URL);
    fixture.execute(
        new Command.PauseEndpoint(fixture.nextRequest(), OPERATOR, operator.endpointId()));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void messages_for_the_operator_survive_a_restart() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    MessageId message = fixture.sent().ticket().message();
    fixture.restart();
    assertThat(fixture.sent().ticket().message()).isEqualTo(message);
    fixture.succeed();
    assertThat(fixture.history().message(OPERATOR, message))
        .satisfies(m -> assertThat(m.status()).isEqualTo(MessageStatus.DELIVERED));
  }

  @Test
  void a_secret_from_new_settings_holds_from_the_next_attempt_on() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    assertThat(fixture.sent().target().secrets().current()).containsExactly(1);
    fixture.restartWith(
        Rules.DEFAULT.withOperatorSubscription(operatorSubscription(OPERATOR_URL, 2)));
    assertThat(fixture.sent().target().secrets().current()).containsExactly(2);
  }

  @Test
  void messages_for_the_operator_move_to_the_url_of_new_settings() {
    fixture.subscribe(ShardFixture.URL);
    fixture.execute(
        new Command.PauseEndpoint(fixture.nextRequest(), OPERATOR, operator.endpointId()));
    fixture.pause(fixture.id(ShardFixture.URL));
    assertThat(fixture.inFlight).isEmpty();

    OperatorSubscription elsewhere = operatorSubscription("https://elsewhere.example/", 2);
    fixture.restartWith(Rules.DEFAULT.withOperatorSubscription(elsewhere));
    fixture.settle();

    assertThat(fixture.sent().target().url()).isEqualTo(elsewhere.subscription().url());
    assertThat(fixture.sent().target().secrets().current()).containsExactly(2);
    assertThat(fixture.anotherShard().inspect(operator.endpointId()))
        .satisfies(old -> assertThat(old.waiting()).isZero());
  }

  @Test
  void messages_for_the_operator_are_cancelled_when_the_settings_no_longer_name_a_url() {
    fixture.subscribe(ShardFixture.URL);
    fixture.execute(
        new Command.PauseEndpoint(fixture.nextRequest(), OPERATOR, operator.endpointId()));
    fixture.pause(fixture.id(ShardFixture.URL));

    fixture.restartWith(Rules.DEFAULT);
    fixture.settle();

    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.effects(Effect.MessageEnded.class))
        .extracting(Effect.MessageEnded::customerId, Effect.MessageEnded::status)
        .containsExactly(tuple(OPERATOR, MessageStatus.CANCELLED));
  }

  @Test
  void the_operators_endpoint_is_disabled_and_healed_like_any_other() {
    ShardFixture strict =
        new ShardFixture(
            ShardFixture.disablingAfter(1)
                .withOperatorSubscription(operatorSubscription(OPERATOR_URL, 1)));
    strict.subscribe(ShardFixture.URL);
    strict.pause(strict.id(ShardFixture.URL));
    strict.fail();
    assertThat(strict.inFlight).isEmpty();
    strict.execute(
        new Command.EnableEndpoint(strict.nextRequest(), OPERATOR, operator.endpointId()));
    strict.pass(Duration.ofMinutes(2));
    assertThat(strict.sent().target().url().text()).isEqualTo(OPERATOR_URL);
  }

  private List<Effect.Send> sentTo(String url) {
    return fixture.effects(Effect.Send.class).stream()
        .filter(send -> send.target().url().text().equals(url))
        .toList();
  }

  private static OperatorSubscription operatorSubscription(String url, int secret) {
    return OperatorSubscription.to(TargetUrl.parse(url), new byte[] {(byte) secret});
  }
}
