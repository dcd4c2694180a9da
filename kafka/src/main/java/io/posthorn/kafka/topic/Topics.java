package io.posthorn.kafka.topic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
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
  private static final long TIMEOUT_SECONDS = 30;

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
   * @param copies that topics get, and that those that are there must have
   * @return 32 bits that no other installation on any cluster has: they come from the id that Kafka
   *     gave to the directory's topic when it was made
   * @throws TopicsException where something is wrong, with a sentence that says what
   */
  public int ensure(int copies) {
    List<TopicPlan> plans = TopicPlan.of(names, settings);
    for (TopicPlan plan : plans) {
      if (describe(plan.name()) == null) {
        create(plan, copies);
      }
    }
    plans.forEach(plan -> check(plan, found(plan.name()), copies));
    for (TopicPlan changelog : TopicPlan.changelogs(names, settings)) {
      TopicDescription there = describe(changelog.name());
      if (there != null) {
        check(changelog, there, copies);
      }
    }
    Uuid id = found(names.directory()).topicId();
    return Long.hashCode(id.getMostSignificantBits() * 31 + id.getLeastSignificantBits());
  }

  private void check(TopicPlan plan, TopicDescription there, int copies) {
    TopicFaults.check(plan, there, configuration(plan.name()), copies);
  }

  /** The copies that topics get, the changelogs too. */
  public int replication() {
    return settings.replicationFactor() == TopicSettings.AUTOMATIC
        ? Math.min(3, brokers())
        : settings.replicationFactor();
  }

  /** Those that run now. */
  private int brokers() {
    return await(admin.describeCluster().nodes()).size();
  }

  /** With three copies one broker may be lost and what was acknowledged still lies on another. */
  public static int minInSync(int copies) {
    return copies >= 3 ? 2 : 1;
  }

  private void create(TopicPlan plan, int copies) {
    int brokers = brokers();
    if (copies > brokers) {
      throw new TopicsException(
          "kafka.replication-factor is %d, but there are %d brokers: start more, or lower it."
              .formatted(copies, brokers));
    }
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

  /** A topic made a moment ago may not be known to every broker yet. */
  private TopicDescription found(String name) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
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

  private static <T> T await(@Nullable KafkaFuture<T> answer) {
    if (answer == null) {
      throw new IllegalStateException("a question to the brokers was lost");
    }
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new TopicsException("Kafka says: " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new TopicsException(
          "No broker of kafka.bootstrap-servers answered within %d s: are they running?"
              .formatted(TIMEOUT_SECONDS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TopicsException("The start was interrupted.", e);
    }
  }
}
