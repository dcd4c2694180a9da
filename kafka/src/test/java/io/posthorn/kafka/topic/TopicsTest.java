package io.posthorn.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TopicsTest {
  private static final TopicSettings SETTINGS = TopicSettings.DEFAULT.withPartitions(3);

  @SuppressWarnings("NullAway.Init")
  private KafkaBroker broker;

  @SuppressWarnings("NullAway.Init")
  private Admin admin;

  @BeforeAll
  void start(@TempDir Path directory) {
    broker = KafkaBroker.start(directory);
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  @AfterAll
  void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void missing_topics_are_created_and_existing_ones_are_kept() throws Exception {
    TopicNames names = new TopicNames("made");
    int first = ensure(names, SETTINGS);
    int second = ensure(names, SETTINGS);

    assertThat(second).isEqualTo(first);
    assertThat(admin.listTopics().names().get())
        .contains(
            "made.events",
            "made.rejected",
            "made.shards",
            "made.directory",
            "made.replies",
            "made.attempts",
            "made.parked",
            "made.heartbeats");
    assertThat(partitions("made.shards")).isEqualTo(3);
    assertThat(partitions("made.directory")).isEqualTo(1);
    assertThat(setting("made.directory", "cleanup.policy")).isEqualTo("compact");
    assertThat(setting("made.shards", "retention.ms")).isEqualTo("-1");
    assertThat(setting("made.shards", "message.timestamp.type")).isEqualTo("LogAppendTime");
    assertThat(setting("made.replies", "retention.ms")).isEqualTo("3600000");
    assertThat(setting("made.replies", "segment.ms")).isEqualTo("3600000");
    assertThat(setting("made.heartbeats", "segment.ms")).isEqualTo("3600000");
    assertThat(setting("made.heartbeats", "message.timestamp.type")).isEqualTo("LogAppendTime");
    assertThat(entry("made.shards", "unclean.leader.election.enable"))
        .returns("false", ConfigEntry::value)
        .returns(ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG, ConfigEntry::source);
    assertThat(setting("made.shards", "max.message.bytes")).isEqualTo("4194304");
    assertThat(setting("made.shards", "min.insync.replicas")).isEqualTo("1");
  }

  @Test
  void two_installations_have_different_numbers() {
    assertThat(ensure(new TopicNames("one"), SETTINGS))
        .isNotEqualTo(ensure(new TopicNames("other"), SETTINGS));
  }

  @Test
  void a_different_number_of_partitions_prevents_the_start() {
    TopicNames names = new TopicNames("fixed");
    ensure(names, SETTINGS);
    assertThatThrownBy(() -> ensure(names, SETTINGS.withPartitions(4)))
        .isInstanceOf(TopicsException.class)
        .hasMessage("Topic fixed.events cannot be used: it has 3 partitions, expected 4.");
  }

  @Test
  void a_directory_topic_without_compaction_prevents_the_start() throws Exception {
    admin.createTopics(List.of(new NewTopic("wrong.directory", 1, (short) 1))).all().get();
    assertThatThrownBy(() -> ensure(new TopicNames("wrong"), SETTINGS))
        .isInstanceOf(TopicsException.class)
        .hasMessageContaining("wrong.directory")
        .hasMessageContaining("cleanup.policy is delete, expected compact")
        .hasMessageContaining("max.message.bytes is 1048588, expected at least 4194304");
  }

  @Test
  void more_replicas_than_brokers_prevent_the_start() {
    TopicSettings three = SETTINGS.withReplicationFactor(3);
    assertThatThrownBy(() -> ensure(new TopicNames("three"), three))
        .isInstanceOf(TopicsException.class)
        .hasMessage(
            "kafka.replication-factor is 3, but the number of running brokers is 1; start more, or lower the setting.");
  }

  @Test
  void topics_with_fewer_replicas_prevent_the_start_unless_configured() {
    TopicNames names = new TopicNames("early");
    ensure(names, SETTINGS);
    assertThatThrownBy(() -> ensure(names, SETTINGS.withReplicationFactor(3)))
        .isInstanceOf(TopicsException.class)
        .hasMessage(
            "Topic early.events cannot be used: replicas per partition are 1, expected 3. Add"
                + " replicas to all topics of the installation with kafka-reassign-partitions.sh,"
                + " or set kafka.replication-factor to 1 to accept them.");
    assertThatCode(() -> ensure(names, SETTINGS.withReplicationFactor(1)))
        .doesNotThrowAnyException();
  }

  @Test
  void a_topic_of_shards_with_retention_or_other_timestamps_prevents_the_start_until_fixed()
      throws Exception {
    TopicNames names = new TopicNames("forgetful");
    Map<String, String> forgets =
        Map.of("max.message.bytes", "4194304", "retention.bytes", "1000000");
    admin
        .createTopics(List.of(new NewTopic("forgetful.shards", 3, (short) 1).configs(forgets)))
        .all()
        .get();
    assertThatThrownBy(() -> ensure(names, SETTINGS))
        .isInstanceOf(TopicsException.class)
        .hasMessage(
            "Topic forgetful.shards cannot be used: message.timestamp.type is CreateTime, expected"
                + " LogAppendTime; retention.bytes is 1000000, expected"
                + " -1; retention.ms is 604800000, expected -1. To fix it:"
                + " kafka-configs.sh --bootstrap-server B --alter --topic forgetful.shards"
                + " --add-config"
                + " message.timestamp.type=LogAppendTime,retention.bytes=-1,retention.ms=-1.");
    set(
        "forgetful.shards",
        Map.of(
            "message.timestamp.type",
            "LogAppendTime",
            "retention.bytes",
            "-1",
            "retention.ms",
            "-1"));
    await().ignoreExceptions().untilAsserted(() -> ensure(names, SETTINGS));
  }

  @Test
  void heartbeats_need_the_time_of_the_brokers() throws Exception {
    Map<String, String> large = Map.of("max.message.bytes", "4194304");
    admin
        .createTopics(List.of(new NewTopic("late.heartbeats", 1, (short) 1).configs(large)))
        .all()
        .get();
    assertThatThrownBy(() -> ensure(new TopicNames("late"), SETTINGS))
        .isInstanceOf(TopicsException.class)
        .hasMessageContaining(
            "late.heartbeats cannot be used: message.timestamp.type is CreateTime, expected"
                + " LogAppendTime.");
  }

  @Test
  void an_existing_changelog_is_checked_too() throws Exception {
    TopicNames names = new TopicNames("logs");
    admin.createTopics(List.of(new NewTopic("logs-state-changelog", 3, (short) 1))).all().get();
    assertThatThrownBy(() -> ensure(names, SETTINGS))
        .isInstanceOf(TopicsException.class)
        .hasMessageContaining("logs-state-changelog")
        .hasMessageContaining("cleanup.policy is delete, expected compact");
  }

  @Test
  void three_replicas_need_two_in_sync_and_fewer_need_one() {
    assertThat(Topics.minInSync(3)).isEqualTo(2);
    assertThat(Topics.minInSync(2)).isEqualTo(1);
    assertThat(Topics.minInSync(1)).isEqualTo(1);
  }

  private int ensure(TopicNames names, TopicSettings settings) {
    Topics topics = new Topics(admin, names, settings);
    return topics.ensure(topics.replication());
  }

  private void set(String topic, Map<String, String> settings) throws Exception {
    List<AlterConfigOp> changes = new ArrayList<>();
    settings.forEach(
        (key, value) ->
            changes.add(new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET)));
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    admin.incrementalAlterConfigs(Map.of(resource, changes)).all().get();
  }

  private int partitions(String topic) throws Exception {
    return Objects.requireNonNull(
            admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic))
        .partitions()
        .size();
  }

  private String setting(String topic, String key) throws Exception {
    return entry(topic, key).value();
  }

  private ConfigEntry entry(String topic, String key) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return Objects.requireNonNull(
            admin.describeConfigs(List.of(resource)).all().get().get(resource))
        .get(key);
  }
}
