package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every combination of filters, against a plain filter over all messages. */
final class MessageSearchDifferentialTest {
  private static final String A = "https://a.example/";
  private static final String B = "https://b.example/";

  private final ShardFixture fixture =
      new ShardFixture(Rules.DEFAULT.withRetry(new RetrySchedule(2_000, 1, 0)));
  private final List<EventKey> events = new ArrayList<>();
  private final List<@Nullable SubscriptionId> subscriptions = new ArrayList<>();

  @BeforeEach
  void some_history_of_everything() {
    Random random = new Random(7);
    Subscription one = fixture.subscribe(A, "TASK", "UPDATE");
    Subscription two = fixture.subscribe(B, "TASK", "*");
    Subscription three = fixture.subscribe(A, "*", "CREATE");
    subscriptions.addAll(Arrays.asList(null, one.id(), two.id(), three.id()));
    for (int i = 0; i < 150; i++) {
      String type = random.nextBoolean() ? "UPDATE" : "CREATE";
      String objId = List.of("x", "y", "z").get(random.nextInt(3));
      events.add(fixture.post(fixture.event(ShardFixture.CUSTOMER, "e" + i, "TASK", type, objId)));
      while (fixture.inFlight.size() > 2) {
        fixture.answer(Outcome.answered(random.nextInt(3) == 0 ? 404 : 200, 5));
      }
      if (random.nextInt(5) == 0) {
        fixture.cancel(new MessageId(events.get(random.nextInt(events.size())), 0));
      }
      if (random.nextInt(8) == 0) {
        fixture.replay(new MessageId(events.get(random.nextInt(events.size())), 0));
      }
      fixture.pass(Duration.ofMillis(random.nextInt(300)));
    }
    fixture.move(two, B + "moved");
    fixture.settle();
  }

  @Test
  void every_combination_of_filters_lists_what_a_plain_filter_finds() {
    List<Message> all = new ArrayList<>();
    for (EventKey event : events.reversed()) {
      for (int ordinal = fixture.stored(event).targets().size() - 1; ordinal >= 0; ordinal--) {
        all.add(fixture.message(new MessageId(event, ordinal)));
      }
    }
    for (MessageStatus status : MessageStatus.values()) {
      assertThat(all).as("the history").anyMatch(message -> message.status() == status);
    }
    long middle = events.get(70).acceptedAt();
    long[][] times = {{0, 1L << 47}, {middle, 1L << 47}, {0, middle}, {middle, middle + 1}, {5, 5}};
    int found = 0;
    for (EndpointId endpoint :
        Arrays.asList(null, fixture.id(A), fixture.id(B), fixture.id(B + "moved"))) {
      for (SubscriptionId subscription : subscriptions) {
        for (MessageStatus status : statuses()) {
          for (String objId : Arrays.asList(null, "x", "nowhere")) {
            for (long[] time : times) {
              MessageQuery query =
                  new MessageQuery(
                      ShardFixture.CUSTOMER,
                      endpoint,
                      subscription,
                      status,
                      objId,
                      time[0],
                      time[1],
                      7,
                      null);
              List<MessageId> expected = filter(all, query);
              assertThat(MessageListings.ids(fixture, query)).as("%s", query).isEqualTo(expected);
              found += expected.size();
            }
          }
        }
      }
    }
    assertThat(found).isGreaterThan(5_000);
  }

  private static List<@Nullable MessageStatus> statuses() {
    List<@Nullable MessageStatus> statuses = new ArrayList<>(List.of(MessageStatus.values()));
    statuses.add(null);
    return statuses;
  }

  private List<MessageId> filter(List<Message> all, MessageQuery query) {
    return all.stream()
        .filter(m -> query.endpoint() == null || m.endpoint().equals(query.endpoint()))
        .filter(m -> query.subscription() == null || m.subscription().equals(query.subscription()))
        .filter(m -> query.status() == null || m.status() == query.status())
        .filter(
            m ->
                query.objId() == null
                    || query.objId().equals(fixture.stored(m.id().event()).event().objId()))
        .filter(m -> m.id().event().acceptedAt() >= query.from())
        .filter(m -> m.id().event().acceptedAt() < query.to())
        .map(Message::id)
        .toList();
  }
}
