package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
  private long jobs;
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
        fixture.respond(Outcome.responded(random.nextInt(3) == 0 ? 404 : 200, 5));
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
    List<Message> all = all();
    for (MessageStatus status : MessageStatus.values()) {
      assertThat(all).as("the history").anyMatch(message -> message.status() == status);
    }
    int found = 0;
    for (MessageSelection selection : selections()) {
      MessageQuery query = new MessageQuery(ShardFixture.CUSTOMER, selection, 7, null);
      List<MessageId> expected = filter(all, selection).stream().map(Message::id).toList();
      assertThat(MessageListings.ids(fixture, query)).as("%s", query).isEqualTo(expected);
      found += expected.size();
    }
    assertThat(found).isGreaterThan(5_000);
  }

  @Test
  void a_replay_and_a_cancellation_select_exactly_what_the_list_shows_with_the_same_filters() {
    List<Message> all = all();
    for (MessageSelection selection : selections()) {
      List<Message> listed = filter(all, selection);
      long ended = listed.stream().filter(message -> message.status().ended()).count();
      assertThat(preview(BulkJob.Action.REPLAY, selection)).as("%s", selection).isEqualTo(ended);
      assertThat(preview(BulkJob.Action.CANCEL, selection))
          .as("%s", selection)
          .isEqualTo(listed.size() - ended);
    }
  }

  private long preview(BulkJob.Action action, MessageSelection selection) {
    BulkJob job = new BulkJob(++jobs, action, ShardFixture.CUSTOMER, selection, true, 0);
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.settle();
    return Objects.requireNonNull(fixture.history().bulk(ShardFixture.CUSTOMER, job.id())).taken();
  }

  /** Every message, newest first. */
  private List<Message> all() {
    List<Message> all = new ArrayList<>();
    for (EventKey event : events.reversed()) {
      for (int ordinal = fixture.stored(event).targets().size() - 1; ordinal >= 0; ordinal--) {
        all.add(fixture.message(new MessageId(event, ordinal)));
      }
    }
    return all;
  }

  private List<MessageSelection> selections() {
    long middle = events.get(70).acceptedAt();
    List<TimeRange> times =
        List.of(
            TimeRange.ALL,
            new TimeRange(middle, TimeRange.END_OF_TIME),
            new TimeRange(0, middle),
            new TimeRange(middle, middle + 1),
            new TimeRange(5, 5));
    List<@Nullable String> outcomes =
        Arrays.asList(null, "success", "failed", "none", "404", "4xx", "503", "timeout");
    List<MessageSelection> selections = new ArrayList<>();
    for (EndpointId endpoint :
        Arrays.asList(null, fixture.id(A), fixture.id(B), fixture.id(B + "moved"))) {
      for (SubscriptionId subscription : subscriptions) {
        for (MessageSelection.Status status : statuses()) {
          for (String objId : Arrays.asList(null, "x", "nowhere")) {
            TimeRange accepted = times.get(selections.size() % times.size());
            TimeRange ended = times.get(selections.size() / times.size() % times.size());
            String outcome = outcomes.get(selections.size() % outcomes.size());
            MessageSelection plain =
                MessageSelection.ALL
                    .withEndpoint(endpoint)
                    .withSubscription(subscription)
                    .withStatus(status)
                    .withEvent(new EventCriteria(null, null, objId));
            selections.add(plain);
            selections.add(plain.withAccepted(accepted));
            selections.add(plain.withEnded(ended));
            selections.add(plain.withAttempted(ended));
            OutcomeFilter had = outcome == null ? null : OutcomeFilter.parse(outcome).orElseThrow();
            selections.add(plain.withOutcome(had));
            selections.add(plain.withOutcome(had).withAttempted(accepted));
          }
        }
      }
    }
    return selections;
  }

  private static List<MessageSelection.@Nullable Status> statuses() {
    List<MessageSelection.@Nullable Status> statuses =
        new ArrayList<>(List.of(MessageSelection.Status.values()));
    statuses.add(null);
    return statuses;
  }

  private List<Message> filter(List<Message> all, MessageSelection wanted) {
    return all.stream()
        .filter(m -> wanted.endpoint() == null || m.endpoint().equals(wanted.endpoint()))
        .filter(
            m -> wanted.subscription() == null || m.subscription().equals(wanted.subscription()))
        .filter(m -> wanted.status() == null || wanted.status().text().equals(status(m)))
        .filter(
            m ->
                wanted.event().objId() == null
                    || wanted
                        .event()
                        .objId()
                        .equals(fixture.stored(m.id().event()).event().objId()))
        .filter(m -> isWithin(m.id().event().acceptedAt(), wanted.accepted()))
        .filter(m -> isWithin(m.endedAt(), wanted.ended()))
        .filter(m -> hadAttempt(m, wanted.attempted(), wanted.outcome()))
        .toList();
  }

  private String status(Message message) {
    boolean flying = !message.status().ended() && MessageListings.inFlight(fixture, message);
    return flying ? "inFlight" : message.status().text();
  }

  /** Returns whether a time is in a range; zero, which stands for no time, is in all times only. */
  private static boolean isWithin(long time, TimeRange range) {
    boolean all = range.from() == 0 && range.to() == TimeRange.END_OF_TIME;
    return all || (time > 0 && time >= range.from() && time < range.to());
  }

  /** Returns whether the last attempt had an outcome or, with times, any attempt within them. */
  private boolean hadAttempt(Message message, TimeRange times, @Nullable OutcomeFilter outcome) {
    List<Attempt> attempts = fixture.history().attempts(ShardFixture.CUSTOMER, message.id());
    boolean atAnyTime = times.from() == 0 && times.to() == TimeRange.END_OF_TIME;
    if (atAnyTime) {
      attempts = attempts.isEmpty() ? attempts : List.of(attempts.getLast());
    }
    String wanted = outcome == null ? null : outcome.text();
    return attempts.stream()
            .filter(attempt -> isWithin(attempt.recordedAt(), times))
            .anyMatch(attempt -> wanted == null || hadStatus(attempt.outcome().status(), wanted))
        || (atAnyTime && attempts.isEmpty() && (wanted == null || wanted.equals("none")));
  }

  private static boolean hadStatus(int status, String wanted) {
    return switch (wanted) {
      case "success" -> status == 200;
      case "failed", "404", "4xx" -> status == 404;
      default -> false;
    };
  }
}
