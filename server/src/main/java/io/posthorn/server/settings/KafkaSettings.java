package io.posthorn.server.settings;

import java.util.List;

/** Where Kafka is, for {@link Engine#KAFKA}. */
public record KafkaSettings(List<String> bootstrapServers) {
  static final String NOT_AVAILABLE =
      "it is for engine: kafka, which this version does not have yet; remove it";

  private static final Setting<List<String>> BOOTSTRAP_SERVERS =
      Setting.optional(
          "kafka.bootstrap-servers",
          Kinds.listOf("a host with a port, such as kafka-1:9092", Hosts::hostAndPort),
          "none",
          "The brokers to begin with, for engine: kafka.");

  static final List<Setting<?>> ALL = List.of(BOOTSTRAP_SERVERS);

  public KafkaSettings {
    bootstrapServers = List.copyOf(bootstrapServers);
  }

  static KafkaSettings of(Values values) {
    List<String> servers = values.find(BOOTSTRAP_SERVERS);
    if (servers != null) {
      throw values.refused(BOOTSTRAP_SERVERS, NOT_AVAILABLE);
    }
    return new KafkaSettings(List.of());
  }
}
