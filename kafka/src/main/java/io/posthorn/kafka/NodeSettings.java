package io.posthorn.kafka;

import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How a node finds its brokers, and what it may use.
 *
 * @param bootstrapServers brokers to ask for all others
 * @param stateDirectory where its copies of the shards' stores lie; what is lost there is restored
 * @param advertisedAddress host and port by which other nodes reach this one
 * @param threads that run shards
 * @param standbys copies of each shard's store on other nodes, for a quick take-over
 * @param storeMemory for all stores of the process together
 * @param commandTimeout how long a command may take until its caller is told that it is not known
 * @param drain how long a stopping node waits for the requests in flight
 * @param intakeEvents that may wait to be acknowledged; a single call may always exceed it
 * @param intakeBytes what they may weigh together
 * @param history how long what has ended is kept
 * @param clients handed to every Kafka client as they are: security, timeouts
 */
public record NodeSettings(
    String bootstrapServers,
    TopicNames names,
    TopicSettings topics,
    Path stateDirectory,
    String advertisedAddress,
    int threads,
    int standbys,
    long storeMemory,
    Duration commandTimeout,
    Duration drain,
    int intakeEvents,
    long intakeBytes,
    Duration history,
    Map<String, String> clients) {

  /** Settings with everything else as it is by default. */
  public static NodeSettings of(
      String bootstrapServers, Path stateDirectory, String advertisedAddress) {
    return new NodeSettings(
        bootstrapServers,
        TopicNames.DEFAULT,
        TopicSettings.DEFAULT,
        stateDirectory,
        advertisedAddress,
        Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8),
        1,
        256L << 20,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        20_000,
        64L << 20,
        Duration.ofDays(30),
        Map.of());
  }

  public NodeSettings withTopics(TopicNames prefix, TopicSettings changed) {
    return new NodeSettings(
        bootstrapServers,
        prefix,
        changed,
        stateDirectory,
        advertisedAddress,
        threads,
        standbys,
        storeMemory,
        commandTimeout,
        drain,
        intakeEvents,
        intakeBytes,
        history,
        clients);
  }

  public NodeSettings withShape(int changedThreads, int changedStandbys, long changedMemory) {
    return new NodeSettings(
        bootstrapServers,
        names,
        topics,
        stateDirectory,
        advertisedAddress,
        changedThreads,
        changedStandbys,
        changedMemory,
        commandTimeout,
        drain,
        intakeEvents,
        intakeBytes,
        history,
        clients);
  }

  public NodeSettings withClients(Map<String, String> changed) {
    return new NodeSettings(
        bootstrapServers,
        names,
        topics,
        stateDirectory,
        advertisedAddress,
        threads,
        standbys,
        storeMemory,
        commandTimeout,
        drain,
        intakeEvents,
        intakeBytes,
        history,
        changed);
  }

  public NodeSettings withHistory(Duration changed) {
    return new NodeSettings(
        bootstrapServers,
        names,
        topics,
        stateDirectory,
        advertisedAddress,
        threads,
        standbys,
        storeMemory,
        commandTimeout,
        drain,
        intakeEvents,
        intakeBytes,
        changed,
        clients);
  }
}
