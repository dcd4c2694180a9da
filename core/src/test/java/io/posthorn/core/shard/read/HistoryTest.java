package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading messages and attempts, also page by page while more arrive. */
final class HistoryTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_message_can_be_read_from_acceptance_on() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    Message message = fixture.message(event);
    assertThat(message.status()).isEqualTo(MessageStatus.WAITING);
    assertThat(message.due()).isEqualTo(ShardFixture.START);
    assertThat(message.endpoint()).isEqualTo(fixture.id(ShardFixture.URL));
    assertThat(fixture.attempts(event)).isEmpty();
  }

  @Test
  void a_failed_attempt_is_kept_with_all_its_fields_and_the_next_step() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.pass(Duration.ofMillis(700));
    byte[] body = "overloaded".getBytes(StandardCharsets.UTF_8);
    Outcome outcome = new Outcome(503, null, 650, "", "1", body);
    fixture.respond(outcome);

    Attempt attempt = fixture.attempts(event).getFirst();
    assertThat(attempt.number()).isEqualTo(1);
    assertThat(attempt.slot()).isZero();
    assertThat(attempt.probe()).isFalse();
    assertThat(attempt.endpoint()).isEqualTo(fixture.id(ShardFixture.URL));
    assertThat(attempt.startedAt()).isEqualTo(ShardFixture.START);
    assertThat(attempt.recordedAt()).isEqualTo(ShardFixture.START + 700);
    assertThat(attempt.outcome().status()).isEqualTo(503);
    assertThat(attempt.outcome().durationMillis()).isEqualTo(650);
    assertThat(attempt.outcome().retryAfter()).isEqualTo("1");
    assertThat(attempt.outcome().responseStart()).isEqualTo(body);
    assertThat(attempt.next()).isEqualTo(MessageStatus.WAITING);
    assertThat(attempt.reason()).isEqualTo(EndReason.NONE);
    assertThat(attempt.nextAt()).isEqualTo(ShardFixture.START + 84_800);
    assertThat(fixture.effects(Effect.AttemptRecorded.class))
        .singleElement()
        .satisfies(e -> assertThat(e.message()).isEqualTo(new MessageId(event, 0)));
  }

  @Test
  void attempts_come_in_their_order_and_the_last_one_says_how_it_ended() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.refuse();
    fixture.pass(Duration.ofMillis(84_800));
    fixture.fail();
    fixture.pass(Duration.ofMinutes(10));
    fixture.succeed();
    assertThat(fixture.attempts(event)).extracting(Attempt::number).containsExactly(1, 2, 3);
    assertThat(fixture.attempts(event)).extracting(Attempt::slot).containsExactly(0, 1, 2);
    assertThat(fixture.attempts(event).getLast().next()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.attempts(event).getLast().nextAt()).isZero();
  }

  @Test
  void other_customers_cannot_see_a_customers_message_event_or_attempts() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();
    MessageId id = new MessageId(event, 0);
    assertThat(fixture.history().message("other", id)).isNull();
    assertThat(fixture.history().event("other", event)).isNull();
    assertThat(fixture.history().attempts("other", id)).isEmpty();
    assertThat(fixture.history().message(ShardFixture.CUSTOMER, new MessageId(event, 1))).isNull();
    assertThat(fixture.history().message(ShardFixture.CUSTOMER, new MessageId(event, -1))).isNull();
  }

  @Test
  void events_are_read_up_to_a_number_or_the_one_that_makes_them_weigh_enough() {
    List<EventKey> newestFirst = fixture.postMany(3).reversed();
    History history = fixture.history();

    History.EventRows all = history.events(ShardFixture.CUSTOMER, null, 0, 10, 1 << 20);
    assertThat(all.rows()).extracting(EventView::key).isEqualTo(newestFirst);
    assertThat(all.more()).isFalse();
    assertThat(history.events(ShardFixture.CUSTOMER, null, 0, 3, 1 << 20).more()).isTrue();
    History.EventRows heavy = history.events(ShardFixture.CUSTOMER, null, 0, 10, 1);
    assertThat(heavy.rows()).extracting(EventView::key).containsOnly(newestFirst.getFirst());
    assertThat(heavy.more()).isTrue();
  }

  @Test
  void pages_are_newest_first_and_stable_while_things_arrive() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(ShardFixture.URL, "*", "UPDATE");
    List<EventKey> events = fixture.postMany(50);
    List<MessageId> expected = new ArrayList<>();
    events
        .reversed()
        .forEach(e -> expected.addAll(List.of(new MessageId(e, 1), new MessageId(e, 0))));

    List<MessageId> found = new ArrayList<>();
    MessageQuery query = MessageListings.query(null, null, null, 7);
    while (query != null) {
      MessagePage page = fixture.history().list(query, message -> false);
      assertThat(page.messages()).hasSizeLessThanOrEqualTo(7);
      page.messages().forEach(message -> found.add(message.id()));
      query = page.next() == null ? null : MessageListings.behind(query, page.next());
      fixture.post(); // something new arrives, and something is delivered
      fixture.succeed();
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void a_page_that_ends_the_listing_has_no_next_one() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(6);
    MessagePage first =
        fixture.history().list(MessageListings.query(null, null, null, 3), m -> false);
    assertThat(first.next()).isNotNull();
    MessagePage all =
        fixture.history().list(MessageListings.query(null, null, null, 6), m -> false);
    assertThat(all.messages()).hasSize(6);
    assertThat(all.next()).isNull();
    assertThat(
            fixture
                .history()
                .list(MessageListings.query(null, null, MessageStatus.DROPPED, 6), m -> false)
                .next())
        .isNull();
  }
}
