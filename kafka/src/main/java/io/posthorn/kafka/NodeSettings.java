package io.posthorn.kafka;

import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a node.
 *
 * @param bootstrapServers bootstrap brokers
 * @param stateDirectory directory of the shards' stores; lost data is restored from the changelogs
 * @param advertisedAddress host and port by which other nodes reach this one
 * @param threads threads that run shards
 * @param standbys standby copies of each shard's store, for quick failover
 * @param placement where copies of shards are placed, and when they move
 * @param storeMemory memory of all stores of the process, in bytes
 * @param backlog the most that a shard may have to process before events for it are refused
 * @param maxClockOffset the largest offset of this node's clock from the brokers'
 * @param history how long ended messages are kept
 * @param eventsPerSecond limit of events in the ingest topic per customer; null for none
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
    Placement placement,
    long storeMemory,
    Backlog backlog,
    Duration maxClockOffset,
    Duration history,
    @Nullable Integer eventsPerSecond,
    Map<String, String> clients) {

  /** The time that a caller waits for the reply to a command. */
  static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);

  /** The time that a stopping node waits for the requests in flight. */
  static final Duration DRAIN = Duration.ofSeconds(5);

  /** Events that may wait for acknowledgement; a single call may exceed it. */
  static final int INTAKE_EVENTS = 20_000;

  /** Their total size in bytes. */
  static final long INTAKE_BYTES = 64L << 20;

  /**
   * The placement of shards and their copies.
   *
   * @param rack the rack or zone of this node: standby copies are placed in others; null for none
   * @param warmups copies that may be built at once so that shards can move to them
   * @param recoveryLag the records by which a copy may lag and still take over
   */
  public record Placement(@Nullable String rack, int warmups, long recoveryLag) {
    public static final Placement DEFAULT = new Placement(null, 2, 10_000);
  }

  /** A limit of a shard's backlog, in records and in bytes. */
  public record Backlog(long records, long bytes) {
    public static final Backlog DEFAULT = new Backlog(100_000, 256L << 20);
  }

  /** Begins settings with defaults for everything else. */
  public static Builder builder(
      String bootstrapServers, Path stateDirectory, String advertisedAddress) {
    return new Builder(bootstrapServers, stateDirectory, advertisedAddress);
  }

  /** A builder of settings. */
  public static final class Builder {
    private final String bootstrapServers;
    private final Path stateDirectory;
    private final String advertisedAddress;
    private TopicNames names = TopicNames.DEFAULT;
    private TopicSettings topics = TopicSettings.DEFAULT;
    private int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8);
    private int standbys = 1;
    private long storeMemory = 256L << 20;
    private Placement placement = Placement.DEFAULT;
    private Backlog backlog = Backlog.DEFAULT;
    private Duration maxClockOffset = Duration.ofSeconds(5);
    private Duration history = Duration.ofDays(30);
    private @Nullable Integer eventsPerSecond;
    private Map<String, String> clients = Map.of();

    private Builder(String bootstrapServers, Path stateDirectory, String advertisedAddress) {
      this.bootstrapServers = bootstrapServers;
      this.stateDirectory = stateDirectory;
      this.advertisedAddress = advertisedAddress;
    }

    public Builder topics(TopicNames prefix, TopicSettings settings) {
      names = prefix;
      topics = settings;
      return this;
    }

    public Builder threads(int count) {
      threads = count;
      return this;
    }

    public Builder standbys(int copies) {
      standbys = copies;
      return this;
    }

    public Builder storeMemory(long bytes) {
      storeMemory = bytes;
      return this;
    }

    public Builder placement(Placement given) {
      placement = given;
      return this;
    }

    public Builder backlog(Backlog most) {
      backlog = most;
      return this;
    }

    public Builder maxClockOffset(Duration largest) {
      maxClockOffset = largest;
      return this;
    }

    public Builder history(Duration kept) {
      history = kept;
      return this;
    }

    public Builder eventsPerSecond(@Nullable Integer limit) {
      eventsPerSecond = limit;
      return this;
    }

    public Builder clients(Map<String, String> settings) {
      clients = settings;
      return this;
    }

    public NodeSettings build() {
      return new NodeSettings(
          bootstrapServers,
          names,
          topics,
          stateDirectory,
          advertisedAddress,
          threads,
          standbys,
          placement,
          storeMemory,
          backlog,
          maxClockOffset,
          history,
          eventsPerSecond,
          clients);
    }
  }
}
