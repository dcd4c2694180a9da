package io.posthorn.kafka.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.task.EventRouter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events for four shards, all of which have a subscription. */
final class EventProducerTest {
  private static final int SHARDS = 4;

  private long nanos;

  private final MockProducer<byte[], byte[]> kafka =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final SubscriptionIndex subscriptions = new SubscriptionIndex();
  private final ShardBacklog backlog =
      new ShardBacklog(SHARDS, 100, 10_000, new HeldRecordCounts(() -> 0));
  private final WaitingMessageCounts waiting = new WaitingMessageCounts(100, SHARDS, () -> nanos);
  private final EventProducer producer =
      new EventProducer(
          kafka,
          "posthorn.shards",
          new EventRouter(new ShardAssignment(SHARDS), subscriptions, null),
          backlog,
          waiting,
          2,
          1 << 20);

  @BeforeEach
  void subscribe() {
    for (int i = 1; i <= 40; i++) {
      subscriptions.put(KafkaSamples.subscription(i, "TASK"));
    }
  }

  @Test
  void an_event_is_written_once_to_each_shard_and_accepted_when_all_are_acknowledged() {
    CompletableFuture<Reply> reply = producer.accept(List.of(KafkaSamples.event("e1", "TASK")));

    assertThat(kafka.history()).extracting(ProducerRecord::partition).containsExactly(0, 1, 2, 3);
    assertThat(CommandCodec.decode(kafka.history().getFirst().value()))
        .isInstanceOfSatisfying(
            Command.AcceptEvents.class, accept -> assertThat(accept.promised()).isTrue());
    for (int i = 0; i < SHARDS; i++) {
      assertThat(reply).isNotDone();
      kafka.completeNext();
    }
    assertThat(((Reply.Accepted) reply.join()).events())
        .extracting(Reply.Receipt::eventId, Reply.Receipt::messages)
        .containsExactly(tuple("e1", Reply.Receipt.UNKNOWN_MESSAGES));
    assertThat(producer.waiting()).isZero();
  }

  @Test
  void if_one_record_fails_the_outcome_is_unknown_and_the_caller_has_to_repeat_the_call() {
    CompletableFuture<Reply> reply = producer.accept(List.of(KafkaSamples.event("e1", "TASK")));
    kafka.completeNext();
    kafka.errorNext(new TimeoutException("no broker"));
    kafka.completeNext();
    kafka.completeNext();

    assertThatThrownBy(reply::join)
        .hasCauseInstanceOf(RefusedException.class)
        .hasMessageContaining("post them again, with the same ids");
    assertThat(producer.waiting()).isZero();
  }

  @Test
  void a_customer_whose_waiting_messages_on_all_nodes_reach_the_limit_gets_no_more_for_now() {
    assertThat(waiting.least()).isEqualTo(2);
    waiting.reported("one", waiting.encode(new TreeMap<>(Map.of(KafkaSamples.CUSTOMER, 60L))));
    waiting.reported("two", waiting.encode(new TreeMap<>(Map.of("acme", 100L))));
    assertThat(producer.accept(List.of(KafkaSamples.event("e1", "TASK")))).isNotDone();
    while (producer.waiting() > 0) {
      kafka.completeNext();
    }

    nanos += Duration.ofSeconds(4).toNanos();
    waiting.reported("two", waiting.encode(new TreeMap<>(Map.of(KafkaSamples.CUSTOMER, 40L))));
    assertThat(producer.accept(List.of(KafkaSamples.event("e2", "TASK"))))
        .isCompletedWithValue(new Reply.OverLimit(KafkaSamples.CUSTOMER, 100));
    assertThat(producer.accept(List.of(KafkaSamples.event("e3", "UNMATCHED")))).isNotDone();
    kafka.completeNext();

    nanos += Duration.ofSeconds(2).toNanos(); // node one is gone
    assertThat(producer.accept(List.of(KafkaSamples.event("e4", "TASK")))).isNotDone();
  }

  @Test
  void events_for_a_shard_that_cannot_keep_up_are_refused_and_those_for_others_are_not() {
    subscriptions.put(KafkaSamples.subscription(41, "ONE"));
    var one = KafkaSamples.event("e1", "ONE");
    var _ = producer.accept(List.of(one));
    int full = kafka.history().getFirst().partition();
    kafka.completeNext();
    long[] ends = new long[SHARDS];
    ends[full] = 100;
    backlog.counted(0, backlog.written(), ends, new long[SHARDS]);

    assertThatThrownBy(() -> producer.accept(List.of(one)))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL));
    assertThat(producer.waiting()).isZero();
    assertThat(kafka.history()).hasSize(1);

    int other = 42;
    while (true) {
      subscriptions.put(KafkaSamples.subscription(other, "T" + other));
      int before = kafka.history().size();
      try {
        var _ = producer.accept(List.of(KafkaSamples.event("e2", "T" + other)));
        assertThat(kafka.history().get(before).partition()).isNotEqualTo(full);
        break;
      } catch (RefusedException e) {
        other++; // its endpoint belongs to the same shard
      }
    }
  }

  @Test
  void a_call_is_refused_while_too_many_events_wait_unless_nothing_else_does() {
    var first =
        producer.accept(
            List.of(
                KafkaSamples.event("e1", "TASK"),
                KafkaSamples.event("e2", "TASK"),
                KafkaSamples.event("e3", "TASK")));
    assertThat(first).isNotDone();

    assertThatThrownBy(() -> producer.accept(List.of(KafkaSamples.event("e4", "TASK"))))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL));
    assertThat(producer.waiting()).isEqualTo(3);
  }
}
