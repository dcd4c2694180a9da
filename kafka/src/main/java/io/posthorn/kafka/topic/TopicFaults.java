package io.posthorn.kafka.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The faults of an existing topic, and how to fix them.
 *
 * <p>Extra replicas are no fault: with a broker down, fewer are requested than exist.
 */
final class TopicFaults {
  private final TopicPlan plan;
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, String> mend = new TreeMap<>();
  private int fewCopies;

  private TopicFaults(TopicPlan plan) {
    this.plan = plan;
  }

  /**
   * Checks a topic.
   *
   * @param copies the required replicas
   * @throws TopicsException if the topic cannot be used
   */
  static void check(TopicPlan plan, TopicDescription there, Config configuration, int copies) {
    TopicFaults faults = new TopicFaults(plan);
    faults.check(there, copies);
    faults.check(configuration, Topics.minInSync(Math.min(copies, copiesOf(there))));
    if (!faults.wrong.isEmpty()) {
      throw new TopicsException(faults.sentence());
    }
  }

  private static int copiesOf(TopicDescription there) {
    return there.partitions().stream().mapToInt(one -> one.replicas().size()).min().orElse(0);
  }

  private void check(TopicDescription there, int copies) {
    if (there.partitions().size() != plan.partitions()) {
      wrong.add(
          "it has %d partitions, expected %d"
              .formatted(there.partitions().size(), plan.partitions()));
    }
    int has = copiesOf(there);
    if (has < copies) {
      fewCopies = has;
      wrong.add("replicas per partition are %d, expected %d".formatted(has, copies));
    }
  }

  private void check(Config configuration, int inSync) {
    String policy = value(configuration, TopicConfig.CLEANUP_POLICY_CONFIG);
    if (!policy.equals(plan.policy())) {
      wrong(TopicConfig.CLEANUP_POLICY_CONFIG, policy, "", plan.policy());
    }
    atLeast(configuration, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, plan.maxMessageBytes());
    atLeast(configuration, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, inSync);
    for (String key : plan.unlimited()) {
      String limit = value(configuration, key);
      if (!limit.equals(TopicPlan.UNLIMITED)) {
        wrong(key, limit, "", TopicPlan.UNLIMITED);
      }
    }
  }

  private void atLeast(Config configuration, String key, long least) {
    String value = value(configuration, key);
    if (Long.parseLong(value) < least) {
      wrong(key, value, "at least ", String.valueOf(least));
    }
  }

  private void wrong(String key, String is, String how, String should) {
    wrong.add("%s is %s, expected %s%s".formatted(key, is, how, should));
    mend.put(key, should);
  }

  private static String value(Config configuration, String key) {
    ConfigEntry entry = configuration.get(key);
    return entry == null ? "" : entry.value();
  }

  private String sentence() {
    StringBuilder sentence = new StringBuilder("Topic " + plan.name() + " cannot be used: ");
    sentence.append(String.join("; ", wrong)).append('.');
    if (!mend.isEmpty()) {
      List<String> settings = new ArrayList<>();
      mend.forEach((key, value) -> settings.add(key + "=" + value));
      sentence.append(
          " To fix it: kafka-configs.sh --bootstrap-server B --alter --topic %s --add-config %s."
              .formatted(plan.name(), String.join(",", settings)));
    }
    if (fewCopies > 0) {
      sentence.append(
          (" Add replicas to all topics of the installation with kafka-reassign-partitions.sh, or"
                  + " set kafka.replication-factor to %d to accept them.")
              .formatted(fewCopies));
    }
    return sentence.toString();
  }
}
