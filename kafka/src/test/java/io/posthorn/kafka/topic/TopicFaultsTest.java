package io.posthorn.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TopicFaultsTest {
  private static final TopicPlan SHARDS =
      TopicPlan.of(TopicNames.DEFAULT, TopicSettings.DEFAULT.withPartitions(2)).stream()
          .filter(plan -> plan.name().equals(TopicNames.DEFAULT.shards()))
          .findFirst()
          .orElseThrow();

  @Test
  void a_topic_made_as_planned_is_accepted() {
    assertThatCode(() -> check(3, "2", 3, 3)).doesNotThrowAnyException();
    assertThatCode(() -> check(1, "1", 1, 1)).doesNotThrowAnyException();
  }

  @Test
  void more_replicas_than_requested_are_accepted() {
    assertThatCode(() -> check(2, "2", 3, 3)).doesNotThrowAnyException();
  }

  @Test
  void the_partition_with_the_fewest_replicas_counts() {
    assertThatThrownBy(() -> check(3, "1", 3, 2))
        .isInstanceOf(TopicsException.class)
        .hasMessageContaining("replicas per partition are 2, expected 3")
        .hasMessageContaining("set kafka.replication-factor to 2 to accept them");
  }

  @Test
  void three_replicas_need_two_in_sync() {
    assertThatThrownBy(() -> check(3, "1", 3, 3))
        .isInstanceOf(TopicsException.class)
        .hasMessage(
            "Topic posthorn.shards cannot be used: min.insync.replicas is 1, expected"
                + " at least 2. To fix it: kafka-configs.sh --bootstrap-server B --alter --topic"
                + " posthorn.shards --add-config min.insync.replicas=2.");
  }

  /** A topic with one replica that requires two in sync could not be written. */
  @Test
  void one_replica_needs_one_in_sync() {
    assertThatThrownBy(() -> check(3, "1", 1, 1))
        .isInstanceOf(TopicsException.class)
        .hasMessageNotContaining("min.insync.replicas");
  }

  @Test
  void a_topic_that_may_elect_an_unclean_leader_is_refused_unless_it_has_one_replica() {
    assertThatThrownBy(() -> check(3, "2", "true", 3, 3))
        .isInstanceOf(TopicsException.class)
        .hasMessage(
            "Topic posthorn.shards cannot be used: unclean.leader.election.enable is true, expected"
                + " false. To fix it: kafka-configs.sh --bootstrap-server B --alter --topic"
                + " posthorn.shards --add-config unclean.leader.election.enable=false.");
    assertThatCode(() -> check(1, "1", "true", 1, 1)).doesNotThrowAnyException();
  }

  /** Providers of managed brokers do not let users change it. */
  @Test
  void internal_topics_may_need_fewer_in_sync_but_elect_no_unclean_leader() {
    assertThat(internal("1", "false")).isNull();
    assertThat(internal("1", "true"))
        .isEqualTo(
            "Topic __consumer_offsets cannot be used: unclean.leader.election.enable is true,"
                + " expected false. To fix it: kafka-configs.sh --bootstrap-server B --alter"
                + " --topic __consumer_offsets --add-config unclean.leader.election.enable=false.");
  }

  @Test
  void a_setting_that_the_brokers_hide_is_not_a_fault() {
    TopicDescription there = new TopicDescription("__consumer_offsets", true, partitions(3));
    assertThat(TopicFaults.ofInternal(there, new Config(List.of()), 3)).isNull();
  }

  private static @Nullable String internal(String inSync, String unclean) {
    return TopicFaults.ofInternal(
        new TopicDescription("__consumer_offsets", true, partitions(3)),
        new Config(
            List.of(
                new ConfigEntry("min.insync.replicas", inSync),
                new ConfigEntry("unclean.leader.election.enable", unclean))),
        3);
  }

  /** Checks the topic shards with these replicas per partition. */
  private static void check(int asked, String inSync, int... copies) {
    check(asked, inSync, "false", copies);
  }

  private static void check(int asked, String inSync, String unclean, int... copies) {
    Map<String, String> settings = new TreeMap<>(SHARDS.configuration());
    settings.put("min.insync.replicas", inSync);
    settings.put("unclean.leader.election.enable", unclean);
    List<ConfigEntry> entries = new ArrayList<>();
    settings.forEach((key, value) -> entries.add(new ConfigEntry(key, value)));
    TopicFaults.check(
        SHARDS,
        new TopicDescription(SHARDS.name(), false, partitions(copies)),
        new Config(entries),
        asked);
  }

  private static List<TopicPartitionInfo> partitions(int... copies) {
    List<TopicPartitionInfo> partitions = new ArrayList<>();
    for (int i = 0; i < copies.length; i++) {
      List<Node> nodes = Collections.nCopies(copies[i], Node.noNode());
      partitions.add(new TopicPartitionInfo(i, Node.noNode(), nodes, nodes));
    }
    return partitions;
  }
}
