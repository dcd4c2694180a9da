package io.posthorn.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs by name only: three brokers take most of a minute to start, and the long run covers them.
 */
@Tag("long-kafka")
final class TopicsOnThreeBrokersTest {
  private static final TopicNames NAMES = TopicNames.DEFAULT;
  private static final TopicSettings SETTINGS = TopicSettings.DEFAULT.withPartitions(1);

  @Test
  void with_one_of_three_away_a_node_finds_its_topics_as_they_must_be(@TempDir Path directory) {
    List<KafkaBroker> brokers = KafkaBroker.cluster(directory, 3);
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", brokers.getFirst().bootstrapServers()))) {
      int made = ensure(admin, SETTINGS);
      assertThat(new BrokerRequirements(admin).faults(3)).isEmpty();

      brokers.getLast().close();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> admin.describeCluster().nodes().get().size() == 2);

      assertThat(ensure(admin, SETTINGS)).isEqualTo(made);
      assertThat(ensure(admin, SETTINGS.withReplicationFactor(3))).isEqualTo(made);
    } finally {
      brokers.forEach(KafkaBroker::close);
    }
  }

  private static int ensure(Admin admin, TopicSettings settings) {
    Topics topics = new Topics(admin, NAMES, settings);
    return topics.ensure(topics.replication());
  }
}
