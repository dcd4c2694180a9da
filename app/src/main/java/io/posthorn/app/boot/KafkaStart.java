package io.posthorn.app.boot;

import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.InstallationKey;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.kafka.NodeSettings;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.tls.PeerTrust;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Starts the Kafka engine from the settings. */
final class KafkaStart {
  private KafkaStart() {}

  static KafkaEngine open(EngineDependencies dependencies) {
    return new KafkaEngine(
        port -> settings(dependencies, port),
        dependencies.rules(),
        dependencies.sender(),
        dependencies.listener(),
        TimeSource.SYSTEM,
        new SharedKey(dependencies.box()),
        trust(dependencies.settings()));
  }

  private static @Nullable SSLContext trust(Settings settings) {
    CertificateFiles files = settings.http().tls();
    return files == null ? null : PeerTrust.of(files.certificate());
  }

  private static NodeSettings settings(EngineDependencies dependencies, int port) {
    Settings settings = dependencies.settings();
    var kafka = settings.kafka();
    String address = kafka.advertisedAddress();
    return NodeSettings.builder(
            String.join(",", kafka.bootstrapServers()),
            dependencies.directory().resolve("shards"),
            address == null ? settings.http().address(port) : address)
        .topics(
            new TopicNames(kafka.topicPrefix()),
            TopicSettings.DEFAULT
                .withPartitions(kafka.partitions())
                .withReplicationFactor(kafka.replicationFactor()))
        .standbys(kafka.standbyReplicas())
        .storeMemory(MemoryBudget.ofThisProcess().storeOnKafka())
        .maxClockOffset(kafka.maxClockOffset())
        .history(settings.retention().records())
        .eventsPerSecond(settings.limits().eventsPerSecond())
        .clients(kafka.client())
        .build();
  }

  /** The encryption key that all nodes share. */
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
    public byte[] peerKey() {
      return box.keyFor(PEER_KEY);
    }
  }
}
