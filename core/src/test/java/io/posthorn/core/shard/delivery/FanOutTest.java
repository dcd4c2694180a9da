package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** One event becomes one message for each subscription that it matched. */
final class FanOutTest {
  private static final String OTHER_URL = "https://other.example/hook";

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void an_event_is_stored_once_and_becomes_a_message_for_each_subscription() {
    Subscription one = fixture.subscribe(ShardFixture.URL);
    Subscription two = fixture.subscribe(ShardFixture.URL, "*", "UPDATE");
    Subscription three = fixture.subscribe(OTHER_URL);
    fixture.subscribe(OTHER_URL, "PROJ", "UPDATE");
    fixture.counted.reset();

    EventKey event = fixture.post();

    assertThat(fixture.counted.writes(Table.EVENT)).isEqualTo(1);
    assertThat(fixture.stored(event).targets())
        .extracting(StoredEvent.Target::subscription)
        .containsExactly(one.id(), two.id(), three.id());
    assertThat(fixture.inFlight)
        .extracting(send -> send.ticket().message().ordinal())
        .containsExactlyInAnyOrder(0, 1, 2);
    assertThat(fixture.inFlight)
        .extracting(send -> send.subscription().id())
        .containsExactlyInAnyOrder(one.id(), two.id(), three.id());
  }

  @Test
  void each_message_has_a_life_of_its_own() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(OTHER_URL);
    EventKey event = fixture.post();
    fixture.fail();
    fixture.succeed();
    assertThat(fixture.message(new MessageId(event, 0)).status()).isEqualTo(MessageStatus.WAITING);
    assertThat(fixture.message(new MessageId(event, 1)).status())
        .isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void an_event_that_matches_nothing_is_kept_without_messages() {
    EventKey event = fixture.post();
    assertThat(fixture.stored(event).targets()).isEmpty();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_subscription_that_is_gone_since_it_was_matched_gets_no_message() {
    Subscription gone = fixture.subscribe(ShardFixture.URL);
    MatchedEvent arrival = fixture.arrival(fixture.event("order-1", "{}"));
    fixture.delete(gone);
    fixture.execute(new Command.AcceptEvents(fixture.nextRequest(), List.of(arrival)));
    assertThat(fixture.stored(arrival.key()).targets()).isEmpty();
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void for_5_minutes_after_a_switch_each_event_is_sent_in_both_versions() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.pass(Duration.ofHours(1));
    Subscription switched =
        SubscriptionFixture.like(subscription).switched(PayloadVersion.V1, fixture.now()).done();
    assertThat(fixture.change(switched, subscription.modifiedAt())).isEqualTo(Reply.DONE);

    EventKey first = fixture.post();
    fixture.pass(Duration.ofMinutes(5).minusMillis(1));
    EventKey last = fixture.post();

    for (EventKey event : List.of(first, last)) {
      assertThat(fixture.stored(event).targets())
          .extracting(StoredEvent.Target::rendering)
          .extracting(Rendering::version)
          .containsExactly(PayloadVersion.V1, PayloadVersion.V2);
    }
    assertThat(fixture.effects(Effect.Send.class))
        .extracting(send -> send.rendering().version())
        .contains(PayloadVersion.V1, PayloadVersion.V2);
  }

  @Test
  void at_exactly_5_minutes_it_is_sent_in_the_new_version_alone() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    Subscription switched =
        SubscriptionFixture.like(subscription).switched(PayloadVersion.V1, fixture.now()).done();
    fixture.change(switched, subscription.modifiedAt());
    fixture.pass(Duration.ofMinutes(5));

    EventKey event = fixture.post();

    assertThat(fixture.stored(event).targets()).hasSize(1);
    assertThat(fixture.sent().rendering().version()).isEqualTo(PayloadVersion.V1);
  }

  @Test
  void the_version_of_a_message_is_fixed_at_acceptance() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail();
    Subscription switched =
        SubscriptionFixture.like(subscription)
            .switched(PayloadVersion.V1, fixture.now() + 1)
            .done();
    fixture.change(switched, subscription.modifiedAt());
    fixture.pass(Duration.ofMillis(84_800));
    assertThat(fixture.sent().rendering().version()).isEqualTo(PayloadVersion.V2);
  }

  @Test
  void a_token_holds_from_the_next_attempt_on() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.post();
    assertThat(fixture.sent().subscription().authToken()).isNull();
    fixture.fail();
    Subscription changed =
        SubscriptionFixture.like(subscription)
            .token(new byte[] {7})
            .modified(fixture.now() + 1)
            .done();
    fixture.change(changed, subscription.modifiedAt());
    fixture.pass(Duration.ofMillis(84_800));
    assertThat(fixture.sent().subscription().authToken()).containsExactly(7);
  }

  @Test
  void an_event_in_memory_does_not_keep_the_body_it_came_in() {
    fixture.subscribe(ShardFixture.URL);
    byte[] body = new byte[1 << 20];
    byte[] state = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(state, 0, body, 0, state.length);
    Event event = fixture.event("one-of-many", "{}");
    fixture.post(
        new Event(
            event.customerId(),
            event.id(),
            event.objCode(),
            event.eventType(),
            null,
            event.eventTime(),
            null,
            new JsonSlice(body, 0, state.length),
            null,
            null));
    JsonSlice sent = Objects.requireNonNull(fixture.sent().event().newState());
    assertThat(sent.toString()).isEqualTo("{\"a\":1}");
    assertThat(sent.bytes()).hasSizeLessThan(1_000);
  }
}
