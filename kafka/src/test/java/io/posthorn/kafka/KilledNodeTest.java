package io.posthorn.kafka;

import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A node in this process and one in another, which is killed. By name only: {@code TwoNodesTest},
 * end to end, kills one in every check.
 */
@Tag("long-kafka")
final class KilledNodeTest {
  @RegisterExtension final Ordeal ordeal = new Ordeal();

  @Test
  void a_killed_node_loses_nothing_and_circuits_stay_exact() throws Exception {
    try (KafkaEngine engine = ordeal.engine()) {
      Process other = ordeal.otherNode();
      try {
        await()
            .atMost(Ordeal.LONG)
            .until(() -> engine.figures().shards().size() == Ordeal.SHARDS / 2);
        Ordeal.awaitRunning(engine);
        Ordeal.subscribe(engine);
        for (int i = 0; i < 600; i++) {
          Ordeal.post(engine, "e" + i);
          if (i == 300) {
            other.destroyForcibly();
          }
        }
      } finally {
        other.destroyForcibly();
      }
      await().atMost(Ordeal.LONG).until(() -> engine.figures().shards().size() == Ordeal.SHARDS);
      ordeal.allReceived(engine, 600);
      Ordeal.circuitIsExact(engine);
    }
  }
}
