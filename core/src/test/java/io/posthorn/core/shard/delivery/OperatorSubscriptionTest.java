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

/** The operator gets every customer's news; customers see nothing of it. */
final class OperatorSubscriptionTest {
  private static final String OPERATOR_URL = "https://operator.example/news";
  private static final String OPERATOR = OperatorSubscription.CUSTOMER;

  private final Subscription operator = news(OPERATOR_URL, 1).subscription();
  private final ShardFixture stage =
      new ShardFixture(Rules.DEFAULT.withOperatorNews(news(OPERATOR_URL, 1)));

  @Test
  void every_customers_news_goes_to_the_operator() {
    stage.subscribe(ShardFixture.URL);
    Subscription theirs =
        SubscriptionFixture.like(stage.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer("other")
            .done();
    stage.create(theirs);
    stage.pause(stage.id(ShardFixture.URL));
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), "other", theirs.endpointId()));

    assertThat(stage.onTheWay)
        .hasSize(2)
        .allSatisfy(s -> assertThat(s.target().url().text()).isEqualTo(OPERATOR_URL))
        .extracting(
            send -> EndpointEventTest.fields(ShardFixture.newState(send.event())).get("customerId"))
        .containsExactly(ShardFixture.CUSTOMER, "other");
  }

  @Test
  void customers_see_nothing_of_it() {
    stage.subscribe(ShardFixture.URL, "*", "*");
    stage.subscribe("https://second.example/", "*", "*");
    stage.pause(stage.id("https://second.example/"));
    stage.succeedAll();

    assertThat(sentTo(OPERATOR_URL)).hasSize(1);
    assertThat(sentTo(ShardFixture.URL)).hasSize(1);
    MessageId operatorsMessage = sentTo(OPERATOR_URL).getFirst().ticket().message();
    assertThat(MessageListings.ofAll(stage))
        .containsExactly(sentTo(ShardFixture.URL).getFirst().ticket().message());
    assertThat(MessageListings.of(stage, operator.endpointId())).isEmpty();
    assertThat(MessageListings.of(stage, operator.id())).isEmpty();
    assertThat(stage.history().message(ShardFixture.CUSTOMER, operatorsMessage)).isNull();
    assertThat(stage.history().event(ShardFixture.CUSTOMER, operatorsMessage.event())).isNull();
    assertThat(stage.cancel(operatorsMessage)).isEqualTo(Reply.NOT_FOUND);
    assertThat(stage.anotherShard().subscriptions().get(operator.id())).isNull();
    assertThat(stage.enable(operator.endpointId())).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void the_operators_own_subscription_matches_no_customers_events() {
    stage.post();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void news_of_the_operators_own_endpoint_goes_nowhere() {
    stage.subscribe(ShardFixture.URL);
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), OPERATOR, operator.endpointId()));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void what_waits_for_the_operator_survives_a_restart() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    MessageId news = stage.sent().ticket().message();
    stage.restart();
    assertThat(stage.sent().ticket().message()).isEqualTo(news);
    stage.succeed();
    assertThat(stage.history().message(OPERATOR, news))
        .satisfies(m -> assertThat(m.status()).isEqualTo(MessageStatus.DELIVERED));
  }

  @Test
  void a_secret_from_new_settings_holds_from_the_next_attempt_on() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    assertThat(stage.sent().target().secrets().current()).containsExactly(1);
    stage.restartWith(Rules.DEFAULT.withOperatorNews(news(OPERATOR_URL, 2)));
    assertThat(stage.sent().target().secrets().current()).containsExactly(2);
  }

  @Test
  void what_waits_for_the_operator_moves_to_the_url_of_new_settings() {
    stage.subscribe(ShardFixture.URL);
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), OPERATOR, operator.endpointId()));
    stage.pause(stage.id(ShardFixture.URL));
    assertThat(stage.onTheWay).isEmpty();

    OperatorSubscription elsewhere = news("https://elsewhere.example/", 2);
    stage.restartWith(Rules.DEFAULT.withOperatorNews(elsewhere));
    stage.settle();

    assertThat(stage.sent().target().url()).isEqualTo(elsewhere.subscription().url());
    assertThat(stage.sent().target().secrets().current()).containsExactly(2);
    assertThat(stage.anotherShard().inspect(operator.endpointId()))
        .satisfies(old -> assertThat(old.waiting()).isZero());
  }

  @Test
  void what_waits_for_the_operator_is_cancelled_when_the_settings_name_no_url_any_more() {
    stage.subscribe(ShardFixture.URL);
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), OPERATOR, operator.endpointId()));
    stage.pause(stage.id(ShardFixture.URL));

    stage.restartWith(Rules.DEFAULT);
    stage.settle();

    assertThat(stage.onTheWay).isEmpty();
    assertThat(stage.effects(Effect.MessageEnded.class))
        .extracting(Effect.MessageEnded::customerId, Effect.MessageEnded::status)
        .containsExactly(tuple(OPERATOR, MessageStatus.CANCELLED));
  }

  @Test
  void the_operators_endpoint_is_disabled_and_healed_like_any_other() {
    ShardFixture strict =
        new ShardFixture(ShardFixture.disablingAfter(1).withOperatorNews(news(OPERATOR_URL, 1)));
    strict.subscribe(ShardFixture.URL);
    strict.pause(strict.id(ShardFixture.URL));
    strict.fail();
    assertThat(strict.onTheWay).isEmpty();
    strict.tell(new Command.EnableEndpoint(strict.nextRequest(), OPERATOR, operator.endpointId()));
    strict.pass(Duration.ofMinutes(2));
    assertThat(strict.sent().target().url().text()).isEqualTo(OPERATOR_URL);
  }

  private List<Effect.Send> sentTo(String url) {
    return stage.effects(Effect.Send.class).stream()
        .filter(send -> send.target().url().text().equals(url))
        .toList();
  }

  private static OperatorSubscription news(String url, int secret) {
    return OperatorSubscription.to(TargetUrl.parse(url), new byte[] {(byte) secret});
  }
}
