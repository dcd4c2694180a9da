package io.posthorn.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
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
 * every later step is there too. Only fields at fixed positions are read: they are the same in both
 * versions of the record (TransactionLogKey.json and TransactionLogValue.json of Kafka).
 */
final class CoordinatorLog {
  /** The end of a transaction. */
  enum Outcome {
    COMMITTED,
    ABORTED,
    /** The log has its beginning and no end. */
    OPEN,
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

  /**
   * A transaction in the log.
   *
   * @param transactionalId null if the log does not have the transaction any more
   */
  record Found(@Nullable String transactionalId, Outcome outcome) {
    static final Found NOTHING = new Found(null, Outcome.UNKNOWN);
  }

  /** A step of a transaction. */
  private record Step(String transactionalId, long producer, short epoch, byte status) {
    /** Returns the step in a record of the log, or null if it has none. */
    static @Nullable Step of(ConsumerRecord<byte[], byte[]> record) {
      if (record.key() == null || record.value() == null) {
        return null;
      }
      ByteBuffer key = ByteBuffer.wrap(record.key());
      if (key.getShort() != LATEST_KEY_VERSION) {
        return null;
      }
      byte[] id = new byte[key.getShort()];
      key.get(id);
      ByteBuffer value = ByteBuffer.wrap(record.value());
      short version = value.getShort();
      if (version < 0 || version > LATEST_VALUE_VERSION) {
        return null;
      }
      long producer = value.getLong();
      short epoch = value.getShort();
      value.getInt(); // the timeout
      return new Step(new String(id, UTF_8), producer, epoch, value.get());
    }
  }

  /**
   * Returns how a transaction ended.
   *
   * @param lastMillis when it wrote its last known record
   * @throws TimeoutException if the brokers do not respond
   */
  Outcome outcome(String transactionalId, long producer, int epoch, long lastMillis) {
    return search(new Search(transactionalId, producer, epoch), lastMillis).outcome();
  }

  /**
   * Returns the id of a transaction and how it ended, by its producer, which the coordinator may
   * have replaced since: the last epoch of a producer is followed by another producer.
   *
   * @param lastMillis when it wrote its last known record
   * @throws TimeoutException if the brokers do not respond
   */
  Found find(long producer, int epoch, long lastMillis) {
    return search(new Search(null, producer, epoch), lastMillis);
  }

  private Found search(Search search, long lastMillis) {
    try (Consumer<byte[], byte[]> reader = new KafkaConsumer<>(client)) {
      List<TopicPartition> logs = search.partitions(reader.partitionsFor(TOPIC).size());
      if (logs.isEmpty()) {
        return Found.NOTHING;
      }
      reader.assign(logs);
      long since = Math.max(0, lastMillis - MARGIN_MILLIS);
      Map<TopicPartition, Long> ends = new HashMap<>(reader.endOffsets(logs));
      reader
          .offsetsForTimes(logs.stream().collect(Collectors.toMap(log -> log, log -> since)))
          .forEach(
              (log, from) -> {
                if (from == null) {
                  ends.remove(log); // nothing was written since
                  reader.pause(List.of(log));
                } else {
                  reader.seek(log, from.offset());
                }
              });
      read(reader, ends, search);
      return search.found();
    } catch (AuthorizationException | BufferUnderflowException e) {
      return Found.NOTHING;
    }
  }

  private static void read(
      Consumer<byte[], byte[]> reader, Map<TopicPartition, Long> ends, Search search) {
    long deadline = System.nanoTime() + MOST_NANOS;
    while (ends.entrySet().stream()
        .anyMatch(end -> reader.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        if (search.ends(record)) {
          return;
        }
      }
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("Reading " + TOPIC + " takes too long.");
      }
    }
  }

  /** The search for one transaction. All steps of an id are in one partition, in order. */
  private static final class Search {
    private @Nullable String transactionalId;
    private final long producer;
    private final int epoch;
    private boolean begun;
    private Outcome outcome = Outcome.UNKNOWN;

    /**
     * A search.
     *
     * @param transactionalId null if it is to be found
     */
    Search(@Nullable String transactionalId, long producer, int epoch) {
      this.transactionalId = transactionalId;
      this.producer = producer;
      this.epoch = epoch;
    }

    /** The partitions of the log that may have the transaction. */
    List<TopicPartition> partitions(int all) {
      String id = transactionalId;
      IntStream numbers =
          id == null || all == 0
              ? IntStream.range(0, all)
              : IntStream.of(Utils.abs(id.hashCode()) % all);
      return numbers.mapToObj(number -> new TopicPartition(TOPIC, number)).toList();
    }

    Found found() {
      return begun ? new Found(transactionalId, outcome) : Found.NOTHING;
    }

    /** Returns whether nothing after this record matters. */
    boolean ends(ConsumerRecord<byte[], byte[]> record) {
      Step step = Step.of(record);
      if (step == null
          || (transactionalId != null && !step.transactionalId.equals(transactionalId))) {
        return false;
      }
      if (!begun) {
        if (step.producer == producer && step.epoch == epoch && step.status == ONGOING) {
          begun = true;
          transactionalId = step.transactionalId;
          outcome = Outcome.OPEN;
        }
        return false;
      }
      if (step.status == ONGOING && step.epoch == epoch) {
        return false; // each partition that joins the transaction is another step "ongoing"
      }
      outcome =
          switch (step.status) {
            case PREPARE_COMMIT -> Outcome.COMMITTED;
            case PREPARE_ABORT -> Outcome.ABORTED;
            default -> Outcome.UNKNOWN;
          };
      return true;
    }
  }
}
