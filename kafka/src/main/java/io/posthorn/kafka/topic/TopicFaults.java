package io.posthorn.kafka.topic;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * The faults of an existing topic, and how to fix them.
 *
 * <p>Extra replicas are no fault: with a broker down, fewer are requested than exist.
 */
final class TopicFaults {
  private static final Logger LOG = System.getLogger(TopicFaults.class.getName());

  private final String topic;
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, String> mend = new TreeMap<>();
  private int fewCopies;

  private TopicFaults(String topic) {
    this.topic = topic;
  }

  /**
   * Checks a topic.
   *
   * @param copies the required replicas
   * @throws TopicsException if the topic cannot be used
   */
  static void check(TopicPlan plan, TopicDescription there, Config configuration, int copies) {
    TopicFaults faults = new TopicFaults(plan.name());
    faults.partitions(there, plan.partitions());
    faults.replicas(there, copies);
    faults.settings(configuration, plan);
    faults.inSync(configuration, copies, copiesOf(there));
    faults.cleanElection(configuration, copies);
    if (!faults.wrong.isEmpty()) {
      throw new TopicsException(faults.sentence());
    }
  }

  /**
   * Checks a topic of the brokers themselves: only what committed records rest on. Too few in-sync
   * replicas are only logged, because providers of managed brokers do not let users change them.
   *
   * @return a sentence, or null if there is no fault
   */
  static @Nullable String ofInternal(TopicDescription there, Config configuration, int copies) {
    TopicFaults inSync = new TopicFaults(there.name());
    inSync.inSync(configuration, copies, copiesOf(there));
    if (!inSync.wrong.isEmpty()) {
      LOG.log(Level.WARNING, inSync.internalSentence("should be changed"));
    }
    TopicFaults faults = new TopicFaults(there.name());
    faults.replicas(there, copies);
    faults.cleanElection(configuration, copies);
    return faults.wrong.isEmpty() ? null : faults.internalSentence("cannot be used");
  }

  private static int copiesOf(TopicDescription there) {
    return there.partitions().stream().mapToInt(one -> one.replicas().size()).min().orElse(0);
  }

  private void partitions(TopicDescription there, int expected) {
    if (there.partitions().size() != expected) {
      wrong.add("it has %d partitions, expected %d".formatted(there.partitions().size(), expected));
    }
  }

  private void replicas(TopicDescription there, int copies) {
    int has = copiesOf(there);
    if (has < copies) {
      fewCopies = has;
      wrong.add("replicas per partition are %d, expected %d".formatted(has, copies));
    }
  }

  private void settings(Config configuration, TopicPlan plan) {
    String policy = value(configuration, TopicConfig.CLEANUP_POLICY_CONFIG);
    if (!policy.equals(plan.policy())) {
      wrong(TopicConfig.CLEANUP_POLICY_CONFIG, policy, "", plan.policy());
    }
    atLeast(configuration, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, plan.maxMessageBytes());
    String timestamps = value(configuration, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
    String expected = plan.timestamps();
    if (expected != null && !timestamps.equals(expected)) {
      wrong(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, timestamps, "", expected);
    }
    for (String key : plan.unlimited()) {
      String limit = value(configuration, key);
      if (!limit.equals(TopicPlan.UNLIMITED)) {
        wrong(key, limit, "", TopicPlan.UNLIMITED);
      }
    }
  }

  private void inSync(Config configuration, int copies, int has) {
    atLeast(
        configuration,
        TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
        Topics.minInSync(Math.min(copies, has)));
  }

  /** An unclean election would make a replica the leader that lacks acknowledged records. */
  private void cleanElection(Config configuration, int copies) {
    String unclean = value(configuration, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG);
    if (copies > 1 && unclean.equals("true")) {
      wrong(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, unclean, "", "false");
    }
  }

  private void atLeast(Config configuration, String key, long least) {
    String value = value(configuration, key);
    if (value.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "%s of topic %s was not checked: the brokers hide it".formatted(key, topic));
    } else if (Long.parseLong(value) < least) {
      wrong(key, value, "at least ", String.valueOf(least));
    }
  }

  private void wrong(String key, String is, String how, String should) {
    wrong.add("%s is %s, expected %s%s".formatted(key, is, how, should));
    mend.put(key, should);
  }

  private static String value(Config configuration, String key) {
    ConfigEntry entry = configuration.get(key);
    return entry == null || entry.value() == null ? "" : entry.value();
  }

  private String sentence() {
    StringBuilder sentence = start("cannot be used");
    if (fewCopies > 0) {
      sentence.append(
          (" Add replicas to all topics of the installation with kafka-reassign-partitions.sh, or"
                  + " set kafka.replication-factor to %d to accept them.")
              .formatted(fewCopies));
    }
    return sentence.toString();
  }

  /** Fewer replicas of the installation's own topics would not help a topic of the brokers. */
  private String internalSentence(String verdict) {
    StringBuilder sentence = start(verdict);
    if (fewCopies > 0) {
      sentence.append(" Add replicas to it with kafka-reassign-partitions.sh.");
    }
    return sentence.toString();
  }

  /** The faults, and the command that changes wrong settings. */
  private StringBuilder start(String verdict) {
    StringBuilder sentence = new StringBuilder("Topic %s %s: ".formatted(topic, verdict));
    sentence.append(String.join("; ", wrong)).append('.');
    if (!mend.isEmpty()) {
      List<String> settings = new ArrayList<>();
      mend.forEach((key, value) -> settings.add(key + "=" + value));
      sentence.append(
          " To fix it: kafka-configs.sh --bootstrap-server B --alter --topic %s --add-config %s."
              .formatted(topic, String.join(",", settings)));
    }
    return sentence;
  }
}
