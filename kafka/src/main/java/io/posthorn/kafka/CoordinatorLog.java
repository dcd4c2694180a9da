package io.posthorn.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The log in which the brokers' transaction coordinators record every step of a transaction: the
 * proof of how an earlier transaction of a producer ended.
 *
 * <p>Implementation notes. With transactions v2 each transaction of a producer has its own epoch,
 * so the step "ongoing" with that epoch is the transaction in question, and the next "prepare" of
 * the same id is its outcome. Compaction removes steps from the oldest on; if "ongoing" is there,
 * every later step is there too. Only fields at fixed places are read: they are the same in both
 * versions of the record (TransactionLogKey.json and TransactionLogValue.json of Kafka).
 */
final class CoordinatorLog {
  /** The end of a transaction. */
  enum Outcome {
    COMMITTED,
    ABORTED,
    /** Neither can be shown. */
    UNKNOWN
  }

  static final String TOPIC = "__transaction_state";

  private static final int LATEST_KEY_VERSION = 0;
  private static final int LATEST_VALUE_VERSION = 1;
  private static final byte ONGOING = 1;
  private static final byte PREPARE_COMMIT = 2;
  private static final byte PREPARE_ABORT = 3;

  /** A transaction begins seconds before its last record; the rest is for clocks that differ. */
  private static final long MARGIN_MILLIS = Duration.ofMinutes(10).toMillis();

  private static final Duration POLL = Duration.ofSeconds(1);
  private static final long MOST_NANOS = Duration.ofSeconds(60).toNanos();

  private final Map<String, Object> client;

  /**
   * Creates it.
   *
   * @param client settings of a consumer
   */
  CoordinatorLog(Map<String, Object> client) {
    this.client = new HashMap<>(client);
    this.client.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
  }

  /** A step of a transaction. */
  private record Step(long producer, short epoch, byte status) {
    /** Returns the step in a record of the log, or null if it is of another id. */
    static @Nullable Step of(ConsumerRecord<byte[], byte[]> record, String transactionalId) {
      if (record.key() == null || record.value() == null) {
        return null;
      }
      ByteBuffer key = ByteBuffer.wrap(record.key());
      if (key.getShort() != LATEST_KEY_VERSION) {
        return null;
      }
      byte[] id = new byte[key.getShort()];
      key.get(id);
      if (!new String(id, UTF_8).equals(transactionalId)) {
        return null;
      }
      ByteBuffer value = ByteBuffer.wrap(record.value());
      short version = value.getShort();
      if (version < 0 || version > LATEST_VALUE_VERSION) {
        return null;
      }
      long producer = value.getLong();
      short epoch = value.getShort();
      value.getInt(); // the timeout
      return new Step(producer, epoch, value.get());
    }
  }

  /**
   * Returns how a transaction ended.
   *
   * @param lastMillis when it wrote its last known record
   * @throws TimeoutException if the brokers do not respond
   */
  Outcome outcome(String transactionalId, long producer, int epoch, long lastMillis) {
    try (Consumer<byte[], byte[]> reader = new KafkaConsumer<>(client)) {
      int partitions = reader.partitionsFor(TOPIC).size();
      if (partitions == 0) {
        return Outcome.UNKNOWN;
      }
      TopicPartition log =
          new TopicPartition(TOPIC, Utils.abs(transactionalId.hashCode()) % partitions);
      reader.assign(List.of(log));
      OffsetAndTimestamp from =
          reader.offsetsForTimes(Map.of(log, Math.max(0, lastMillis - MARGIN_MILLIS))).get(log);
      Long end = reader.endOffsets(List.of(log)).get(log);
      if (from == null || end == null) {
        return Outcome.UNKNOWN;
      }
      reader.seek(log, from.offset());
      return read(reader, log, end, new Search(transactionalId, producer, epoch));
    } catch (AuthorizationException | BufferUnderflowException e) {
      return Outcome.UNKNOWN;
    }
  }

  private static Outcome read(
      Consumer<byte[], byte[]> reader, TopicPartition log, long end, Search search) {
    long deadline = System.nanoTime() + MOST_NANOS;
    while (reader.position(log) < end) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        if (search.ends(record)) {
          return search.outcome;
        }
      }
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("Reading " + log + " takes too long.");
      }
    }
    return Outcome.UNKNOWN;
  }

  /** The search for one transaction. */
  private static final class Search {
    private final String transactionalId;
    private final long producer;
    private final int epoch;
    private boolean begun;
    private Outcome outcome = Outcome.UNKNOWN;

    Search(String transactionalId, long producer, int epoch) {
      this.transactionalId = transactionalId;
      this.producer = producer;
      this.epoch = epoch;
    }

    /** Returns whether nothing after this record matters. */
    boolean ends(ConsumerRecord<byte[], byte[]> record) {
      Step step = Step.of(record, transactionalId);
      if (step == null) {
        return false;
      }
      if (!begun) {
        begun = step.producer == producer && step.epoch == epoch && step.status == ONGOING;
        return false;
      }
      outcome =
          switch (step.status) {
            case PREPARE_COMMIT -> Outcome.COMMITTED;
            case PREPARE_ABORT -> Outcome.ABORTED;
            default -> Outcome.UNKNOWN;
          };
      // Each partition that joins the transaction is another step "ongoing".
      return step.status != ONGOING || step.epoch != epoch;
    }
  }
}
