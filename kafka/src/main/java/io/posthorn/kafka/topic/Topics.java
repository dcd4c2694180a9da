package io.posthorn.kafka.topic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** The topics of an installation: creates missing ones and checks existing ones. */
public final class Topics {
  private final Admin admin;
  private final TopicNames names;
  private final TopicSettings settings;

  public Topics(Admin admin, TopicNames names, TopicSettings settings) {
    this.admin = admin;
    this.names = names;
    this.settings = settings;
  }

  /**
   * Ensures that all topics exist with the required configuration.
   *
   * @param copies the replication factor of new topics, and the minimum of existing ones
   * @return 32 bits that identify the installation, derived from the id of the directory topic
   * @throws TopicsException if a topic cannot be used, with one line that says why
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
    TopicFaults.check(
        plan,
        there,
        AdminCalls.configuration(admin, ConfigResource.Type.TOPIC, plan.name()),
        copies);
  }

  /** The replication factor of topics and changelogs. */
  public int replication() {
    return settings.replicationFactor() == TopicSettings.AUTOMATIC
        ? Math.min(3, brokers())
        : settings.replicationFactor();
  }

  /** The number of running brokers. */
  private int brokers() {
    return AdminCalls.await(admin.describeCluster().nodes()).size();
  }

  /** With three replicas, acknowledged records survive the loss of one broker. */
  public static int minInSync(int copies) {
    return copies >= 3 ? 2 : 1;
  }

  private void create(TopicPlan plan, int copies) {
    int brokers = brokers();
    if (copies > brokers) {
      throw new TopicsException(
          "kafka.replication-factor is %d, but the number of running brokers is %d; start more, or lower the setting."
              .formatted(copies, brokers));
    }
    Map<String, String> configuration = new HashMap<>(plan.configuration());
    configuration.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, String.valueOf(minInSync(copies)));
    configuration.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
    NewTopic topic =
        new NewTopic(plan.name(), plan.partitions(), (short) copies).configs(configuration);
    try {
      AdminCalls.await(admin.createTopics(List.of(topic), new CreateTopicsOptions()).all());
    } catch (TopicsException e) {
      if (!(e.getCause() instanceof TopicExistsException)) { // another node has created it
        throw e;
      }
    }
  }

  /** A new topic may not be known to every broker yet. */
  private TopicDescription found(String name) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(AdminCalls.TIMEOUT_SECONDS);
    while (System.nanoTime() < deadline) {
      TopicDescription there = describe(name);
      if (there != null) {
        return there;
      }
      Thread.onSpinWait();
    }
    throw new TopicsException(
        "Topic %s was created, but the brokers do not list it yet. Start again.".formatted(name));
  }

  private @Nullable TopicDescription describe(String name) {
    return AdminCalls.topic(admin, name);
  }
}
