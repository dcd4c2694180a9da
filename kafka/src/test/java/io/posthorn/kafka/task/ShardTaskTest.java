package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.store.Table;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.RecordingSender;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShardTaskTest {
  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private TaskFixture fixture;

  @BeforeEach
  void open() {
    fixture = new TaskFixture(directory, Rules.DEFAULT);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_command_gets_its_reply_and_its_effect_is_in_the_directory() {
    fixture.subscribe(1, "TASK");

    List<TestRecord<byte[], byte[]>> replies = fixture.written(TaskFixture.NAMES.replies());
    assertThat(replies).hasSize(1);
    ReplyRecord reply = ReplyRecord.decode(replies.getFirst().key(), replies.getFirst().value());
    assertThat(reply).isEqualTo(new ReplyRecord(1, 0, Reply.DONE));
    assertThat(fixture.directory.subscriptions().all(KafkaSamples.CUSTOMER))
        .containsExactly(KafkaSamples.subscription(1, "TASK"));
  }

  @Test
  void a_deleted_subscription_leaves_the_directory() {
    fixture.subscribe(1, "TASK");
    fixture.execute(
        new Command.DeleteSubscription(
            fixture.nextRequest(),
            KafkaSamples.CUSTOMER,
            KafkaSamples.subscription(1, "TASK").id()));
    assertThat(fixture.directory.subscriptions().all(KafkaSamples.CUSTOMER)).isEmpty();
  }

  @Test
  void customers_keys_and_delivery_pauses_are_in_the_directory() {
    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), "acme"));
    fixture.execute(new Command.PauseDelivery(fixture.nextRequest(), null));
    fixture.execute(new Command.PauseDelivery(fixture.nextRequest(), "acme"));
    var reader = new CustomerReader(fixture.directory);
    assertThat(reader.since("acme")).isNotNull();
    assertThat(reader.allPaused()).isTrue();
    assertThat(reader.paused("acme")).isTrue();
    fixture.execute(new Command.ResumeDelivery(fixture.nextRequest(), null));
    assertThat(reader.allPaused()).isFalse();
  }

  @Test
  void a_delivery_pause_in_the_directory_holds_requests_before_the_shard_knows_of_it() {
    fixture.subscribe(1, "TASK");
    byte[] key = Directory.pauseKey(KafkaSamples.CUSTOMER);
    fixture.directory.apply(key, new byte[] {1});
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.tick();
    assertThat(fixture.sender.waiting()).isZero();

    fixture.directory.apply(key, null);
    fixture.tick();
    assertThat(fixture.sender.waiting()).isEqualTo(1);
    fixture.tick();
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void a_request_held_by_a_delivery_pause_does_not_leave_if_its_message_was_cancelled_meanwhile() {
    fixture.subscribe(1, "TASK");
    byte[] key = Directory.pauseKey(KafkaSamples.CUSTOMER);
    fixture.directory.apply(key, new byte[] {1});
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.tick();
    MessageId message = onlyMessage();
    fixture.execute(
        new Command.CancelMessage(fixture.nextRequest(), KafkaSamples.CUSTOMER, message));

    fixture.directory.apply(key, null);
    fixture.tick();
    fixture.tick();

    assertThat(fixture.sender.waiting()).isZero();
    assertThat(statusOf(message)).isEqualTo(MessageStatus.CANCELLED);
  }

  private MessageId onlyMessage() {
    return fixture
        .history()
        .events(KafkaSamples.CUSTOMER, null, 1)
        .getFirst()
        .messageIds()
        .getFirst();
  }

  private MessageStatus statusOf(MessageId message) {
    return Objects.requireNonNull(fixture.history().message(KafkaSamples.CUSTOMER, message))
        .status();
  }

  @Test
  void nor_if_its_endpoint_was_paused_meanwhile() {
    fixture.subscribe(1, "TASK");
    byte[] key = Directory.pauseKey(KafkaSamples.CUSTOMER);
    fixture.directory.apply(key, new byte[] {1});
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.tick();
    EndpointId endpoint = KafkaSamples.subscription(1, "TASK").endpointId();
    fixture.execute(
        new Command.PauseEndpoint(fixture.nextRequest(), KafkaSamples.CUSTOMER, endpoint));

    fixture.directory.apply(key, null);
    fixture.tick();
    fixture.tick();
    assertThat(fixture.sender.waiting()).isZero();

    fixture.execute(
        new Command.ResumeEndpoint(fixture.nextRequest(), KafkaSamples.CUSTOMER, endpoint));
    fixture.tick();
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void a_message_whose_request_a_delivery_pause_holds_expires_like_the_others() {
    fixture.subscribe(1, "TASK");
    byte[] key = Directory.pauseKey(KafkaSamples.CUSTOMER);
    fixture.directory.apply(key, new byte[] {1});
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.tick();
    fixture.execute(new Command.PauseDelivery(fixture.nextRequest(), KafkaSamples.CUSTOMER));
    fixture.tick();

    fixture.pass(Duration.ofHours(49));
    fixture.tick();

    assertThat(statusOf(onlyMessage())).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.sender.waiting()).isZero();
  }

  @Test
  void a_posted_event_is_sent_retried_at_its_slot_and_delivered() {
    fixture.subscribe(1, "TASK");
    fixture.post(KafkaSamples.event("e1", "TASK"));

    RecordingSender.Request first = fixture.sender.next();
    first.responds(500);
    fixture.tick();
    assertThat(fixture.sender.waiting()).isZero();
    fixture.pass(Duration.ofMillis(84_790));
    assertThat(fixture.sender.waiting()).isZero();
    fixture.pass(Duration.ofMillis(20));
    RecordingSender.Request second = fixture.sender.next();
    assertThat(second.id()).isEqualTo(first.id());
    second.responds(204);
    fixture.tick();

    Message message =
        Objects.requireNonNull(
            fixture.history().message(KafkaSamples.CUSTOMER, second.send().ticket().message()));
    assertThat(message.status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void attempts_and_ends_are_written_for_users() {
    fixture.subscribe(1, "TASK");
    fixture.post(KafkaSamples.event("e1", "TASK"));
    RecordingSender.Request request = fixture.sender.next();
    request.responds(200);
    fixture.tick();

    List<TestRecord<byte[], byte[]>> written = fixture.written(TaskFixture.NAMES.attempts());
    assertThat(written).hasSize(2);
    assertThat(new String(written.getFirst().key(), UTF_8)).isEqualTo(request.id());
    assertThat(new String(written.getFirst().value(), UTF_8))
        .startsWith("{\"type\":\"attempt\",\"customerId\":\"default\"")
        .contains("\"number\":1,\"slot\":0,\"probe\":false")
        .contains("\"status\":200,\"next\":\"delivered\"");
    assertThat(new String(written.getLast().value(), UTF_8))
        .startsWith("{\"type\":\"end\"")
        .contains("\"status\":\"delivered\"");
  }

  @Test
  void the_same_event_id_makes_no_second_message_in_one_record_or_in_two() {
    fixture.subscribe(1, "TASK");
    fixture.post(KafkaSamples.event("e1", "TASK"), KafkaSamples.event("e1", "TASK"));
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.tick();
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void an_event_id_is_taken_for_48_hours_even_if_the_event_is_removed_before() {
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.subscribe(1, "TASK");
    fixture.pass(Duration.ofHours(47));
    assertThat(fixture.history().events(KafkaSamples.CUSTOMER, null, 9)).isEmpty();
    fixture.post(KafkaSamples.event("e1", "TASK"));
    assertThat(fixture.sender.waiting()).isZero();
    fixture.pass(Duration.ofHours(2));
    fixture.tick();
    fixture.post(KafkaSamples.event("e1", "TASK"));
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  /** Its request may have left before the crash. */
  @Test
  void a_record_that_is_read_again_after_a_crash_gives_the_same_message_id() {
    fixture.subscribe(1, "TASK");
    fixture.post(KafkaSamples.event("e1", "TASK"), KafkaSamples.event("e2", "TASK"));
    List<String> before = List.of(fixture.sender.next().id(), fixture.sender.next().id());

    try (TaskFixture other = new TaskFixture(directory.resolve("restored"), Rules.DEFAULT)) {
      other.subscribe(1, "TASK");
      other.tick(); // at another time than before, and not before the record was written
      other.postAt(
          fixture.now(), KafkaSamples.event("e1", "TASK"), KafkaSamples.event("e2", "TASK"));
      assertThat(List.of(other.sender.next().id(), other.sender.next().id())).isEqualTo(before);
    }
  }

  /** A node that reads records again may group them differently. */
  @Test
  void records_in_a_group_give_the_same_message_ids_as_each_alone() {
    Event[] events = {
      KafkaSamples.event("e1", "TASK"),
      KafkaSamples.event("e2", "TASK"),
      KafkaSamples.event("e3", "TASK")
    };
    fixture.subscribe(1, "TASK");
    fixture.postTogether(events);
    List<String> together = ids(fixture);

    try (TaskFixture other = new TaskFixture(directory.resolve("other"), Rules.DEFAULT)) {
      other.subscribe(1, "TASK");
      other.postTogether(events[0], events[1]);
      other.pass(Duration.ofMillis(20));
      other.postTogether(1, fixture.now(), events[1], events[2]); // the second is known
      assertThat(ids(other)).isEqualTo(together).doesNotHaveDuplicates().hasSize(3);
    }
  }

  private static List<String> ids(TaskFixture fixture) {
    List<String> ids = new ArrayList<>();
    while (fixture.sender.waiting() > 0) {
      ids.add(fixture.sender.next().id());
    }
    return ids;
  }

  @Test
  void slot_0_is_the_time_at_which_the_broker_has_the_event() {
    fixture.subscribe(1, "TASK");
    long written = fixture.now();
    fixture.pass(Duration.ofSeconds(30)); // the shard was not running
    fixture.postAt(written, KafkaSamples.event("e1", "TASK"));

    RecordingSender.Request first = fixture.sender.next();
    assertThat(first.send().ticket().message().event().acceptedAt()).isEqualTo(written);
    first.responds(500);
    fixture.tick();
    fixture.pass(Duration.ofMillis(84_800 - 30_000 - 20));
    assertThat(fixture.sender.waiting()).isZero();
    fixture.pass(Duration.ofMillis(20));
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void an_event_of_a_broker_whose_clock_is_ahead_is_sent_at_once() {
    fixture.subscribe(1, "TASK");
    fixture.postAt(fixture.now() + 3_000, KafkaSamples.event("e1", "TASK"));
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void the_ids_of_an_erased_customer_are_forgotten_and_may_come_again() {
    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), KafkaSamples.CUSTOMER));
    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), "other"));
    fixture.post(
        IntStream.range(0, 1_200)
            .mapToObj(i -> KafkaSamples.event("e" + i, "TASK"))
            .toArray(Event[]::new));
    assertThat(takenIds()).isEqualTo(1_200);

    fixture.execute(new Command.EraseCustomer(fixture.nextRequest(), KafkaSamples.CUSTOMER));
    for (int i = 0; i < 100; i++) {
      fixture.tick();
    }

    assertThat(takenIds()).isZero();
    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), KafkaSamples.CUSTOMER));
    fixture.subscribe(1, "TASK");
    fixture.post(KafkaSamples.event("e7", "TASK"), KafkaSamples.event("e7", "TASK"));
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  /** The number of stored entries for taken ids. */
  private int takenIds() {
    int[] count = {0};
    fixture
        .view()
        .scan(
            new byte[] {Table.EVENT_ID.number()},
            new byte[] {(byte) (Table.EVENT_ID.number() + 1)},
            (k, v) -> ++count[0] > 0);
    return count[0];
  }

  @Test
  void an_event_without_a_match_is_kept() {
    fixture.post(KafkaSamples.event("e1", "TASK"));
    EventKey key = Objects.requireNonNull(fixture.history().eventKey(KafkaSamples.CUSTOMER, "e1"));
    EventView event = Objects.requireNonNull(fixture.history().event(KafkaSamples.CUSTOMER, key));
    assertThat(event.messageIds()).isEmpty();
  }

  @Test
  void pausing_an_endpoint_publishes_an_operational_event() {
    fixture.subscribe(1, "TASK");
    fixture.subscribe(2, "POSTHORN_ENDPOINT");
    fixture.execute(
        new Command.PauseEndpoint(
            fixture.nextRequest(),
            KafkaSamples.CUSTOMER,
            KafkaSamples.subscription(1, "TASK").endpointId()));
    fixture.tick();
    RecordingSender.Request operational = fixture.sender.next();
    assertThat(operational.send().event().objCode()).isEqualTo("POSTHORN_ENDPOINT");
    assertThat(operational.send().event().eventType()).isEqualTo("paused");
  }

  @Test
  void no_request_starts_while_the_brokers_are_unreachable() {
    fixture.subscribe(1, "TASK");
    fixture.loseBrokers();
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.tick();
    assertThat(fixture.sender.waiting()).isZero();
    fixture.restoreBrokers();
    fixture.tick();
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void an_idle_shard_polls_rarely_and_a_busy_one_polls_often() {
    fixture.subscribe(1, "TASK");
    fixture.tick();
    assertThat(fixture.rest()).isEqualTo(ShardProcessor.REST);

    fixture.post(KafkaSamples.event("e1", "TASK"));
    assertThat(fixture.rest()).isEqualTo(ShardProcessor.TICK);

    fixture.sender.next().responds(500);
    fixture.tick();
    assertThat(fixture.rest()).isEqualTo(ShardProcessor.REST);
    fixture.pass(Duration.ofMillis(84_790));
    assertThat(fixture.rest()).isLessThan(Duration.ofMillis(30));
  }
}
