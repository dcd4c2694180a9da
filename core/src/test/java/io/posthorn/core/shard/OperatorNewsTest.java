package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.Subscription;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The operator gets every customer's news; customers see nothing of it. */
final class OperatorNewsTest {
  private static final String OPERATOR_URL = "https://operator.example/news";
  private static final String OPERATOR = "posthorn.operator";

  private final Subscription operator = operator();
  private final Stage stage = new Stage(Rules.DEFAULT.withOperatorNews(operator));

  @Test
  void every_customers_news_goes_to_the_operator() {
    stage.subscribe(Stage.URL);
    Subscription theirs =
        SubscriptionForm.like(stage.draft(Stage.URL, "TASK", "UPDATE")).customer("other").done();
    stage.create(theirs);
    stage.pause(stage.id(Stage.URL));
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), "other", theirs.endpointId()));

    assertThat(stage.onTheWay)
        .hasSize(2)
        .allSatisfy(s -> assertThat(s.target().url().text()).isEqualTo(OPERATOR_URL))
        .extracting(send -> EndpointNewsTest.fields(Stage.newState(send.event())).get("customerId"))
        .containsExactly(Stage.CUSTOMER, "other");
  }

  @Test
  void customers_see_nothing_of_it() {
    stage.subscribe(Stage.URL, "*", "*");
    stage.subscribe("https://second.example/", "*", "*");
    stage.pause(stage.id("https://second.example/"));
    stage.succeedAll();

    assertThat(sentTo(OPERATOR_URL)).hasSize(1);
    assertThat(sentTo(Stage.URL)).hasSize(1);
    MessageId operatorsMessage = sentTo(OPERATOR_URL).getFirst().ticket().message();
    assertThat(Listings.ofAll(stage))
        .containsExactly(sentTo(Stage.URL).getFirst().ticket().message());
    assertThat(Listings.of(stage, operator.endpointId())).isEmpty();
    assertThat(Listings.of(stage, operator.id())).isEmpty();
    assertThat(stage.history().message(Stage.CUSTOMER, operatorsMessage)).isNull();
    assertThat(stage.history().event(Stage.CUSTOMER, operatorsMessage.event())).isNull();
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
    stage.subscribe(Stage.URL);
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), OPERATOR, operator.endpointId()));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void what_waits_for_the_operator_survives_a_restart() {
    stage.subscribe(Stage.URL);
    stage.pause(stage.id(Stage.URL));
    MessageId news = stage.sent().ticket().message();
    stage.restart();
    assertThat(stage.sent().ticket().message()).isEqualTo(news);
    stage.succeed();
    assertThat(stage.history().message(OPERATOR, news))
        .satisfies(m -> assertThat(m.status()).isEqualTo(MessageStatus.DELIVERED));
  }

  private List<Effect.Send> sentTo(String url) {
    return stage.effects(Effect.Send.class).stream()
        .filter(send -> send.target().url().text().equals(url))
        .toList();
  }

  private static Subscription operator() {
    Subscription draft = Stage.withDefaults().draft(OPERATOR_URL, "*", "*");
    return SubscriptionForm.like(draft).customer(OPERATOR).id(0, 1).done();
  }
}
