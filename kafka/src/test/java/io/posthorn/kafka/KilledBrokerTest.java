package io.posthorn.kafka;

import static org.awaitility.Awaitility.await;

import io.posthorn.engine.EngineHealth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The only broker stops or is killed, and comes back. */
final class KilledBrokerTest {
  @RegisterExtension final FailoverTrial ordeal = new FailoverTrial();

  @Test
  void a_broker_outage_loses_nothing() throws Exception {
    try (RunningNode engine = ordeal.engine()) {
      FailoverTrial.awaitRunning(engine);
      FailoverTrial.subscribe(engine);
      for (int i = 0; i < 100; i++) {
        FailoverTrial.post(engine, "e" + i);
      }
      ordeal.broker().close();
      await()
          .atMost(FailoverTrial.LONG)
          .until(() -> engine.health().state() == EngineHealth.State.CUT_OFF);
      ordeal.broker().restart();
      for (int i = 100; i < 200; i++) {
        FailoverTrial.post(engine, "e" + i);
      }
      FailoverTrial.awaitRunning(engine);
      ordeal.allReceived(engine, 200);
      FailoverTrial.circuitIsExact(engine, 200);
    }
  }

  /**
   * The broker returns before its session expires, aborts the open transaction while it leads no
   * partition, and never writes the end marker: see {@link HangingTransactions}.
   */
  @Test
  void the_only_broker_killed_under_load_and_started_at_once_leaves_no_transaction_hanging()
      throws Exception {
    try (RunningNode engine = ordeal.engine()) {
      FailoverTrial.awaitRunning(engine);
      FailoverTrial.subscribe(engine);
      for (int i = 0; i < 100; i++) {
        FailoverTrial.post(engine, "e" + i);
      }
      ordeal.broker().kill();
      ordeal.broker().restart();
      for (int i = 100; i < 200; i++) {
        FailoverTrial.post(engine, "e" + i);
      }
      FailoverTrial.awaitRunning(engine);
      ordeal.allReceived(engine, 200);
      FailoverTrial.circuitIsExact(engine, 200);
    }
  }
}
