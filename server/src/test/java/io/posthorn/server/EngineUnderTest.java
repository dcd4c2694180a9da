package io.posthorn.server;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.embedded.InMemoryEngine;
import io.posthorn.engine.ManualEngine;
import io.posthorn.kafka.DrivenNode;

/**
 * The engine that the tests of the API run on. Chosen by the system property {@code
 * posthorn.engine}.
 */
public enum EngineUnderTest {
  /** The embedded engine: an in-memory shard in virtual time, or RocksDB in a whole server. */
  EMBEDDED,
  /**
   * The Kafka engine: the topology without brokers in virtual time, or a node on a broker in a
   * whole server.
   */
  KAFKA;

  /**
   * Marks a test of a feature that only the embedded engine has; it is skipped on Kafka with the
   * reason.
   */
  public static final String ONE_MACHINE = "one-machine";

  /** The engine of this run. */
  public static EngineUnderTest chosen() {
    String name = System.getProperty("posthorn.engine", "embedded");
    return switch (name) {
      case "embedded" -> EMBEDDED;
      case "kafka" -> KAFKA;
      default -> throw new IllegalStateException("There is no engine " + name + " to test.");
    };
  }

  /** That engine, empty, in virtual time. */
  public static ManualEngine manual(Rules rules, long now) {
    return switch (chosen()) {
      case EMBEDDED -> new InMemoryEngine(rules, now);
      // Several shards, so that events, commands and operational events go from one to another.
      case KAFKA -> DrivenNode.alone(2, rules, now);
    };
  }
}
