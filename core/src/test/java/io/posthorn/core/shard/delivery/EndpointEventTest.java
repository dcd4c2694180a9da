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

/** Operational events about endpoints, which any subscription can match. */
final class EndpointEventTest {
  private static final String READER = "https://reader.example/events";

  private ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void that_an_endpoint_is_disabled_is_sent_in_the_same_turn() {
    subscribeToOperationalEvents();
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(100);
    assertThat(publishedTypes()).isEmpty();
    fixture.failMany(1); // the outcome that disables it, and its turn

    assertThat(fixture.sent().target().url().text()).isEqualTo(READER);
    Event event = fixture.sent().event();
    assertThat(event.id()).startsWith("op_");
    assertThat(event.objCode()).isEqualTo("POSTHORN_ENDPOINT");
    assertThat(event.eventType()).isEqualTo("disabled");
    assertThat(event.objId()).isEqualTo(fixture.id(ShardFixture.URL).toString());
    assertThat(event.customerId()).isEqualTo(ShardFixture.CUSTOMER);
    assertThat(fields(ShardFixture.newState(event)))
        .containsEntry("endpointId", fixture.id(ShardFixture.URL).toString())
        .containsEntry("customerId", ShardFixture.CUSTOMER)
        .containsEntry("url", ShardFixture.URL)
        .containsEntry("at", "2026-01-01T00:00:00Z")
        .containsEntry("status", "disabled")
        .containsEntry("paused", "false")
        .containsEntry("consecutiveFailures", "101")
        .containsEntry("attemptsInWindow", "101")
        .containsEntry("failuresInWindow", "101")
        .containsEntry("lastError", "status 404");
  }

  @Test
  void it_is_stored_with_the_change_so_that_a_crash_loses_neither_or_both() {
    subscribeToOperationalEvents();
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(101);
    assertThat(fixture.lastTurnMustSync()).isTrue();
    fixture.restart();
    assertThat(fixture.sent().event().eventType()).isEqualTo("disabled");
  }

  @Test
  void recovery_by_a_probe_publishes_one() {
    subscribeToOperationalEvents();
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(101);
    fixture.succeed(); // the operational event
    fixture.pass(Duration.ofMinutes(10));
    fixture.succeed(); // the probe
    assertThat(publishedTypes()).containsExactly("disabled", "recovered");
  }

  @Test
  void a_pause_and_the_recovery_from_it_publish_one_each() {
    subscribeToOperationalEvents();
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.pause(fixture.id(ShardFixture.URL));
    assertThat(fields(ShardFixture.newState(fixture.sent().event())))
        .containsEntry("status", "enabled")
        .containsEntry("paused", "true");
    fixture.enable(fixture.id(ShardFixture.URL));
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(publishedTypes()).containsExactly("paused", "recovered");
  }

  @Test
  void freezing_publishes_one() {
    fixture =
        new ShardFixture(
            Rules.DEFAULT.withCircuit(
                new CircuitRules(
                    Duration.ofHours(48).toMillis(), 100, 700_000, 2_000, 600_000, 2_000, 1, 5)));
    subscribeToOperationalEvents();
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(5);
    assertThat(publishedTypes()).containsExactly("frozen");
  }

  @Test
  void a_subscription_may_want_one_kind_alone_or_one_endpoint_alone() {
    fixture.subscribe(READER, "POSTHORN_ENDPOINT", "paused");
    Subscription ofOther =
        SubscriptionFixture.like(fixture.draft(READER + "2", "POSTHORN_ENDPOINT", "*"))
            .object(fixture.id("https://other.example/").toString())
            .done();
    fixture.create(ofOther);
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(publishedTypes()).containsExactly("paused");
  }

  @Test
  void it_is_never_sent_to_the_endpoint_that_it_is_about() {
    subscribeToOperationalEvents();
    fixture.subscribe(READER, "TASK", "UPDATE");
    fixture.pause(fixture.id(READER));
    fixture.enable(fixture.id(READER));
    assertThat(publishedTypes()).isEmpty();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void of_two_readers_the_one_it_is_about_is_left_out() {
    subscribeToOperationalEvents();
    fixture.subscribe(READER + "2", "*", "*");
    fixture.pause(fixture.id(READER));
    assertThat(fixture.sent().target().url().text()).isEqualTo(READER + "2");
  }

  @Test
  void an_unmatched_one_is_not_kept() {
    fixture.subscribe(ShardFixture.URL);
    int before = fixture.store.size();
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(fixture.store.size()).isEqualTo(before + 2); // two lines of the circuit's history
  }

  @Test
  void it_becomes_a_message_like_any_other() {
    subscribeToOperationalEvents();
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.fail();
    fixture.pass(Duration.ofMillis(84_800));
    assertThat(fixture.sent().ticket().number()).isEqualTo(2);
    fixture.succeed();
    assertThat(
            MessageListings.ids(fixture, MessageListings.query(fixture.id(READER), null, null, 10)))
        .allSatisfy(
            id -> assertThat(fixture.message(id).status()).isEqualTo(MessageStatus.DELIVERED))
        .hasSize(1);
  }

  @Test
  void a_customer_does_not_get_those_of_another_customer() {
    subscribeToOperationalEvents();
    Subscription theirs =
        SubscriptionFixture.like(fixture.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer("other")
            .done();
    fixture.create(theirs);
    fixture.execute(new Command.PauseEndpoint(fixture.nextRequest(), "other", theirs.endpointId()));
    assertThat(publishedTypes()).isEmpty();
  }

  @Test
  void its_state_is_well_formed_JSON_whatever_the_customer_is_called() {
    String name = "a\"b\\c\né\u0001";
    Subscription reader =
        SubscriptionFixture.like(fixture.draft(READER, "POSTHORN_ENDPOINT", "*"))
            .customer(name)
            .done();
    Subscription other =
        SubscriptionFixture.like(fixture.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer(name)
            .done();
    fixture.create(reader);
    fixture.create(other);
    fixture.execute(new Command.PauseEndpoint(fixture.nextRequest(), name, other.endpointId()));
    assertThat(fields(ShardFixture.newState(fixture.sent().event())))
        .containsEntry("customerId", name);
  }

  private void subscribeToOperationalEvents() {
    fixture.subscribe(READER, "POSTHORN_ENDPOINT", "*");
  }

  private List<String> publishedTypes() {
    return fixture.effects(Effect.Send.class).stream()
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
