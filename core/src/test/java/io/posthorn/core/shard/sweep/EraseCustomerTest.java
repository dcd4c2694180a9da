package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.url.TargetUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Erasing a customer cancels and removes all its data, and affects no other customer. */
final class EraseCustomerTest {
  private static final String GONE = "gone-customer";

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void nothing_of_it_is_left_and_other_customers_are_untouched() {
    makeAMess();
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.succeedAll();
    EventKey waiting = fixture.post();
    fixture.fail();

    erase();
    fixture.settle();

    assertThat(keys().stream().filter(key -> key.contains(hex(GONE)))).isEmpty();
    fixture.pass(Duration.ofMillis(84_800));
    assertThat(fixture.sent().ticket().message()).isEqualTo(new MessageId(waiting, 0));
    assertThat(MessageListings.ofAll(fixture)).hasSize(2);
    // Keys that begin with an endpoint do not show their customer: with the other one gone as
    // well
    // nothing may be left of either.
    fixture.execute(new Command.EraseCustomer(fixture.nextRequest(), ShardFixture.CUSTOMER));
    fixture.settle();
    assertThat(tables()).containsOnly(Table.META.number());
  }

  @Test
  void while_it_is_being_erased_it_gets_no_key_and_cannot_be_created_again() {
    makeAMess();
    fixture.execute(new Command.EraseCustomer(fixture.nextRequest(), GONE));
    ApiKey key = new ApiKey("key_1", new byte[32], "phk_", "late", Role.MANAGER, GONE, 1, 0);
    assertThat(fixture.execute(new Command.PutKey(fixture.nextRequest(), key)))
        .isInstanceOf(Reply.Conflict.class);
    assertThat(fixture.execute(new Command.PutCustomer(fixture.nextRequest(), GONE)))
        .isInstanceOf(Reply.Conflict.class);
    fixture.settle();
    assertThat(fixture.execute(new Command.PutCustomer(fixture.nextRequest(), GONE)))
        .isEqualTo(Reply.DONE);
  }

  @Test
  void events_for_it_are_refused_after_the_reply_until_all_is_erased_also_after_a_restart() {
    subscribe("https://a.example/", "TASK");
    post(1_000, "TASK");
    erase();
    Event late = fixture.event(GONE, "late", "TASK", "UPDATE", null);
    Event others = fixture.event(ShardFixture.CUSTOMER, "others", "TASK", "UPDATE", null);

    assertThat(offer(late)).isEqualTo(Reply.NOT_FOUND);
    fixture.restart();
    assertThat(offer(late)).isEqualTo(Reply.NOT_FOUND);
    assertThat(offer(others, late)).isEqualTo(Reply.NOT_FOUND);
    assertThat(offer(others)).isInstanceOf(Reply.Accepted.class);
    fixture.settle();
    assertThat(offer(late)).isInstanceOf(Reply.Accepted.class);
  }

  private Reply offer(Event... events) {
    List<MatchedEvent> arrivals = Arrays.stream(events).map(fixture::arrival).toList();
    return fixture.execute(new Command.AcceptEvents(fixture.nextRequest(), arrivals));
  }

  @Test
  void it_continues_after_a_crash_between_any_two_steps() {
    makeAMess();
    List<String> meta = keys().stream().filter(key -> key.startsWith("01")).toList();
    erase();
    for (int i = 0; fixture.busy() && i < 1_000; i++) {
      fixture.restart();
    }
    assertThat(keys()).isEqualTo(meta);
  }

  @Test
  void nothing_is_sent_after_the_reply_and_outcomes_of_requests_in_flight_are_ignored() {
    subscribe("https://a.example/", "TASK");
    post(1_000, "TASK");
    assertThat(fixture.inFlight).hasSize(3);
    fixture.effects.clear();

    erase();
    List<Effect.Send> late = List.copyOf(fixture.inFlight);
    fixture.respond(late.get(0), Outcome.responded(200, 1));
    fixture.settle();
    fixture.respond(late.get(1), Outcome.responded(200, 1));
    fixture.respond(late.get(2), Outcome.responded(500, 1));
    fixture.settle();

    assertThat(fixture.effects(Effect.Send.class)).isEmpty();
    assertThat(keys().stream().filter(key -> key.contains(hex(GONE)))).isEmpty();
    assertThat(tables()).containsOnly(Table.META.number());
  }

  @Test
  void each_of_its_waiting_messages_ends_cancelled() {
    subscribe("https://a.example/", "TASK");
    post(500, "TASK");
    fixture.effects.clear();
    erase();
    fixture.settle();
    assertThat(fixture.effects(Effect.MessageEnded.class))
        .hasSize(500)
        .allSatisfy(e -> assertThat(e.reason()).isEqualTo(EndReason.CUSTOMER_DELETED));
  }

  @Test
  void requests_in_flight_release_their_capacity() {
    ShardFixture small =
        new ShardFixture(
            Rules.DEFAULT.withLimits(DeliveryLimits.DEFAULT.withInFlight(3, 32, 256 << 20)));
    small.create(
        SubscriptionFixture.like(small.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer(GONE)
            .done());
    for (int i = 0; i < 3; i++) {
      small.post(small.event(GONE, "e" + i, "TASK", "UPDATE", null));
    }
    assertThat(small.inFlight).hasSize(3);
    small.inFlight.clear();
    small.execute(new Command.EraseCustomer(small.nextRequest(), GONE));
    small.settle();
    small.subscribe(ShardFixture.URL);
    small.postMany(3);
    assertThat(small.inFlight).hasSize(3);
  }

  @Test
  void it_does_not_scan_erased_entries_repeatedly() {
    subscribe("https://a.example/", "TASK");
    for (int i = 0; i < 10; i++) {
      post(1_000, "TASK");
    }
    fixture.counted.rememberRemains();
    erase();
    fixture.settle();
    assertThat(tables()).containsOnly(Table.META.number());
    assertThat(fixture.counted.remainsVisited()).isLessThan(3 * 10_000);
  }

  @Test
  void it_may_subscribe_again_when_all_is_erased_and_not_before() {
    subscribe("https://a.example/", "TASK");
    fixture.execute(new Command.PauseDelivery(fixture.nextRequest(), GONE));
    post(1_000, "TASK");
    erase();
    Subscription again =
        SubscriptionFixture.like(fixture.draft("https://a.example/", "TASK", "UPDATE"))
            .customer(GONE)
            .done();
    assertThat(fixture.create(again)).isInstanceOf(Reply.Conflict.class);
    fixture.settle();
    assertThat(fixture.create(again)).isEqualTo(Reply.DONE);
    post(1, "TASK");
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void a_customer_whose_name_begins_like_it_is_another() {
    Subscription longer =
        SubscriptionFixture.like(fixture.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer(GONE + "2")
            .done();
    fixture.create(longer);
    EventKey event = fixture.post(fixture.event(GONE + "2", "e", "TASK", "UPDATE", null));
    fixture.inFlight.clear();
    makeAMess();
    erase();
    fixture.settle();
    assertThat(fixture.history().event(GONE + "2", event)).isNotNull();
    assertThat(fixture.anotherShard().subscriptions().get(longer.id())).isNotNull();
  }

  /** Some of everything: all states, listings, sweeps, switches, and what retention noted. */
  private void makeAMess() {
    Subscription one = subscribe("https://a.example/", "TASK");
    subscribe("https://b.example/", "TASK");
    Subscription moved = subscribe("https://c.example/", "PROJ");
    post(10, "TASK");
    for (int i = 0; i < 12; i++) {
      fixture.succeed();
    }
    post(3, "PROJ");
    while (!fixture.inFlight.isEmpty()) {
      fixture.fail();
    }
    post(2, "DOCU"); // unmatched
    fixture.pass(Duration.ofHours(26)); // retention has looked, and noted when to look again
    while (!fixture.inFlight.isEmpty()) {
      fixture.fail();
    }
    cancelOne();
    fixture.execute(
        new Command.PauseEndpoint(
            fixture.nextRequest(), GONE, TargetUrl.parse("https://b.example/").endpointOf(GONE)));
    post(450, "TASK");
    fixture.execute(
        new Command.StartBulk(fixture.nextRequest(), BulkFixture.replay().customer(GONE).job()));
    fixture.settle();
    fixture.execute(
        new Command.StartBulk(fixture.nextRequest(), BulkFixture.replay().customer(GONE).job()));
    fixture.change(
        SubscriptionFixture.like(moved)
            .url("https://d.example/")
            .modified(fixture.now() + 1)
            .done(),
        moved.modifiedAt());
    fixture.execute(new Command.DeleteSubscription(fixture.nextRequest(), GONE, one.id()));
    fixture.inFlight.clear();
  }

  private void cancelOne() {
    EventKey event = fixture.post(fixture.event(GONE, "to-cancel", "PROJ", "UPDATE", null));
    fixture.execute(
        new Command.CancelMessage(fixture.nextRequest(), GONE, new MessageId(event, 0)));
    fixture.fail();
  }

  private void erase() {
    assertThat(fixture.execute(new Command.EraseCustomer(fixture.nextRequest(), GONE)))
        .isEqualTo(Reply.DONE);
  }

  private Subscription subscribe(String url, String objCode) {
    Subscription subscription =
        SubscriptionFixture.like(fixture.draft(url, objCode, "UPDATE")).customer(GONE).done();
    assertThat(fixture.create(subscription)).isEqualTo(Reply.DONE);
    return subscription;
  }

  private void post(int count, String objCode) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(fixture.event(GONE, "e" + fixture.nextRequest(), objCode, "UPDATE", null));
    }
    fixture.postAll(events);
  }

  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    fixture.store.scan(
        new byte[] {0},
        new byte[] {(byte) 0xFF},
        (key, value) -> keys.add(HexFormat.of().formatHex(key)));
    return keys;
  }

  private Set<Byte> tables() {
    Set<Byte> tables = new TreeSet<>();
    fixture.store.scan(
        new byte[] {0},
        new byte[] {(byte) 0xFF},
        (key, value) -> {
          tables.add((byte) new ByteReader(key).u8());
          return true;
        });
    return tables;
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
