package io.posthorn.kafka.topic;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeFeaturesOptions;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * The requirements on the brokers, apart from the topics of the installation: their version, the
 * transaction protocol, and the internal topics that decide which transactions are committed.
 *
 * <p>An installation that asks for a single replica accepts the loss of its data with the broker,
 * so there each fault is only a warning.
 */
public final class BrokerRequirements {
  private static final Logger LOG = System.getLogger(BrokerRequirements.class.getName());

  private static final String METADATA_VERSION = "metadata.version";
  private static final String TRANSACTION_VERSION = "transaction.version";

  /** The metadata version of Kafka 4.0, as {@code kafka-features.sh version-mapping} shows it. */
  private static final int KAFKA_4_0 = 25;

  /** Every transaction has its own producer epoch, so a late request cannot join the next one. */
  private static final int TRANSACTIONS_V2 = 2;

  private final Admin admin;

  public BrokerRequirements(Admin admin) {
    this.admin = admin;
  }

  /**
   * Checks the brokers.
   *
   * @param copies the replicas that the installation requires
   * @throws TopicsException with one line for each fault, unless it requires only one replica
   */
  public void check(int copies) {
    List<String> faults = faults(copies);
    if (copies > 1 && !faults.isEmpty()) {
      throw new TopicsException(String.join("\n", faults));
    }
    faults.forEach(fault -> LOG.log(Level.WARNING, fault));
  }

  /** One line for each fault. */
  List<String> faults(int copies) {
    List<Node> brokers = List.copyOf(AdminCalls.await(admin.describeCluster().nodes()));
    List<String> faults = new ArrayList<>();
    int transactions = 0;
    for (Node broker : brokers) {
      FeatureMetadata features = features(broker);
      String old = tooOld(broker.id(), metadataVersion(features));
      if (old != null) {
        faults.add(old);
      }
      transactions = Math.max(transactions, transactionVersion(features));
    }
    if (transactions < TRANSACTIONS_V2) {
      faults.add(
          ("%s is %d, expected at least %d. To fix it: kafka-features.sh --bootstrap-server B"
                  + " upgrade --feature %s=%d.")
              .formatted(
                  TRANSACTION_VERSION,
                  transactions,
                  TRANSACTIONS_V2,
                  TRANSACTION_VERSION,
                  TRANSACTIONS_V2));
    }
    for (Internal topic : Internal.values()) {
      try {
        String fault = fault(topic, brokers.getFirst(), copies);
        if (fault != null) {
          faults.add(fault);
        }
      } catch (TopicsException e) {
        if (!(e.getCause() instanceof AuthorizationException)) {
          throw e;
        }
        LOG.log(
            Level.WARNING,
            "Replication of "
                + topic.name
                + " was not checked: allow this node Describe and DescribeConfigs on it.");
      }
    }
    return faults;
  }

  private FeatureMetadata features(Node broker) {
    DescribeFeaturesOptions options = new DescribeFeaturesOptions().nodeId(broker.id());
    return AdminCalls.await(admin.describeFeatures(options).featureMetadata());
  }

  static @Nullable String tooOld(int broker, int metadataVersion) {
    return metadataVersion < KAFKA_4_0
        ? "Broker %d is older than Kafka 4.0: upgrade it.".formatted(broker)
        : null;
  }

  /** The newest metadata that a broker understands, which identifies its version. */
  private static int metadataVersion(FeatureMetadata features) {
    var range = features.supportedFeatures().get(METADATA_VERSION);
    return range == null ? 0 : range.maxVersion();
  }

  /** The transaction protocol in use, the same for all brokers. */
  private static int transactionVersion(FeatureMetadata features) {
    var range = features.finalizedFeatures().get(TRANSACTION_VERSION);
    return range == null ? 0 : range.maxVersionLevel();
  }

  /**
   * An internal topic of the brokers, and the broker settings with which it is created at its first
   * use.
   */
  private enum Internal {
    OFFSETS("__consumer_offsets", "offsets.topic.replication.factor", "min.insync.replicas"),
    TRANSACTIONS(
        "__transaction_state",
        "transaction.state.log.replication.factor",
        "transaction.state.log.min.isr");

    private final String name;
    private final String replication;
    private final String inSync;

    Internal(String name, String replication, String inSync) {
      this.name = name;
      this.replication = replication;
      this.inSync = inSync;
    }
  }

  private @Nullable String fault(Internal topic, Node broker, int copies) {
    TopicDescription there = AdminCalls.topic(admin, topic.name);
    if (there == null) {
      Config settings =
          AdminCalls.configuration(admin, ConfigResource.Type.BROKER, broker.idString());
      return unmade(
          topic,
          Map.of(
              topic.replication,
              value(settings, topic.replication),
              topic.inSync,
              value(settings, topic.inSync)),
          copies);
    }
    return TopicFaults.ofInternal(
        there, AdminCalls.configuration(admin, ConfigResource.Type.TOPIC, topic.name), copies);
  }

  private static int value(Config settings, String key) {
    ConfigEntry entry = settings.get(key);
    return entry == null || entry.value() == null ? 1 : Integer.parseInt(entry.value());
  }

  private static @Nullable String unmade(
      Internal topic, Map<String, Integer> settings, int copies) {
    List<String> wrong = new ArrayList<>();
    require(settings, topic.replication, copies, wrong);
    require(settings, topic.inSync, Topics.minInSync(copies), wrong);
    return wrong.isEmpty()
        ? null
        : "Topic %s does not exist yet and would be created with too few replicas: %s. Change the brokers' settings."
            .formatted(topic.name, String.join("; ", wrong));
  }

  private static void require(
      Map<String, Integer> settings, String key, int least, List<String> wrong) {
    int value = settings.getOrDefault(key, 0);
    if (value < least) {
      wrong.add("%s is %d, expected at least %d".formatted(key, value, least));
    }
  }
}
