package io.posthorn.kafka.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * The required configuration of a topic.
 *
 * @param configuration the topic's configuration at creation, without what depends on replication
 */
record TopicPlan(String name, int partitions, Map<String, String> configuration) {
  static final String UNLIMITED = "-1";

  private static final String LOG_APPEND_TIME = "LogAppendTime";

  /** Small segments, so that purged records leave the disk soon. */
  private static final String SEGMENT = String.valueOf(64 << 20);

  /** All topics that nodes create. */
  static List<TopicPlan> of(TopicNames names, TopicSettings settings) {
    int shards = settings.partitions();
    List<TopicPlan> plans = new ArrayList<>();
    plans.add(kept(names.events(), shards, settings.eventsRetention(), settings));
    plans.add(kept(names.rejected(), 1, settings.eventsRetention(), settings));
    plans.add(purged(names.shards(), shards, settings));
    plans.add(compacted(names.directory(), settings));
    plans.add(shortLived(names.replies(), settings));
    plans.add(kept(names.attempts(), shards, settings.attemptsRetention(), settings));
    plans.add(compacted(names.parked(), settings));
    plans.add(heartbeats(names.heartbeats(), settings));
    return plans;
  }

  /** The shards' changelogs, which Kafka Streams creates. */
  static List<TopicPlan> changelogs(TopicNames names, TopicSettings settings) {
    Map<String, String> configuration = base(settings);
    configuration.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    return names.changelogs().stream()
        .map(name -> new TopicPlan(name, settings.partitions(), configuration))
        .toList();
  }

  String policy() {
    return configuration.getOrDefault(
        TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
  }

  int maxMessageBytes() {
    return Integer.parseInt(
        configuration.getOrDefault(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, UNLIMITED));
  }

  /** The timestamps of its records; null if they do not matter. */
  @Nullable String timestamps() {
    return configuration.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
  }

  /** The retention settings that must be unlimited. */
  List<String> unlimited() {
    return configuration.entrySet().stream()
        .filter(entry -> entry.getValue().equals(UNLIMITED))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** A topic with a retention time. */
  private static TopicPlan kept(
      String name, int partitions, Duration retention, TopicSettings settings) {
    Map<String, String> configuration = base(settings);
    configuration.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    configuration.put(TopicConfig.RETENTION_MS_CONFIG, String.valueOf(retention.toMillis()));
    return new TopicPlan(name, partitions, configuration);
  }

  /** A topic that is kept for an hour. Brokers delete whole segments, so these are as short. */
  private static TopicPlan shortLived(String name, TopicSettings settings) {
    Duration hour = Duration.ofHours(1);
    TopicPlan plan = kept(name, 1, hour, settings);
    plan.configuration().put(TopicConfig.SEGMENT_MS_CONFIG, String.valueOf(hour.toMillis()));
    return plan;
  }

  /** A topic whose records get the time of the brokers. */
  private static TopicPlan heartbeats(String name, TopicSettings settings) {
    TopicPlan plan = shortLived(name, settings);
    plan.configuration().put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, LOG_APPEND_TIME);
    return plan;
  }

  /**
   * A topic of accepted records, which are purged only after processing. Their time is that of the
   * brokers: it becomes the time of acceptance of events.
   */
  private static TopicPlan purged(String name, int partitions, TopicSettings settings) {
    Map<String, String> configuration = base(settings);
    configuration.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    configuration.put(TopicConfig.RETENTION_MS_CONFIG, UNLIMITED);
    configuration.put(TopicConfig.RETENTION_BYTES_CONFIG, UNLIMITED);
    configuration.put(TopicConfig.SEGMENT_BYTES_CONFIG, SEGMENT);
    configuration.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, LOG_APPEND_TIME);
    return new TopicPlan(name, partitions, configuration);
  }

  /** A compacted topic, which every node reads completely when it starts. */
  private static TopicPlan compacted(String name, TopicSettings settings) {
    Map<String, String> configuration = base(settings);
    configuration.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    configuration.put(TopicConfig.SEGMENT_BYTES_CONFIG, SEGMENT);
    return new TopicPlan(name, 1, configuration);
  }

  private static Map<String, String> base(TopicSettings settings) {
    Map<String, String> configuration = new TreeMap<>();
    configuration.put(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(settings.maxMessageBytes()));
    return configuration;
  }
}
