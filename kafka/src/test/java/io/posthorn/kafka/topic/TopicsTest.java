package io.posthorn.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.kafka.Broker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TopicsTest {
  private static final TopicSettings SETTINGS = TopicSettings.DEFAULT.withPartitions(3);

  @SuppressWarnings("NullAway.Init")
  private Broker broker;

  @SuppressWarnings("NullAway.Init")
  private Admin admin;

  @BeforeAll
  void start(@TempDir Path directory) {
    broker = Broker.start(directory);
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  @AfterAll
  void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void missing_topics_are_made_and_those_that_are_there_are_taken_as_they_are() throws Exception {
    TopicNames names = new TopicNames("made");
    int first = new Topics(admin, names, SETTINGS).ensure();
    int second = new Topics(admin, names, SETTINGS).ensure();

    assertThat(second).isEqualTo(first);
    assertThat(admin.listTopics().names().get())
        .contains(
            "made.events",
            "made.rejected",
            "made.intake",
            "made.shards",
            "made.directory",
            "made.answers",
            "made.attempts");
    assertThat(partitions("made.intake")).isEqualTo(3);
    assertThat(partitions("made.directory")).isEqualTo(1);
    assertThat(setting("made.directory", "cleanup.policy")).isEqualTo("compact");
    assertThat(setting("made.intake", "retention.ms")).isEqualTo("-1");
    assertThat(setting("made.answers", "retention.ms")).isEqualTo("3600000");
    assertThat(setting("made.shards", "max.message.bytes")).isEqualTo("4194304");
    assertThat(setting("made.shards", "min.insync.replicas")).isEqualTo("1");
  }

  @Test
  void two_installations_have_different_numbers() {
    assertThat(new Topics(admin, new TopicNames("one"), SETTINGS).ensure())
        .isNotEqualTo(new Topics(admin, new TopicNames("other"), SETTINGS).ensure());
  }

  @Test
  void another_number_of_partitions_stops_the_start_with_one_line() {
    TopicNames names = new TopicNames("fixed");
    new Topics(admin, names, SETTINGS).ensure();
    assertThatThrownBy(() -> new Topics(admin, names, SETTINGS.withPartitions(4)).ensure())
        .isInstanceOf(TopicsException.class)
        .hasMessage(
            "The topic fixed.events cannot be used: it has 3 partitions and should have 4.");
  }

  @Test
  void a_directory_that_forgets_stops_the_start_and_so_does_too_small_a_record() throws Exception {
    admin.createTopics(List.of(new NewTopic("wrong.directory", 1, (short) 1))).all().get();
    assertThatThrownBy(() -> new Topics(admin, new TopicNames("wrong"), SETTINGS).ensure())
        .isInstanceOf(TopicsException.class)
        .hasMessageContaining("wrong.directory")
        .hasMessageContaining("its cleanup.policy is delete and should be compact")
        .hasMessageContaining("max.message.bytes is 1048588 and should be at least 4194304");
  }

  @Test
  void more_copies_than_brokers_stop_the_start() {
    TopicSettings three = SETTINGS.withReplicationFactor(3);
    assertThatThrownBy(() -> new Topics(admin, new TopicNames("three"), three).ensure())
        .isInstanceOf(TopicsException.class)
        .hasMessage(
            "kafka.replication-factor is 3, but there are 1 brokers: start more, or lower it.");
  }

  @Test
  void three_copies_need_two_in_sync_and_fewer_need_one() {
    assertThat(Topics.minInSync(3)).isEqualTo(2);
    assertThat(Topics.minInSync(2)).isEqualTo(1);
    assertThat(Topics.minInSync(1)).isEqualTo(1);
  }

  private int partitions(String topic) throws Exception {
    return Objects.requireNonNull(
            admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic))
        .partitions()
        .size();
  }

  private String setting(String topic, String key) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return Objects.requireNonNull(
            admin.describeConfigs(List.of(resource)).all().get().get(resource))
        .get(key)
        .value();
  }
}
