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
 * Ends transactions of this installation that the brokers have forgotten to end.
 *
 * <p>A coordinator that ends a transaction while a partition has no leader takes that partition for
 * deleted, and never marks the end there (KAFKA-20734, at least up to 4.3.1). That happens when all
 * brokers with a partition's copies are away at a time, for one that is started again at once.
 * Whoever reads what is committed then stops before that transaction for ever, and no node can take
 * the shard over.
 *
 * <p>A transaction is ended here only if its coordinator says that it is not open in the partition,
 * and the partition, asked after that, that it is. A coordinator says so only after the marks were
 * written, so both can be true at a time only of one that hangs. One that its coordinator committed
 * is left to a person. Where the coordinator has begun another one since, nobody knows any more
 * which it was: timed out, as far as was ever seen, and so it is aborted.
 */
final class HangingTransactions {
  private static final Logger LOG = System.getLogger(HangingTransactions.class.getName());

  /** Ours are committed ten times a second, and aborted by their coordinator after 10 s. */
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
   * Looks after topics.
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

  /** What a person has to know, or null where all is well. */
  @Nullable String trouble() {
    return trouble;
  }

  /** One round; whatever brokers do not answer is asked again in the next. */
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
      LOG.log(Level.DEBUG, "Whether transactions hang cannot be seen now", e);
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

  /** Transactions that are open for longer than any of ours can be. */
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

  /** One partition without a leader must not hide the others. */
  private static List<ProducerState> producers(
      DescribeProducersResult described, TopicPartition partition) throws InterruptedException {
    try {
      return get(described.partitionResult(partition)).activeProducers();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.DEBUG, "Whether transactions hang in " + partition + " cannot be seen now", e);
      return List.of();
    }
  }

  /** Those of which their coordinator knows nothing any more, and which are ours. */
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

  /** It was committed: to abort its rest would lose what was promised to somebody. */
  private void leaveToPerson(Open one) {
    String what =
        "A transaction that was committed hangs in %s from offset %d on; see OPERATIONS"
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
          "A transaction hung in %s from offset %d on, and was aborted: see KAFKA-20734"
              .formatted(one.partition(), one.start()));
    } catch (ExecutionException | TimeoutException e) {
      String what =
          "A transaction hangs in %s from offset %d on, and cannot be aborted from here: %s"
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
