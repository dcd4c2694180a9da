package io.posthorn.server;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.embedded.InMemoryEngine;
import io.posthorn.engine.StagedEngine;
import io.posthorn.kafka.DrivenNode;

/**
 * The engine that the tests of the API run on. Chosen by the system property {@code
 * posthorn.engine}.
 */
public enum EngineUnderTest {
  /** One machine: in virtual time the shard in memory, as a whole server the store on RocksDB. */
  EMBEDDED,
  /** Many: in virtual time the topology without brokers, as a whole server a node on a broker. */
  KAFKA;

  /** Marks a test of what only one machine has: it is left out on Kafka, and says why. */
  public static final String ONE_MACHINE = "one-machine";

  /** The one that this run is about. */
  public static EngineUnderTest chosen() {
    String name = System.getProperty("posthorn.engine", "embedded");
    return switch (name) {
      case "embedded" -> EMBEDDED;
      case "kafka" -> KAFKA;
      default -> throw new IllegalStateException("There is no engine " + name + " to test.");
    };
  }

  /** That engine in virtual time, empty. */
  public static StagedEngine staged(Rules rules, long now) {
    return switch (chosen()) {
      case EMBEDDED -> new InMemoryEngine(rules, now);
      // Several shards, so that events, commands and operational events go from one to another.
      case KAFKA -> DrivenNode.alone(2, rules, now);
    };
  }
}
