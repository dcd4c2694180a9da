package io.posthorn.core.shard.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code limits.waiting-messages}: the most messages that may wait for a customer before its events
 * are refused.
 */
final class WaitingLimitTest {
  private static final int LIMIT = 3;
  private static final Reply REFUSED = new Reply.OverLimit(ShardFixture.CUSTOMER, LIMIT);

  private final ShardFixture fixture =
      new ShardFixture(Rules.DEFAULT.withLimits(DeliveryLimits.DEFAULT.withWaitingMessages(LIMIT)));
  private final Subscription subscription = fixture.subscribe(ShardFixture.URL);
  private int keys = 1_000_000;

  @Test
  void events_are_accepted_up_to_the_limit() {
    assertThat(post("a", "b")).isInstanceOf(Reply.Accepted.class);
    assertThat(post("c")).isInstanceOf(Reply.Accepted.class);
    assertThat(post("d")).isEqualTo(REFUSED);
  }

  @Test
  void a_call_that_would_go_over_the_limit_is_refused_whole() {
    post("a", "b");
    assertThat(post("c", "d")).isEqualTo(REFUSED);
    assertThat(MessageListings.ofAll(fixture)).hasSize(2);
    assertThat(post("c")).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void ended_messages_no_longer_count() {
    post("a", "b", "c");
    fixture.succeedAll();
    assertThat(post("d", "e", "f")).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void if_nothing_waits_a_call_larger_than_the_limit_is_accepted() {
    assertThat(post("a", "b", "c", "d")).isInstanceOf(Reply.Accepted.class);
    assertThat(post("e")).isEqualTo(REFUSED);
  }

  @Test
  void a_known_id_gets_the_same_reply_as_before() {
    post("a", "b", "c");
    assertThat(post("b")).isInstanceOf(Reply.Accepted.class);
    assertThat(post("a", "d")).isEqualTo(REFUSED);
  }

  @Test
  void a_duplicate_id_within_a_call_counts_once() {
    post("a", "b");
    assertThat(post("c", "c")).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void an_unmatched_event_does_not_count_as_waiting() {
    post("a", "b", "c");
    assertThat(execute(arrivals(List.of(), "d"))).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void each_subscription_that_an_event_goes_to_counts() {
    Subscription second = fixture.subscribe("https://second.example/");
    post("a");
    List<SubscriptionId> both = List.of(subscription.id(), second.id());
    assertThat(execute(arrivals(both, "b"))).isInstanceOf(Reply.Accepted.class);
    assertThat(execute(arrivals(both, "c"))).isEqualTo(REFUSED);
  }

  @Test
  void another_customer_is_not_concerned() {
    Subscription theirs =
        SubscriptionFixture.like(fixture.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer("other")
            .done();
    fixture.create(theirs);
    post("a", "b", "c");
    EventKey key = EventKey.of(fixture.now(), 0, ++keys, 7);
    Event other = fixture.eventOf("other", "x", "{}");
    assertThat(execute(List.of(new MatchedEvent(key, other, List.of(theirs.id())))))
        .isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void the_waiting_count_survives_a_restart() {
    post("a", "b", "c");
    fixture.restart();
    assertThat(post("d")).isEqualTo(REFUSED);
    fixture.succeedAll();
    assertThat(post("d")).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void operational_events_are_not_limited() {
    fixture.subscribe("https://second.example/", "POSTHORN_ENDPOINT", "*");
    post("a", "b", "c");
    fixture.pause(ShardFixture.URL);
    assertThat(MessageListings.ofAll(fixture)).hasSize(4);
  }

  @Test
  void messages_erased_with_their_customer_no_longer_count() {
    post("a", "b", "c");
    fixture.execute(new Command.EraseCustomer(fixture.nextRequest(), ShardFixture.CUSTOMER));
    fixture.settle();
    Subscription again = fixture.subscribe(ShardFixture.URL);
    assertThat(execute(arrivals(List.of(again.id()), "d", "e"))).isInstanceOf(Reply.Accepted.class);
    assertThat(execute(arrivals(List.of(again.id()), "f", "g"))).isEqualTo(REFUSED);
  }

  private Reply post(String... ids) {
    return execute(arrivals(List.of(subscription.id()), ids));
  }

  private List<MatchedEvent> arrivals(List<SubscriptionId> matched, String... ids) {
    List<MatchedEvent> arrivals = new ArrayList<>();
    for (String id : ids) {
      EventKey key = EventKey.of(fixture.now(), 0, ++keys, 7);
      arrivals.add(new MatchedEvent(key, fixture.event(id, "{}"), matched));
    }
    return arrivals;
  }

  private Reply execute(List<MatchedEvent> arrivals) {
    return fixture.execute(new Command.AcceptEvents(fixture.nextRequest(), arrivals));
  }
}
