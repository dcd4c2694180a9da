package io.posthorn.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.server.common.MetadataVersion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The internal topics exist from their first use on, so the order counts. */
@Tag("thorough")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class BrokerRequirementsTest {
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
  @Order(1)
  void before_their_first_use_the_settings_of_the_internal_topics_count() {
    assertThat(faults(3))
        .containsExactly(
            "Topic __consumer_offsets does not exist yet and would be created with too few"
                + " replicas: offsets.topic.replication.factor is 1, expected at least 3;"
                + " min.insync.replicas is 1, expected at least 2. Change the brokers' settings.",
            "Topic __transaction_state does not exist yet and would be created with too few"
                + " replicas: transaction.state.log.replication.factor is 1, expected at least 3;"
                + " transaction.state.log.min.isr is 1, expected at least 2. Change the brokers'"
                + " settings.");
  }

  @Test
  @Order(2)
  void existing_internal_topics_need_the_replicas_of_the_installation() throws Exception {
    admin.createTopics(List.of(new NewTopic("any", 1, (short) 1))).all().get();
    admin
        .alterConsumerGroupOffsets(
            "any", Map.of(new TopicPartition("any", 0), new OffsetAndMetadata(0)))
        .all()
        .get();
    admin.fenceProducers(List.of("any")).all().get();

    assertThat(faults(3))
        .containsExactly(
            "Topic __consumer_offsets cannot be used: replicas per partition are 1, expected 3. Add"
                + " replicas to it with kafka-reassign-partitions.sh.",
            "Topic __transaction_state cannot be used: replicas per partition are 1, expected 3. Add"
                + " replicas to it with kafka-reassign-partitions.sh.");
    assertThat(faults(1)).isEmpty();
  }

  @Test
  @Order(3)
  void old_transactions_prevent_the_start_unless_there_is_one_replica() throws Exception {
    transactionVersion(1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
    String fault =
        "transaction.version is 1, expected at least 2. To fix it: kafka-features.sh"
            + " --bootstrap-server B upgrade --feature transaction.version=2.";

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(faults(1)).containsExactly(fault));
    assertThatThrownBy(() -> new BrokerRequirements(admin).check(2))
        .isInstanceOf(TopicsException.class)
        .hasMessageStartingWith(fault + "\n");
    assertThatCode(() -> new BrokerRequirements(admin).check(1)).doesNotThrowAnyException();
  }

  @Test
  void brokers_before_kafka_4_are_too_old() {
    assertThat(BrokerRequirements.tooOld(2, MetadataVersion.IBP_3_9_IV0.featureLevel()))
        .isEqualTo("Broker 2 is older than Kafka 4.0: upgrade it.");
    assertThat(BrokerRequirements.tooOld(2, MetadataVersion.IBP_4_0_IV3.featureLevel())).isNull();
  }

  private List<String> faults(int copies) {
    return new BrokerRequirements(admin).faults(copies);
  }

  private void transactionVersion(int level, FeatureUpdate.UpgradeType type) throws Exception {
    admin
        .updateFeatures(
            Map.of("transaction.version", new FeatureUpdate((short) level, type)),
            new UpdateFeaturesOptions())
        .all()
        .get();
  }
}
