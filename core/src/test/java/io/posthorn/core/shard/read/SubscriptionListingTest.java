package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The messages of a subscription are found at all endpoints that it has had. */
final class SubscriptionListingTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  private static String url(int number) {
    return "https://receiver.example/" + number;
  }

  /** A subscription that was at each of some URLs for a time, and had messages at each. */
  private Subscription moved(int urls, int messagesAtEach, List<MessageId> posted) {
    Subscription subscription = fixture.subscribe(url(0));
    fixture.subscribe(url(0), "*", "*"); // shares the first endpoint
    for (int i = 0; i < urls; i++) {
      subscription = i == 0 ? subscription : fixture.move(subscription, url(i));
      for (EventKey event : fixture.postMany(messagesAtEach)) {
        posted.add(idOf(event, subscription.id()));
      }
      fixture.succeedAll();
      fixture.pass(Duration.ofMillis(3));
    }
    return subscription;
  }

  private MessageId idOf(EventKey event, SubscriptionId subscription) {
    for (int ordinal = 0; ordinal < 2; ordinal++) {
      MessageId id = new MessageId(event, ordinal);
      if (fixture.message(id).subscription().equals(subscription)) {
        return id;
      }
    }
    throw new AssertionError("no message of " + subscription);
  }

  private MessageQuery query(Subscription subscription, int limit, @Nullable MessageId before) {
    MessageSelection selection = MessageSelection.ALL.withSubscription(subscription.id());
    return new MessageQuery(subscription.customerId(), selection, limit, before);
  }

  @Test
  void they_come_newest_first_whatever_endpoint_they_were_sent_to() {
    List<MessageId> posted = new ArrayList<>();
    Subscription subscription = moved(5, 7, posted);
    assertThat(MessageListings.ids(fixture, query(subscription, 3, null)))
        .isEqualTo(posted.reversed());
    assertThat(MessageListings.ids(fixture, query(subscription, 100, null)))
        .isEqualTo(posted.reversed());
  }

  @Test
  void those_of_a_deleted_subscription_are_still_listed() {
    List<MessageId> posted = new ArrayList<>();
    Subscription subscription = moved(2, 3, posted);
    fixture.delete(subscription);
    fixture.settle();
    fixture.restart();
    assertThat(MessageListings.ids(fixture, query(subscription, 4, null)))
        .isEqualTo(posted.reversed());
  }

  @Test
  void a_subscription_that_had_very_many_endpoints_is_listed_as_well() {
    List<MessageId> posted = new ArrayList<>();
    Subscription subscription = moved(70, 2, posted);
    assertThat(fixture.count(Table.SUBSCRIPTION_ENDPOINT)).isEqualTo(71);
    assertThat(MessageListings.ids(fixture, query(subscription, 9, null)))
        .isEqualTo(posted.reversed());
    assertThat(taken(subscription)).isEqualTo(140);
  }

  @Test
  void other_customers_find_nothing() {
    Subscription subscription = moved(2, 3, new ArrayList<>());
    MessageQuery foreign =
        new MessageQuery("other", query(subscription, 9, null).selection(), 9, null);
    assertThat(MessageListings.ids(fixture, foreign)).isEmpty();
  }

  @Test
  void a_bulk_job_takes_the_messages_of_all_its_endpoints_even_across_crashes() {
    Subscription subscription = moved(3, 150, new ArrayList<>());
    assertThat(taken(subscription)).isEqualTo(450);
  }

  private long taken(Subscription subscription) {
    BulkJob job =
        new BulkJob(
            7,
            BulkJob.Action.REPLAY,
            ShardFixture.CUSTOMER,
            MessageSelection.ALL.withSubscription(subscription.id()),
            true,
            0);
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    while (fixture.busy()) {
      fixture.restart();
    }
    return Objects.requireNonNull(fixture.history().bulk(ShardFixture.CUSTOMER, 7)).taken();
  }

  @Test
  void a_page_among_many_messages_of_others_reads_a_bounded_number_of_keys() {
    Subscription rare = fixture.subscribe(ShardFixture.URL, "PROJ", "*");
    EventKey only =
        fixture.post(fixture.event(ShardFixture.CUSTOMER, "rare", "PROJ", "UPDATE", null));
    fixture.succeed();
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(25_000);

    List<MessageId> found = new ArrayList<>();
    int pages = 0;
    MessageQuery next = query(rare, 10, null);
    while (next != null) {
      fixture.counted.reset();
      MessagePage page = new History(fixture.counted).list(next, message -> false);
      assertThat(fixture.counted.reads()).isLessThan(11_000);
      page.messages().forEach(message -> found.add(message.id()));
      pages++;
      next = page.next() == null ? null : query(rare, 10, page.next());
    }
    assertThat(found).containsExactly(new MessageId(only, 0));
    assertThat(pages).isEqualTo(3);
  }
}
