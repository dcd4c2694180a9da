package io.posthorn.kafka.topic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Makes the topics that are missing, and checks those that are there. */
public final class Topics {
  /** Brokers that do not answer for so long are not there. */
  private static final long PATIENCE_SECONDS = 30;

  private final Admin admin;
  private final TopicNames names;
  private final TopicSettings settings;

  public Topics(Admin admin, TopicNames names, TopicSettings settings) {
    this.admin = admin;
    this.names = names;
    this.settings = settings;
  }

  /**
   * Sees to it that all topics are there and as they must be.
   *
   * @return 32 bits that no other installation on any cluster has: they come from the id that Kafka
   *     gave to the directory's topic when it was made
   * @throws TopicsException where something is wrong, with a sentence that says what
   */
  public int ensure() {
    List<TopicPlan> plans = TopicPlan.of(names, settings);
    int copies = replication();
    for (TopicPlan plan : plans) {
      TopicDescription there = describe(plan.name());
      if (there == null) {
        create(plan, copies);
      }
    }
    plans.forEach(this::check);
    Uuid id = found(names.directory()).topicId();
    return Long.hashCode(id.getMostSignificantBits() * 31 + id.getLeastSignificantBits());
  }

  /** The copies that topics get, the changelogs too. */
  public int replication() {
    int brokers = await(admin.describeCluster().nodes()).size();
    if (settings.replicationFactor() == TopicSettings.AUTOMATIC) {
      return Math.min(3, brokers);
    }
    if (settings.replicationFactor() > brokers) {
      throw new TopicsException(
          "kafka.replication-factor is %d, but there are %d brokers: start more, or lower it."
              .formatted(settings.replicationFactor(), brokers));
    }
    return settings.replicationFactor();
  }

  /** With three copies one broker may be lost and what was acknowledged still lies on another. */
  public static int minInSync(int copies) {
    return copies >= 3 ? 2 : 1;
  }

  private void create(TopicPlan plan, int copies) {
    Map<String, String> configuration = new HashMap<>(plan.configuration());
    configuration.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, String.valueOf(minInSync(copies)));
    NewTopic topic =
        new NewTopic(plan.name(), plan.partitions(), (short) copies).configs(configuration);
    try {
      await(admin.createTopics(List.of(topic), new CreateTopicsOptions()).all());
    } catch (TopicsException e) {
      if (!(e.getCause() instanceof TopicExistsException)) { // another node was quicker
        throw e;
      }
    }
  }

  private void check(TopicPlan plan) {
    List<String> wrong = new ArrayList<>();
    TopicDescription there = found(plan.name());
    if (there.partitions().size() != plan.partitions()) {
      wrong.add(
          "it has %d partitions and should have %d"
              .formatted(there.partitions().size(), plan.partitions()));
    }
    Config configuration = configuration(plan.name());
    String policy = value(configuration, TopicConfig.CLEANUP_POLICY_CONFIG);
    if (!policy.equals(plan.policy())) {
      wrong.add("its cleanup.policy is %s and should be %s".formatted(policy, plan.policy()));
    }
    long largest = Long.parseLong(value(configuration, TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
    if (largest < settings.maxMessageBytes()) {
      wrong.add(
          "its max.message.bytes is %d and should be at least %d"
              .formatted(largest, settings.maxMessageBytes()));
    }
    if (!wrong.isEmpty()) {
      throw new TopicsException(
          "The topic %s cannot be used: %s.".formatted(plan.name(), String.join("; ", wrong)));
    }
  }

  /** A topic made a moment ago may not be known to every broker yet. */
  private TopicDescription found(String name) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline) {
      TopicDescription there = describe(name);
      if (there != null) {
        return there;
      }
      Thread.onSpinWait();
    }
    throw new TopicsException("The topic %s was made but cannot be found.".formatted(name));
  }

  private @Nullable TopicDescription describe(String name) {
    try {
      return await(admin.describeTopics(List.of(name)).topicNameValues().get(name));
    } catch (TopicsException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return null;
      }
      throw e;
    }
  }

  private Config configuration(String name) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
    return await(admin.describeConfigs(List.of(resource)).values().get(resource));
  }

  private static String value(Config configuration, String key) {
    ConfigEntry entry = configuration.get(key);
    return entry == null ? "" : entry.value();
  }

  private static <T> T await(@Nullable KafkaFuture<T> answer) {
    if (answer == null) {
      throw new IllegalStateException("a question to the brokers was lost");
    }
    try {
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new TopicsException("Kafka says: " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new TopicsException(
          "No broker of kafka.bootstrap-servers answered within %d s: are they running?"
              .formatted(PATIENCE_SECONDS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TopicsException("The start was interrupted.", e);
    }
  }
}
