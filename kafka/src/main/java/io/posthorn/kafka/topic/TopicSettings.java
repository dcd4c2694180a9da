package io.posthorn.kafka.topic;

import java.time.Duration;

/**
 * How topics are made where there are none.
 *
 * @param partitions shards of the installation; fixed once the topics are there
 * @param replicationFactor copies of each partition, and the fewest that topics have which are
 *     there already; {@link #AUTOMATIC} is three, or as many as there are brokers if there are
 *     fewer
 * @param maxMessageBytes the largest record: an event of 1 MiB with all that goes with it
 * @param eventsRetention how long the door keeps what came in through it
 * @param attemptsRetention how long attempts can be read by whoever archives them
 */
public record TopicSettings(
    int partitions,
    int replicationFactor,
    int maxMessageBytes,
    Duration eventsRetention,
    Duration attemptsRetention) {
  public static final int AUTOMATIC = 0;

  /** A message's id has room for so many shards, and for a million events a millisecond of each. */
  public static final int MOST_PARTITIONS = 2_048;

  public static final TopicSettings DEFAULT =
      new TopicSettings(12, AUTOMATIC, 4 << 20, Duration.ofDays(7), Duration.ofDays(7));

  public TopicSettings {
    if (partitions < 1 || partitions > MOST_PARTITIONS) {
      throw new TopicsException(
          "kafka.partitions is %d: it must be from 1 to %d."
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
