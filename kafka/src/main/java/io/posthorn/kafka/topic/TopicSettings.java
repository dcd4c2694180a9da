package io.posthorn.kafka.topic;

import java.time.Duration;

/**
 * The settings of the topics at creation.
 *
 * @param partitions the number of shards; fixed once the topics exist
 * @param replicationFactor replicas of each partition, and the minimum for existing topics; {@link
 *     #AUTOMATIC} is three, or the number of brokers if that is less
 * @param maxMessageBytes the largest record: an event of 1 MiB and its overhead
 * @param eventsRetention retention of the ingest topic
 * @param attemptsRetention retention of the attempts topic
 */
public record TopicSettings(
    int partitions,
    int replicationFactor,
    int maxMessageBytes,
    Duration eventsRetention,
    Duration attemptsRetention) {
  public static final int AUTOMATIC = 0;

  /** The most shards that a message id can name, at a million events per millisecond each. */
  public static final int MOST_PARTITIONS = 2_048;

  public static final TopicSettings DEFAULT =
      new TopicSettings(12, AUTOMATIC, 4 << 20, Duration.ofDays(7), Duration.ofDays(7));

  public TopicSettings {
    if (partitions < 1 || partitions > MOST_PARTITIONS) {
      throw new TopicsException(
          "kafka.partitions is %d; it must be from 1 to %d."
              .formatted(partitions, MOST_PARTITIONS));
    }
  }

  public TopicSettings withPartitions(int count) {
    return new TopicSettings(
        count, replicationFactor, maxMessageBytes, eventsRetention, attemptsRetention);
  }

  public TopicSettings withReplicationFactor(int copies) {
    return new TopicSettings(
        partitions, copies, maxMessageBytes, eventsRetention, attemptsRetention);
  }
}
