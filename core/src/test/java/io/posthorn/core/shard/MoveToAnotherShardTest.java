package io.posthorn.core.shard;

import static io.posthorn.core.shard.ShardsFixture.CUSTOMER;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MoveToAnotherShardTest {
  private final ShardsFixture shards = ShardsFixture.three();
  private final String urlAt0 = shards.url(0, 1);
  private final String urlAt1 = shards.url(1, 2);
  private final String urlAt2 = shards.url(2, 3);
  private final Subscription subscription = shards.subscribe(urlAt0);

  @Test
  void a_waiting_message_keeps_its_id_its_attempts_and_its_schedule() {
    MessageId id = shards.accepted();
    shards.fail();
    Message before = shards.message(id);

    shards.move(subscription, urlAt1);

    Message after = shards.message(id);
    assertThat(after).isEqualTo(before.movedTo(shards.id(urlAt1)));
    shards.pass(Duration.ofMillis(84_799));
    assertThat(shards.inFlight).isEmpty();
    shards.pass(Duration.ofMillis(1));
    ShardsFixture.Request request = shards.sent();
    assertThat(request.shard()).isEqualTo(1);
    assertThat(request.send().ticket().message()).isEqualTo(id);
    assertThat(request.send().ticket().number()).isEqualTo(2);
    assertThat(request.send().target().url().text()).isEqualTo(urlAt1);
    shards.succeed();
    assertThat(shards.attempts(id)).extracting(Attempt::number).containsExactly(1, 2);
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void of_hundreds_of_attempts_the_first_and_the_last_go_along() {
    CircuitRules usual = CircuitRules.DEFAULT;
    CircuitRules lenient =
        new CircuitRules(
            usual.window(),
            1_000, // attempts before the rate counts
            usual.failureRate(),
            usual.disableConsecutive(),
            usual.probeInterval(),
            usual.freezeConsecutive(),
            usual.freezeSinceSuccess(),
            50_000);
    ShardsFixture patient = new ShardsFixture(3, Rules.DEFAULT.withCircuit(lenient));
    Subscription moving = patient.subscribe(patient.url(0, 1));
    MessageId id = patient.accepted();
    patient.fail();
    for (int i = 1; i < 510; i++) { // asked for by a user
      patient.execute(0, new Command.RetryMessage(patient.nextRequest(), CUSTOMER, id));
      patient.settle();
      patient.fail();
    }
    assertThat(recordedAttempts(patient, 0, id)).isEqualTo(510);

    patient.move(moving, patient.url(1, 2));

    List<Integer> numbers = patient.attempts(id).stream().map(Attempt::number).toList();
    assertThat(numbers).hasSize(500).doesNotHaveDuplicates().isSorted();
    assertThat(numbers.subList(0, 100)).endsWith(100);
    assertThat(numbers.subList(100, 500)).startsWith(111).endsWith(510);
    assertThat(patient.message(id).attempts()).isEqualTo(510);
    assertThat(recordedAttempts(patient, 0, id)).isZero();
    assertThat(recordedAttempts(patient, 1, id)).isEqualTo(500);
  }

  private static int recordedAttempts(ShardsFixture shards, int shard, MessageId id) {
    int[] count = {0};
    byte[] from = StoreKeys.attempts(CUSTOMER, id);
    shards.stores.get(shard).scan(from, StoreKeys.endOf(from), (key, value) -> ++count[0] > 0);
    return count[0];
  }

  @Test
  void a_message_in_flight_that_fails_is_tried_again_at_the_new_url() {
    MessageId id = shards.accepted();
    shards.move(subscription, urlAt1);

    shards.fail();
    shards.pass(Duration.ofMillis(84_800));

    assertThat(shards.sent().shard()).isEqualTo(1);
    assertThat(shards.sent().send().ticket().message()).isEqualTo(id);
    shards.succeed();
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(shards.attempts(id)).hasSize(2);
  }

  @Test
  void a_message_in_flight_that_succeeds_is_delivered_where_it_was() {
    MessageId id = shards.accepted();
    shards.move(subscription, urlAt1);

    shards.succeed();
    shards.settle();

    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(shards.message(id).endpoint()).isEqualTo(shards.id(urlAt0));
  }

  @Test
  void a_message_in_flight_when_the_shard_dies_is_repeated_at_the_new_url() {
    MessageId id = shards.accepted();
    shards.move(subscription, urlAt1);

    shards.crash(0);
    shards.settle();

    assertThat(shards.sent().shard()).isEqualTo(1);
    assertThat(shards.sent().send().ticket().message()).isEqualTo(id);
  }

  @Test
  void no_request_starts_to_the_old_url_after_the_reply_to_the_move() {
    for (int i = 0; i < 1_000; i++) {
      shards.post();
    }
    Subscription moved = shards.at(subscription, urlAt1);
    long request = shards.startMove(subscription, moved);
    while (shards.reply(request) == null) {
      shards.take(0);
      shards.take(1);
    }
    int before = shards.effects.size();
    while (!shards.inFlight.isEmpty()) {
      shards.fail();
      shards.settle();
    }

    assertThat(shards.effects.subList(before, shards.effects.size()))
        .extracting(ShardsFixture.Seen::effect)
        .filteredOn(effect -> effect instanceof Effect.Send)
        .isNotEmpty()
        .allSatisfy(
            effect -> assertThat(((Effect.Send) effect).target().url().text()).isEqualTo(urlAt1));
  }

  @Test
  void an_event_that_reaches_the_old_owner_late_is_forwarded() {
    Subscription moved = shards.at(subscription, urlAt1);
    long request = shards.startMove(subscription, moved);
    String event = shards.post(); // matched to the old owner, behind the change
    shards.take(0);
    shards.take(1);
    // The old owner learns of the acceptance first: its log has the event in front of that.
    byte[] record = shards.logs.get(0).removeFirst();
    shards.take(0);
    assertThat(shards.reply(request)).isEqualTo(Reply.DONE);
    shards.logs.get(0).addLast(record);

    shards.settle();

    assertThat(shards.sent().shard()).isEqualTo(1);
    assertThat(shards.sent().send().ticket().message()).isEqualTo(shards.message(1, event, 0));
    assertThat(shards.history(0).eventKey(CUSTOMER, event)).isNull();
  }

  @Test
  void a_late_event_is_merged_with_the_new_owners_part() {
    shards.subscribe(urlAt1);
    Subscription moved = shards.at(subscription, shards.url(1, 4));
    shards.startMove(subscription, moved);
    String event = shards.post();
    shards.take(0);
    shards.take(1); // its own part of the event
    shards.take(1); // the subscription that comes
    byte[] record = shards.logs.get(0).removeFirst();
    shards.take(0);
    shards.logs.get(0).addLast(record);
    shards.logs.get(0).addLast(record); // and once more, which changes nothing

    shards.settle();

    assertThat(shards.inFlight)
        .extracting(sent -> sent.send().ticket().message())
        .containsExactlyInAnyOrder(shards.message(1, event, 0), shards.message(1, event, 1));
  }

  @Test
  void an_identical_one_at_the_new_url_is_refused_and_nothing_has_changed() {
    shards.subscribe(urlAt1);
    long request = shards.startMove(subscription, shards.at(subscription, urlAt1));
    shards.settle();

    assertThat(shards.reply(request)).isInstanceOf(Reply.Conflict.class);
    shards.accepted();
    assertThat(shards.inFlight)
        .extracting(sent -> sent.send().target().url().text())
        .containsExactlyInAnyOrder(urlAt0, urlAt1);
    assertThat(shards.delete(0, subscription)).isEqualTo(Reply.DONE);
  }

  @Test
  void while_it_moves_a_change_or_deletion_is_refused() {
    Subscription moved = shards.at(subscription, urlAt1);
    long move = shards.startMove(subscription, moved);
    long change = shards.startMove(subscription, shards.at(subscription, urlAt2));
    long delete = shards.nextRequest();
    shards.execute(0, new Command.DeleteSubscription(delete, CUSTOMER, subscription.id()));
    shards.take(0);
    shards.crash(0); // the mark outlives the process
    shards.settle();

    assertThat(shards.reply(move)).isEqualTo(Reply.DONE);
    assertThat(shards.reply(change))
        .isInstanceOfSatisfying(
            Reply.Conflict.class, r -> assertThat(r.reason()).contains("being moved"));
    assertThat(shards.reply(delete)).isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void a_change_and_a_deletion_that_reach_the_old_owner_are_forwarded() {
    Subscription moved = shards.move(subscription, urlAt1);
    Subscription again = shards.at(moved, urlAt2);
    long change = shards.nextRequest();

    assertThat(shards.ask(0, change, shards.change(change, moved, again))).isEqualTo(Reply.DONE);
    assertThat(shards.delete(0, again)).isEqualTo(Reply.DONE);
    assertThat(shards.delete(0, again)).isEqualTo(Reply.NOT_FOUND);
    assertThat(shards.delete(1, again)).isEqualTo(Reply.NOT_FOUND);
    assertThat(shards.delete(2, again)).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void messages_follow_a_second_move_and_a_move_back() {
    MessageId id = shards.accepted();
    shards.fail();
    Subscription second = shards.move(shards.move(subscription, urlAt1), urlAt2);
    assertThat(shards.message(id).endpoint()).isEqualTo(shards.id(urlAt2));
    shards.move(second, urlAt0);

    shards.pass(Duration.ofMillis(84_800));

    assertThat(shards.sent().shard()).isEqualTo(0);
    shards.succeed();
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(shards.attempts(id)).hasSize(2);
    assertThat(shards.history(1).event(CUSTOMER, id.event())).isNull();
    assertThat(shards.history(2).event(CUSTOMER, id.event())).isNull();
  }

  @Test
  void a_message_that_arrives_behind_a_deletion_is_cancelled() {
    MessageId id = shards.accepted();
    shards.fail();
    Subscription moved = shards.at(subscription, urlAt1);
    long move = shards.startMove(subscription, moved);
    shards.take(0);
    shards.take(1);
    long delete = shards.nextRequest();
    shards.execute(1, new Command.DeleteSubscription(delete, CUSTOMER, subscription.id()));
    shards.take(1); // before the old owner has handed anything over
    shards.settle();

    assertThat(shards.reply(move)).isEqualTo(Reply.DONE);
    assertThat(shards.reply(delete)).isEqualTo(Reply.DONE);
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.CANCELLED);
    assertThat(shards.message(id).reason()).isEqualTo(EndReason.SUBSCRIPTION_DELETED);
    assertThat(shards.effects(Effect.MessageEnded.class)).hasSize(1);
  }

  @Test
  void a_move_is_on_record_once_and_only_if_it_was_carried_out() {
    shards.subscribe(urlAt2);
    AuditEntry entry = new AuditEntry(1, "who", "from", "subscription.change", CUSTOMER, "", "");
    long refused = shards.nextRequest();
    Command toIdentical = shards.change(refused, subscription, shards.at(subscription, urlAt2));
    shards.ask(0, refused, new Command.Audited(toIdentical, entry));
    assertThat(audited()).isEqualTo(0);

    long carriedOut = shards.nextRequest();
    Subscription moved = shards.at(subscription, urlAt1);
    Command toFree = shards.change(carriedOut, subscription, moved);
    shards.ask(0, carriedOut, new Command.Audited(toFree, entry));
    assertThat(audited()).isEqualTo(1);

    long delete = shards.nextRequest();
    Command command = new Command.DeleteSubscription(delete, CUSTOMER, subscription.id());
    shards.ask(0, delete, new Command.Audited(command, entry)); // the old owner passes it on
    assertThat(audited()).isEqualTo(2);
  }

  private int audited() {
    return shards.stores.stream().mapToInt(s -> new Directory(s).audit(99).size()).sum();
  }

  @Test
  void metrics_follow_the_messages() {
    for (int i = 0; i < 500; i++) {
      shards.post();
    }
    shards.settle();
    long all = shards.waiting(0);
    assertThat(all).isEqualTo(500);

    shards.move(subscription, urlAt1);

    long inFlight = shards.inFlight.stream().filter(request -> request.shard() == 0).count();
    assertThat(shards.waiting(0)).isEqualTo(inFlight);
    assertThat(shards.waiting(1)).isEqualTo(500 - inFlight);
    while (!shards.inFlight.isEmpty()) {
      shards.succeed();
    }
    assertThat(shards.waiting(0)).isZero();
    assertThat(shards.waiting(1)).isZero();
    assertThat(shards.effects(Effect.MessageEnded.class)).hasSize(500);
  }
}
