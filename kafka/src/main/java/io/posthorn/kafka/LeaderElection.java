package io.posthorn.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The election of one node for work that only one may do. All nodes are members of a consumer group
 * on a topic of one partition; the group gives the partition to one of them. No record is read.
 *
 * <p>A node that is cut off may consider itself elected for a moment longer, so the work must bear
 * being done twice.
 */
final class LeaderElection implements AutoCloseable {
  /** The group makes progress only while a member polls. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Duration TO_LEAVE = Duration.ofSeconds(2);

  private final Consumer<byte[], byte[]> consumer;
  private volatile boolean elected;

  /**
   * Creates it; {@link #run} joins.
   *
   * @param client settings of a consumer
   * @param topic a topic of one partition
   */
  LeaderElection(Map<String, Object> client, String group, String topic) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, Clients.SESSION_MILLIS);
    settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, Clients.HEARTBEAT_MILLIS);
    consumer = new KafkaConsumer<>(settings);
    consumer.subscribe(List.of(topic));
  }

  /** Returns whether this node was elected in the last round. */
  boolean elected() {
    return elected;
  }

  /** Runs one round, which keeps the membership. */
  synchronized void run() {
    try {
      consumer.poll(elected ? Duration.ZERO : POLL);
      consumer.pause(consumer.assignment());
      elected = !consumer.assignment().isEmpty();
    } catch (InterruptException e) {
      Thread.currentThread().interrupt();
      elected = false;
    }
  }

  /** Leaves the group, so that another node is elected at once. */
  @Override
  public synchronized void close() {
    elected = false;
    consumer.close(CloseOptions.timeout(TO_LEAVE));
  }
}
