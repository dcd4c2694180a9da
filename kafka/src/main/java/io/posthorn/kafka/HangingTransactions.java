package io.posthorn.kafka;

import io.posthorn.kafka.CoordinatorLog.Found;
import io.posthorn.kafka.CoordinatorLog.Outcome;
import io.posthorn.kafka.topic.TopicNames;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of this installation that the brokers failed to end, found and aborted.
 *
 * <p>A coordinator that ends a transaction while a partition has no leader treats the partition as
 * deleted and never writes the end marker there (KAFKA-20734, at least up to 4.3.1). This happens
 * when all brokers with a partition's replicas are down at once, for example a single broker that
 * restarts quickly. Readers of committed records then stop at that transaction forever, and no node
 * can take over the shard.
 *
 * <p>A transaction hangs if its coordinator says it is not open in the partition and the partition,
 * asked afterwards, says it is. Coordinators report that only after writing the markers. By then
 * the coordinator may have begun and ended other transactions of the same producer, so its state
 * alone proves nothing. With transactions v2 each transaction of a producer has its own epoch:
 *
 * <ul>
 *   <li>The coordinator is one epoch ahead: its state is the outcome of the hanging transaction.
 *   <li>It is further ahead: the coordinator's log has the outcome ({@link CoordinatorLog}).
 *   <li>It does not know the producer any more, because epochs were used up (within an hour at ten
 *       transactions a second) or the id expired: the log has the id and the outcome.
 * </ul>
 *
 * <p>Only a transaction that was certainly aborted is aborted here, and only by the elected node.
 * All others are left to an operator, whom one log line gives the command.
 */
final class HangingTransactions {
  private static final Logger LOG = System.getLogger(HangingTransactions.class.getName());

  /**
   * Transactions of shards commit ten times a second, and their coordinator aborts them after 10 s.
   */
  private static final long SUSPICIOUS_AFTER_MILLIS = Duration.ofSeconds(20).toMillis();

  private static final long TIMEOUT_SECONDS = 10;

  private final Admin admin;
  private final Watched watched;
  private final TransactionalIds application;
  private final CoordinatorLog coordinatorLog;
  private final BooleanSupplier elected;
  private final LongSupplier wallMillis;
  private final AtomicLong aborted = new AtomicLong();

  /** The outcomes found so far, of transactions that still hang. */
  private final Map<TransactionStart, Outcome> outcomes = new HashMap<>();

  /** The outcomes, in the coordinators' log, of transactions whose producer they have replaced. */
  private final Map<TransactionStart, Found> replaced = new HashMap<>();

  private final Set<TransactionStart> reported = new HashSet<>();
  private volatile @Nullable String trouble;
  private volatile int unresolved;

  /**
   * The transactions to watch.
   *
   * @param bootstrapServers for the command in the log
   * @param application the application id of this installation
   * @param topics where shards write
   */
  record Watched(String bootstrapServers, String application, Set<String> topics) {}

  /**
   * Watches transactions.
   *
   * @param elected whether this node aborts and reports; the others only look
   */
  HangingTransactions(
      Admin admin,
      Watched watched,
      CoordinatorLog coordinatorLog,
      BooleanSupplier elected,
      LongSupplier wallMillis) {
    this.admin = admin;
    this.watched = watched;
    application = new TransactionalIds(watched.application());
    this.coordinatorLog = coordinatorLog;
    this.elected = elected;
    this.wallMillis = wallMillis;
  }

  /** The identity of a transaction: its first record in a partition. */
  private record TransactionStart(TopicPartition partition, long producer, int epoch, long offset) {
    @Override
    public String toString() {
      return "%s at offset %d".formatted(partition, offset);
    }
  }

  /** An open transaction in a partition. */
  private record Open(TransactionStart start, ProducerState producer) {
    static Open of(TopicPartition partition, ProducerState producer) {
      long offset = producer.currentTransactionStartOffset().orElse(-1);
      return new Open(
          new TransactionStart(partition, producer.producerId(), producer.producerEpoch(), offset),
          producer);
    }
  }

  /**
   * A transaction that its coordinator has ended or replaced.
   *
   * @param coordinator null if the coordinator does not know the producer any more
   */
  private record Hanging(
      Open open, String transactionalId, @Nullable TransactionDescription coordinator) {
    TransactionStart start() {
      return open.start();
    }
  }

  /** The problem that needs an operator, or null. */
  @Nullable String trouble() {
    return trouble;
  }

  /** The hanging transactions that need an operator; 0 unless this node is elected. */
  int unresolved() {
    return unresolved;
  }

  /** The transactions that this node has aborted. */
  long aborted() {
    return aborted.get();
  }

  /** Runs one round; the next one repeats requests that got no response. */
  void run() {
    try {
      boolean here = elected.getAsBoolean();
      List<Hanging> hanging = stillOpen(forgotten(open(partitions())));
      Set<TransactionStart> starts = new HashSet<>();
      hanging.forEach(one -> starts.add(one.start()));
      outcomes.keySet().retainAll(starts);
      reported.retainAll(starts);
      if (here) {
        resolve(hanging);
      } else {
        unresolved = 0;
        trouble = hanging.isEmpty() ? null : "A transaction hangs in " + starts.iterator().next();
      }
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      LOG.log(Level.DEBUG, "Cannot check for hanging transactions now", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void resolve(List<Hanging> hanging) throws InterruptedException {
    String left = null;
    int count = 0;
    for (Hanging one : hanging) {
      String problem =
          switch (outcome(one)) {
            case ABORTED -> abort(one.open());
            case COMMITTED ->
                "A committed transaction hangs in %s, and readers stop there. Aborting it loses its"
                    + " records";
            case OPEN, UNKNOWN ->
                "A transaction hangs in %s, and readers stop there. It cannot be shown that it was"
                    + " aborted; if it was committed, aborting it loses its records";
          };
      if (problem != null) {
        left = report(one.start(), problem.formatted(one.start()));
        count++;
      }
    }
    trouble = left;
    unresolved = count;
  }

  private Outcome outcome(Hanging one) {
    Outcome known = outcomes.get(one.start());
    if (known == null) {
      known = find(one);
      outcomes.put(one.start(), known);
    }
    return known;
  }

  private Outcome find(Hanging one) {
    TransactionDescription coordinator = one.coordinator();
    if (coordinator == null) {
      return replaced.getOrDefault(one.start(), Found.NOTHING).outcome();
    }
    TransactionState state = coordinator.state();
    boolean next = coordinator.producerEpoch() == one.start().epoch() + 1;
    if (next && state == TransactionState.COMPLETE_COMMIT) {
      return Outcome.COMMITTED;
    }
    if (next && state == TransactionState.COMPLETE_ABORT) {
      return Outcome.ABORTED;
    }
    return coordinatorLog.outcome(
        one.transactionalId(),
        one.start().producer(),
        one.start().epoch(),
        one.open().producer().lastTimestamp());
  }

  private Set<TopicPartition> partitions()
      throws ExecutionException, InterruptedException, TimeoutException {
    ListTopicsOptions all = new ListTopicsOptions().listInternal(true);
    Set<String> there = new HashSet<>(get(admin.listTopics(all).names()));
    there.retainAll(watched.topics());
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
          open.add(Open.of(partition, producer));
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
  private List<Hanging> forgotten(List<Open> suspects)
      throws ExecutionException, InterruptedException, TimeoutException {
    replaced.keySet().retainAll(suspects.stream().map(Open::start).toList());
    if (suspects.isEmpty()) {
      return List.of();
    }
    Map<Long, String> ids = new HashMap<>();
    List<Long> producers = suspects.stream().map(one -> one.start().producer()).toList();
    ListTransactionsOptions ofThese = new ListTransactionsOptions().filterProducerIds(producers);
    for (TransactionListing listed : get(admin.listTransactions(ofThese).all())) {
      ids.put(listed.producerId(), listed.transactionalId());
    }
    List<String> ours = ids.values().stream().filter(application::contains).toList();
    var known = get(admin.describeTransactions(ours).all());
    List<Hanging> forgotten = new ArrayList<>();
    for (Open one : suspects) {
      String id = ids.get(one.start().producer());
      if (id == null) {
        addReplaced(one, forgotten);
        continue;
      }
      TransactionDescription transaction = known.get(id);
      if (transaction != null && !transaction.topicPartitions().contains(one.start().partition())) {
        forgotten.add(new Hanging(one, id, transaction));
      }
    }
    return forgotten;
  }

  /** Adds a transaction of a producer that no coordinator knows, if it has ended and is ours. */
  private void addReplaced(Open one, List<Hanging> forgotten) {
    TransactionStart start = one.start();
    Found found = replaced.get(start);
    if (found == null) {
      found = coordinatorLog.find(start.producer(), start.epoch(), one.producer().lastTimestamp());
      if (found.outcome() == Outcome.OPEN) {
        return;
      }
      replaced.put(start, found);
    }
    String id = found.transactionalId();
    // Only this installation writes its own topics, but every application writes offsets.
    boolean ours =
        id == null
            ? !start.partition().topic().equals(TopicNames.CONSUMER_OFFSETS)
            : application.contains(id);
    if (ours) {
      forgotten.add(new Hanging(one, id == null ? "" : id, null));
    }
  }

  private List<Hanging> stillOpen(List<Hanging> hanging)
      throws ExecutionException, InterruptedException, TimeoutException {
    if (hanging.isEmpty()) {
      return List.of();
    }
    Set<TopicPartition> where = new HashSet<>();
    hanging.forEach(one -> where.add(one.start().partition()));
    Set<TransactionStart> now = new HashSet<>();
    open(where).forEach(one -> now.add(one.start()));
    return hanging.stream().filter(one -> now.contains(one.start())).toList();
  }

  /** Reports a transaction once, with the command that ends it. */
  private String report(TransactionStart start, String problem) {
    String sentence =
        ("%s. To abort it: kafka-transactions.sh --bootstrap-server %s abort --topic %s"
                + " --partition %d --start-offset %d; see docs/KAFKA.md, Hanging transactions")
            .formatted(
                problem,
                watched.bootstrapServers(),
                start.partition().topic(),
                start.partition().partition(),
                start.offset());
    if (reported.add(start)) {
      LOG.log(Level.ERROR, sentence);
    }
    return sentence;
  }

  /** Aborts a transaction; returns the problem, or null if that worked. */
  private @Nullable String abort(Open one) throws InterruptedException {
    ProducerState producer = one.producer();
    AbortTransactionSpec spec =
        new AbortTransactionSpec(
            one.start().partition(),
            producer.producerId(),
            (short) producer.producerEpoch(),
            Math.max(0, producer.coordinatorEpoch().orElse(0)));
    try {
      get(admin.abortTransaction(spec).all());
      aborted.incrementAndGet();
      LOG.log(
          Level.WARNING,
          "Aborted a hanging transaction in %s; see KAFKA-20734".formatted(one.start()));
      return null;
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.DEBUG, "Cannot abort a hanging transaction in " + one.start(), e);
      return "An aborted transaction hangs in %s, and this node cannot end it";
    }
  }

  private static <T> T get(KafkaFuture<T> reply)
      throws ExecutionException, InterruptedException, TimeoutException {
    return reply.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
