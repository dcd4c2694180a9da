package io.posthorn.app.boot;

import io.posthorn.engine.TimeSource;
import io.posthorn.engine.error.StartException;
import io.posthorn.kafka.InstallationKey;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.kafka.NodeSettings;
import io.posthorn.kafka.ParkedTopic;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import io.posthorn.server.secrets.EncryptionKeys;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.tls.PeerTrust;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The start of the Kafka engine, and of tools for its topics, from the settings. */
public final class KafkaStart {
  private KafkaStart() {}

  static KafkaEngine open(EngineDependencies dependencies) {
    return new KafkaEngine(
        port -> settings(dependencies.settings(), dependencies.directory(), port),
        dependencies.rules(),
        dependencies.sender(),
        dependencies.listener(),
        TimeSource.SYSTEM,
        new SharedKey(dependencies.box()),
        trust(dependencies.settings()));
  }

  /** The keys of a node, which a restart replaces. */
  static EncryptionKeys keys(KafkaEngine engine) {
    return new EncryptionKeys() {
      @Override
      public void reload() {
        // Sessions and calls between nodes use the keys of the start.
      }

      @Override
      public boolean needsPrevious() {
        return engine.needsPreviousKey();
      }

      @Override
      public void retirePrevious() throws IOException {
        try {
          engine.retirePreviousKeys();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("interrupted");
        }
      }
    };
  }

  private static @Nullable SSLContext trust(Settings settings) {
    CertificateFiles files = settings.http().tls();
    return files == null ? null : PeerTrust.of(files.certificate());
  }

  /**
   * The parked topic of an installation.
   *
   * @throws StartException if the engine is not Kafka
   */
  public static ParkedTopic parked(Settings settings) {
    if (settings.engine() != Settings.EngineKind.KAFKA) {
      throw new StartException("Records are parked only with engine: kafka.", null);
    }
    return new ParkedTopic(settings(settings, settings.data().dir(), settings.http().port()));
  }

  private static NodeSettings settings(Settings settings, Path directory, int port) {
    var kafka = settings.kafka();
    String address = kafka.advertisedAddress();
    var shards = kafka.shards();
    Long memory = shards.storeMemory();
    NodeSettings.Builder node =
        NodeSettings.builder(
                String.join(",", kafka.bootstrapServers()),
                directory.resolve("shards"),
                address == null ? settings.http().address(port) : address)
            .topics(
                new TopicNames(kafka.topicPrefix()),
                TopicSettings.DEFAULT
                    .withPartitions(kafka.partitions())
                    .withReplicationFactor(kafka.replicationFactor()))
            .standbys(kafka.standbyReplicas())
            .placement(
                new NodeSettings.Placement(
                    shards.rack(), shards.warmupReplicas(), shards.recoveryLag()))
            .storeMemory(memory == null ? MemoryBudget.ofThisProcess().storeOnKafka() : memory)
            .backlog(new NodeSettings.Backlog(kafka.maxBacklog(), kafka.maxBacklogBytes()))
            .maxClockOffset(kafka.maxClockOffset())
            .history(settings.retention().records())
            .eventsPerSecond(settings.limits().eventsPerSecond())
            .clients(kafka.client());
    Integer threads = shards.threads();
    return (threads == null ? node : node.threads(threads)).build();
  }

  /** The encryption keys that all nodes share. */
  private record SharedKey(SecretBox box) implements InstallationKey {
    /** The derivation label of the key for calls between nodes; versioned. */
    private static final String PEER_KEY = "posthorn internal reads v1";

    @Override
    public byte[] proof() {
      return box.seal("posthorn");
    }

    @Override
    public boolean opens(byte[] proof) {
      try {
        box.open(proof);
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    @Override
    public boolean seals(byte[] proof) {
      return box.isCurrent(proof);
    }

    @Override
    public List<byte[]> peerKeys() {
      return box.keysFor(PEER_KEY);
    }
  }
}
