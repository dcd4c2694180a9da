package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.subscription.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Operational events: what happens to an endpoint, as events that any subscription can match. */
final class EndpointEventTest {
  private static final String READER = "https://reader.example/news";

  private ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void that_an_endpoint_is_disabled_is_sent_in_the_same_turn() {
    subscribeToNews();
    stage.subscribe(ShardFixture.URL);
    stage.failMany(100);
    assertThat(news()).isEmpty();
    stage.failMany(1); // the outcome that disables it, and its turn

    assertThat(stage.sent().target().url().text()).isEqualTo(READER);
    Event event = stage.sent().event();
    assertThat(event.objCode()).isEqualTo("POSTHORN_ENDPOINT");
    assertThat(event.eventType()).isEqualTo("disabled");
    assertThat(event.objId()).isEqualTo(stage.id(ShardFixture.URL).toString());
    assertThat(event.customerId()).isEqualTo(ShardFixture.CUSTOMER);
    assertThat(fields(ShardFixture.newState(event)))
        .containsEntry("endpointId", stage.id(ShardFixture.URL).toString())
        .containsEntry("customerId", ShardFixture.CUSTOMER)
        .containsEntry("url", ShardFixture.URL)
        .containsEntry("at", "2026-01-01T00:00:00Z")
        .containsEntry("status", "disabled")
        .containsEntry("paused", "false")
        .containsEntry("consecutiveFailures", "101")
        .containsEntry("attemptsInWindow", "101")
        .containsEntry("failuresInWindow", "101");
  }

  @Test
  void it_is_stored_with_the_change_so_that_a_crash_loses_neither_or_both() {
    subscribeToNews();
    stage.subscribe(ShardFixture.URL);
    stage.failMany(101);
    assertThat(stage.lastTurnMustSync()).isTrue();
    stage.restart();
    assertThat(stage.sent().event().eventType()).isEqualTo("disabled");
  }

  @Test
  void recovery_by_a_probe_is_news() {
    subscribeToNews();
    stage.subscribe(ShardFixture.URL);
    stage.failMany(101);
    stage.succeed(); // the news
    stage.pass(Duration.ofMinutes(10));
    stage.succeed(); // the probe
    assertThat(news()).containsExactly("disabled", "recovered");
  }

  @Test
  void a_pause_and_the_recovery_from_it_are_news_once_each() {
    subscribeToNews();
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    stage.pause(stage.id(ShardFixture.URL));
    assertThat(fields(ShardFixture.newState(stage.sent().event())))
        .containsEntry("status", "enabled")
        .containsEntry("paused", "true");
    stage.enable(stage.id(ShardFixture.URL));
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(news()).containsExactly("paused", "recovered");
  }

  @Test
  void freezing_is_news() {
    stage =
        new ShardFixture(
            Rules.DEFAULT.withCircuit(
                new CircuitRules(
                    Duration.ofHours(48).toMillis(), 100, 700_000, 2_000, 600_000, 2_000, 1, 5)));
    subscribeToNews();
    stage.subscribe(ShardFixture.URL);
    stage.failMany(5);
    assertThat(news()).containsExactly("frozen");
  }

  @Test
  void a_subscription_may_want_one_kind_alone_or_one_endpoint_alone() {
    stage.subscribe(READER, "POSTHORN_ENDPOINT", "paused");
    Subscription ofOther =
        SubscriptionFixture.like(stage.draft(READER + "2", "POSTHORN_ENDPOINT", "*"))
            .object(stage.id("https://other.example/").toString())
            .done();
    stage.create(ofOther);
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(news()).containsExactly("paused");
  }

  @Test
  void news_is_never_about_the_endpoint_that_it_would_be_sent_to() {
    subscribeToNews();
    stage.subscribe(READER, "TASK", "UPDATE");
    stage.pause(stage.id(READER));
    stage.enable(stage.id(READER));
    assertThat(news()).isEmpty();
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void of_two_readers_the_one_it_is_about_is_left_out() {
    subscribeToNews();
    stage.subscribe(READER + "2", "*", "*");
    stage.pause(stage.id(READER));
    assertThat(stage.sent().target().url().text()).isEqualTo(READER + "2");
  }

  @Test
  void news_that_nobody_reads_is_not_kept() {
    stage.subscribe(ShardFixture.URL);
    int before = stage.store.size();
    stage.pause(stage.id(ShardFixture.URL));
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(stage.store.size()).isEqualTo(before + 2); // two lines of the circuit's history
  }

  @Test
  void news_is_a_message_like_any_other() {
    subscribeToNews();
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    stage.fail();
    stage.pass(Duration.ofMillis(84_800));
    assertThat(stage.sent().ticket().number()).isEqualTo(2);
    stage.succeed();
    assertThat(MessageListings.ids(stage, MessageListings.query(stage.id(READER), null, null, 10)))
        .allSatisfy(id -> assertThat(stage.message(id).status()).isEqualTo(MessageStatus.DELIVERED))
        .hasSize(1);
  }

  @Test
  void a_customer_does_not_get_anothers_news() {
    subscribeToNews();
    Subscription theirs =
        SubscriptionFixture.like(stage.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer("other")
            .done();
    stage.create(theirs);
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), "other", theirs.endpointId()));
    assertThat(news()).isEmpty();
  }

  @Test
  void its_state_is_well_formed_JSON_whatever_the_customer_is_called() {
    String name = "a\"b\\c\né\u0001";
    Subscription reader =
        SubscriptionFixture.like(stage.draft(READER, "POSTHORN_ENDPOINT", "*"))
            .customer(name)
            .done();
    Subscription other =
        SubscriptionFixture.like(stage.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer(name)
            .done();
    stage.create(reader);
    stage.create(other);
    stage.tell(new Command.PauseEndpoint(stage.nextRequest(), name, other.endpointId()));
    assertThat(fields(ShardFixture.newState(stage.sent().event())))
        .containsEntry("customerId", name);
  }

  private void subscribeToNews() {
    stage.subscribe(READER, "POSTHORN_ENDPOINT", "*");
  }

  private List<String> news() {
    return stage.effects(Effect.Send.class).stream()
        .map(Effect.Send::event)
        .filter(event -> event.objCode().equals("POSTHORN_ENDPOINT"))
        .map(Event::eventType)
        .toList();
  }

  /** The plain fields of an object, which must be all of the text. */
  static Map<String, String> fields(String json) {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        if (parser.currentToken().isStructStart()) {
          parser.skipChildren();
        } else {
          fields.put(name, parser.getText());
        }
      }
      assertThat(parser.nextToken()).isNull();
    } catch (IOException e) {
      throw new AssertionError(json, e);
    }
    return fields;
  }
}
