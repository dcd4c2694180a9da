package io.posthorn.kafka;

import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of a node.
 *
 * @param bootstrapServers bootstrap brokers
 * @param stateDirectory directory of the shards' stores; lost data is restored from the changelogs
 * @param advertisedAddress host and port by which other nodes reach this one
 * @param threads threads that run shards
 * @param standbys standby copies of each shard's store, for quick failover
 * @param storeMemory memory of all stores of the process, in bytes
 * @param commandTimeout how long a caller waits for the reply to a command
 * @param drain how long a stopping node waits for the requests in flight
 * @param intakeEvents events that may wait for acknowledgement; a single call may exceed it
 * @param intakeBytes their total size in bytes
 * @param history how long ended messages are kept
 * @param clients passed to every Kafka client unchanged: security, timeouts
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

  /** Settings with defaults for everything else. */
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
