package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.RecordingSender;
import java.nio.file.Path;
import java.time.Duration;
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
  private TaskFixture stage;

  @BeforeEach
  void open() {
    stage = new TaskFixture(directory, Rules.DEFAULT);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void a_command_is_answered_and_the_directory_tells_of_what_it_did() {
    stage.subscribe(1, "TASK");

    List<TestRecord<byte[], byte[]>> answers = stage.written(TaskFixture.NAMES.answers());
    assertThat(answers).hasSize(1);
    AnswerRecord answer = AnswerRecord.decode(answers.getFirst().key(), answers.getFirst().value());
    assertThat(answer).isEqualTo(new AnswerRecord(1, 0, Reply.DONE));
    assertThat(stage.directory.subscriptions().all(KafkaSamples.CUSTOMER))
        .containsExactly(KafkaSamples.subscription(1, "TASK"));
  }

  @Test
  void a_deleted_subscription_leaves_the_directory() {
    stage.subscribe(1, "TASK");
    stage.tell(
        new Command.DeleteSubscription(
            stage.nextRequest(), KafkaSamples.CUSTOMER, KafkaSamples.subscription(1, "TASK").id()));
    assertThat(stage.directory.subscriptions().all(KafkaSamples.CUSTOMER)).isEmpty();
  }

  @Test
  void customers_keys_and_the_red_buttons_are_in_the_directory() {
    stage.tell(new Command.PutCustomer(stage.nextRequest(), "acme"));
    stage.tell(new Command.PauseDelivery(stage.nextRequest(), null));
    stage.tell(new Command.PauseDelivery(stage.nextRequest(), "acme"));
    var reader = new CustomerReader(stage.directory);
    assertThat(reader.since("acme")).isNotNull();
    assertThat(reader.allPaused()).isTrue();
    assertThat(reader.paused("acme")).isTrue();
    stage.tell(new Command.ResumeDelivery(stage.nextRequest(), null));
    assertThat(reader.allPaused()).isFalse();
  }

  @Test
  void a_posted_event_is_sent_retried_at_its_slot_and_delivered() {
    stage.subscribe(1, "TASK");
    stage.post(KafkaSamples.event("e1", "TASK"));

    RecordingSender.Request first = stage.sender.next();
    first.answers(500);
    stage.tick();
    assertThat(stage.sender.waiting()).isZero();
    stage.pass(Duration.ofMillis(84_790));
    assertThat(stage.sender.waiting()).isZero();
    stage.pass(Duration.ofMillis(20));
    RecordingSender.Request second = stage.sender.next();
    assertThat(second.id()).isEqualTo(first.id());
    second.answers(204);
    stage.tick();

    Message message =
        Objects.requireNonNull(
            stage.history().message(KafkaSamples.CUSTOMER, second.send().ticket().message()));
    assertThat(message.status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void attempts_and_ends_are_written_for_users() {
    stage.subscribe(1, "TASK");
    stage.post(KafkaSamples.event("e1", "TASK"));
    RecordingSender.Request request = stage.sender.next();
    request.answers(200);
    stage.tick();

    List<TestRecord<byte[], byte[]>> written = stage.written(TaskFixture.NAMES.attempts());
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
    stage.subscribe(1, "TASK");
    stage.post(KafkaSamples.event("e1", "TASK"), KafkaSamples.event("e1", "TASK"));
    stage.post(KafkaSamples.event("e1", "TASK"));
    stage.tick();
    assertThat(stage.sender.waiting()).isEqualTo(1);
  }

  @Test
  void an_event_id_is_taken_for_as_long_as_anything_of_the_event_is_kept() {
    stage.post(KafkaSamples.event("e1", "TASK"));
    stage.subscribe(1, "TASK");
    long kept = Rules.DEFAULT.retry().lifetime() + Rules.DEFAULT.retention().records();
    stage.pass(Duration.ofMillis(kept - 2_000));
    stage.post(KafkaSamples.event("e1", "TASK"));
    assertThat(stage.sender.waiting()).isZero();
    stage.pass(Duration.ofMillis(4_000));
    stage.post(KafkaSamples.event("e1", "TASK"));
    assertThat(stage.sender.waiting()).isEqualTo(1);
  }

  @Test
  void the_ids_of_an_erased_customer_are_forgotten_and_may_come_again() {
    stage.tell(new Command.PutCustomer(stage.nextRequest(), KafkaSamples.CUSTOMER));
    stage.tell(new Command.PutCustomer(stage.nextRequest(), "other"));
    stage.post(
        IntStream.range(0, 1_200)
            .mapToObj(i -> KafkaSamples.event("e" + i, "TASK"))
            .toArray(Event[]::new));
    assertThat(homes()).isEqualTo(2 * 1_200);

    stage.tell(new Command.EraseCustomer(stage.nextRequest(), KafkaSamples.CUSTOMER));
    for (int i = 0; i < 100; i++) {
      stage.tick();
    }

    assertThat(homes()).isZero();
    stage.tell(new Command.PutCustomer(stage.nextRequest(), KafkaSamples.CUSTOMER));
    stage.subscribe(1, "TASK");
    stage.post(KafkaSamples.event("e7", "TASK"), KafkaSamples.event("e7", "TASK"));
    assertThat(stage.sender.waiting()).isEqualTo(1);
  }

  /** What is kept of ids that are taken. */
  private int homes() {
    int[] count = {0};
    stage.view().scan(new byte[] {(byte) 0xE0}, new byte[] {(byte) 0xE3}, (k, v) -> ++count[0] > 0);
    return count[0];
  }

  @Test
  void an_event_that_nobody_wants_is_kept() {
    stage.post(KafkaSamples.event("e1", "TASK"));
    EventKey key = Objects.requireNonNull(stage.history().eventKey(KafkaSamples.CUSTOMER, "e1"));
    StoredEvent event = Objects.requireNonNull(stage.history().event(KafkaSamples.CUSTOMER, key));
    assertThat(event.targets()).isEmpty();
  }

  @Test
  void an_endpoint_that_is_paused_is_news_to_the_others() {
    stage.subscribe(1, "TASK");
    stage.subscribe(2, "POSTHORN_ENDPOINT");
    stage.tell(
        new Command.PauseEndpoint(
            stage.nextRequest(),
            KafkaSamples.CUSTOMER,
            KafkaSamples.subscription(1, "TASK").endpointId()));
    stage.tick();
    RecordingSender.Request news = stage.sender.next();
    assertThat(news.send().event().objCode()).isEqualTo("POSTHORN_ENDPOINT");
    assertThat(news.send().event().eventType()).isEqualTo("paused");
  }

  @Test
  void no_request_starts_while_the_brokers_are_out_of_sight() {
    stage.subscribe(1, "TASK");
    stage.losesBrokers();
    stage.post(KafkaSamples.event("e1", "TASK"));
    stage.tick();
    assertThat(stage.sender.waiting()).isZero();
    stage.findsBrokers();
    stage.tick();
    assertThat(stage.sender.waiting()).isEqualTo(1);
  }

  @Test
  void a_shard_with_nothing_to_do_rests_and_looks_often_for_an_outcome_and_at_a_slot() {
    stage.subscribe(1, "TASK");
    stage.tick();
    assertThat(stage.rest()).isEqualTo(ShardProcessor.REST);

    stage.post(KafkaSamples.event("e1", "TASK"));
    assertThat(stage.rest()).isEqualTo(ShardProcessor.TICK);

    stage.sender.next().answers(500);
    stage.tick();
    assertThat(stage.rest()).isEqualTo(ShardProcessor.REST);
    stage.pass(Duration.ofMillis(84_790));
    assertThat(stage.rest()).isLessThan(Duration.ofMillis(30));
  }
}
