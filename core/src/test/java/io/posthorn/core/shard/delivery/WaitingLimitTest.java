package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
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
  void events_come_in_up_to_the_limit_and_not_beyond() {
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
  void what_ended_makes_room() {
    post("a", "b", "c");
    fixture.succeedAll();
    assertThat(post("d", "e", "f")).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void where_nothing_waits_a_call_larger_than_the_limit_comes_in() {
    assertThat(post("a", "b", "c", "d")).isInstanceOf(Reply.Accepted.class);
    assertThat(post("e")).isEqualTo(REFUSED);
  }

  @Test
  void an_id_that_is_known_is_answered_as_ever() {
    post("a", "b", "c");
    assertThat(post("b")).isInstanceOf(Reply.Accepted.class);
    assertThat(post("a", "d")).isEqualTo(REFUSED);
  }

  @Test
  void an_id_that_comes_twice_in_a_call_counts_once() {
    post("a", "b");
    assertThat(post("c", "c")).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void an_event_that_nobody_wants_is_no_message_that_waits() {
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
    assertThat(execute(List.of(new Arrival(key, other, List.of(theirs.id())))))
        .isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void what_waits_is_known_after_a_restart() {
    post("a", "b", "c");
    fixture.restart();
    assertThat(post("d")).isEqualTo(REFUSED);
    fixture.succeedAll();
    assertThat(post("d")).isInstanceOf(Reply.Accepted.class);
  }

  @Test
  void news_is_not_limited() {
    fixture.subscribe("https://second.example/", "POSTHORN_ENDPOINT", "*");
    post("a", "b", "c");
    fixture.pause(ShardFixture.URL);
    assertThat(MessageListings.ofAll(fixture)).hasSize(4);
  }

  @Test
  void what_goes_with_its_customer_waits_no_more() {
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

  private List<Arrival> arrivals(List<SubscriptionId> matched, String... ids) {
    List<Arrival> arrivals = new ArrayList<>();
    for (String id : ids) {
      EventKey key = EventKey.of(fixture.now(), 0, ++keys, 7);
      arrivals.add(new Arrival(key, fixture.event(id, "{}"), matched));
    }
    return arrivals;
  }

  private Reply execute(List<Arrival> arrivals) {
    return fixture.execute(new Command.AcceptEvents(fixture.nextRequest(), arrivals));
  }
}
