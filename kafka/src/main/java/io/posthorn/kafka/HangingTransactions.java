package io.posthorn.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Aborts transactions of this installation that the brokers failed to end.
 *
 * <p>A coordinator that ends a transaction while a partition has no leader treats the partition as
 * deleted and never writes the end marker there (KAFKA-20734, at least up to 4.3.1). This happens
 * when all brokers with a partition's replicas are down at once, for example a single broker that
 * restarts quickly. Readers of committed records then stop at that transaction for ever, and no
 * node can take over the shard.
 *
 * <p>A transaction is aborted only if its coordinator says it is not open in the partition and the
 * partition, asked afterwards, says it is. Coordinators report that only after writing the markers,
 * so both hold only for a hanging transaction. A committed transaction is left to an operator. If
 * the coordinator has since begun another transaction, the outcome of the hanging one is unknown;
 * all observed cases had timed out, so it is aborted.
 */
final class HangingTransactions {
  private static final Logger LOG = System.getLogger(HangingTransactions.class.getName());

  /**
   * Transactions of shards commit ten times a second, and their coordinator aborts them after 10 s.
   */
  private static final long SUSPICIOUS_AFTER_MILLIS = Duration.ofSeconds(20).toMillis();

  private static final long TIMEOUT_SECONDS = 10;
  private static final Set<TransactionState> COMMITTED =
      Set.of(TransactionState.PREPARE_COMMIT, TransactionState.COMPLETE_COMMIT);

  private final Admin admin;
  private final String application;
  private final Set<String> topics;
  private final LongSupplier wallMillis;
  private volatile @Nullable String trouble;

  /**
   * Watches topics.
   *
   * @param application what the ids of this installation's transactions begin with
   * @param topics where shards write
   */
  HangingTransactions(
      Admin admin, String application, Set<String> topics, LongSupplier wallMillis) {
    this.admin = admin;
    this.application = application;
    this.topics = topics;
    this.wallMillis = wallMillis;
  }

  /** An open transaction in a partition. */
  private record Open(TopicPartition partition, ProducerState producer, boolean committed) {
    Open committed(boolean was) {
      return new Open(partition, producer, was);
    }

    boolean isStillIn(List<Open> others) {
      return others.stream()
          .anyMatch(
              other ->
                  other.partition.equals(partition)
                      && other.producer.producerId() == producer.producerId()
                      && other.start() == start());
    }

    long start() {
      return producer.currentTransactionStartOffset().orElse(-1);
    }
  }

  /** The problem that needs an operator, or null. */
  @Nullable String trouble() {
    return trouble;
  }

  /** Runs one round; the next one repeats questions that brokers did not answer. */
  void run() {
    try {
      List<Open> suspects = open(partitions());
      List<Open> hanging = forgotten(suspects);
      Set<TopicPartition> where = new HashSet<>();
      hanging.forEach(one -> where.add(one.partition()));
      List<Open> now = where.isEmpty() ? List.of() : open(where);
      trouble = null;
      for (Open one : hanging) {
        if (one.isStillIn(now) && one.committed()) {
          leaveToPerson(one);
        } else if (one.isStillIn(now)) {
          abort(one);
        }
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.DEBUG, "Cannot check for hanging transactions now", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Set<TopicPartition> partitions()
      throws ExecutionException, InterruptedException, TimeoutException {
    ListTopicsOptions all = new ListTopicsOptions().listInternal(true);
    Set<String> there = new HashSet<>(get(admin.listTopics(all).names()));
    there.retainAll(topics);
    Set<TopicPartition> partitions = new HashSet<>();
    get(admin.describeTopics(there).allTopicNames())
        .forEach(
            (topic, found) ->
                found
                    .partitions()
                    .forEach(one -> partitions.add(new TopicPartition(topic, one.partition()))));
    return partitions;
  }

  /** Transactions that are open longer than any transaction of a shard. */
  private List<Open> open(Set<TopicPartition> partitions)
      throws ExecutionException, InterruptedException, TimeoutException {
    long before = wallMillis.getAsLong() - SUSPICIOUS_AFTER_MILLIS;
    List<Open> open = new ArrayList<>();
    DescribeProducersResult described = admin.describeProducers(partitions);
    for (TopicPartition partition : partitions) {
      for (ProducerState producer : producers(described, partition)) {
        if (producer.currentTransactionStartOffset().isPresent()
            && producer.lastTimestamp() < before) {
          open.add(new Open(partition, producer, false));
        }
      }
    }
    return open;
  }

  /** Skips a partition without a leader instead of failing for all. */
  private static List<ProducerState> producers(
      DescribeProducersResult described, TopicPartition partition) throws InterruptedException {
    try {
      return get(described.partitionResult(partition)).activeProducers();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.DEBUG, "Cannot check for hanging transactions in " + partition + " now", e);
      return List.of();
    }
  }

  /** The transactions of this installation that their coordinator no longer knows. */
  private List<Open> forgotten(List<Open> suspects)
      throws ExecutionException, InterruptedException, TimeoutException {
    if (suspects.isEmpty()) {
      return List.of();
    }
    Map<Long, String> ids = new HashMap<>();
    List<Long> producers = suspects.stream().map(one -> one.producer().producerId()).toList();
    ListTransactionsOptions ofThese = new ListTransactionsOptions().filterProducerIds(producers);
    for (TransactionListing listed : get(admin.listTransactions(ofThese).all())) {
      if (listed.transactionalId().startsWith(application + "-")) {
        ids.put(listed.producerId(), listed.transactionalId());
      }
    }
    var known = get(admin.describeTransactions(ids.values()).all());
    List<Open> forgotten = new ArrayList<>();
    for (Open one : suspects) {
      var transaction = known.get(ids.getOrDefault(one.producer().producerId(), ""));
      if (transaction != null && !transaction.topicPartitions().contains(one.partition())) {
        forgotten.add(one.committed(COMMITTED.contains(transaction.state())));
      }
    }
    return forgotten;
  }

  /** Reports a committed transaction: aborting it would lose acknowledged data. */
  private void leaveToPerson(Open one) {
    String what =
        "A committed transaction hangs in %s at offset %d; see OPERATIONS"
            .formatted(one.partition(), one.start());
    trouble = what;
    LOG.log(Level.ERROR, what);
  }

  private void abort(Open one) throws InterruptedException {
    ProducerState producer = one.producer();
    AbortTransactionSpec spec =
        new AbortTransactionSpec(
            one.partition(),
            producer.producerId(),
            (short) producer.producerEpoch(),
            Math.max(0, producer.coordinatorEpoch().orElse(0)));
    try {
      get(admin.abortTransaction(spec).all());
      LOG.log(
          Level.WARNING,
          "Aborted a hanging transaction in %s at offset %d; see KAFKA-20734"
              .formatted(one.partition(), one.start()));
    } catch (ExecutionException | TimeoutException e) {
      String what =
          "Cannot abort a hanging transaction in %s at offset %d: %s"
              .formatted(one.partition(), one.start(), e.getMessage());
      trouble = what;
      LOG.log(Level.WARNING, what);
    }
  }

  private static <T> T get(KafkaFuture<T> answer)
      throws ExecutionException, InterruptedException, TimeoutException {
    return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
