package io.posthorn.kafka;

import static org.awaitility.Awaitility.await;

import io.posthorn.engine.EngineHealth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node whose only broker stops or is killed and returns. */
@Tag("thorough")
final class KilledBrokerTest {
  @RegisterExtension final FailoverFixture trial = new FailoverFixture();

  @Test
  void a_broker_outage_loses_nothing() throws Exception {
    try (RunningNode engine = trial.engine()) {
      FailoverFixture.awaitRunning(engine);
      FailoverFixture.subscribe(engine);
      for (int i = 0; i < 100; i++) {
        FailoverFixture.post(engine, "e" + i);
      }
      trial.broker().close();
      await()
          .atMost(FailoverFixture.LONG)
          .until(() -> engine.health().state() == EngineHealth.State.CUT_OFF);
      trial.broker().restart();
      for (int i = 100; i < 200; i++) {
        FailoverFixture.post(engine, "e" + i);
      }
      FailoverFixture.awaitRunning(engine);
      trial.allReceived(engine, 200);
      FailoverFixture.circuitIsExact(engine, 200);
    }
  }

  /**
   * The broker returns before its session expires, aborts the open transaction while it leads no
   * partition, and never writes the end marker: see {@link HangingTransactions}.
   */
  @Test
  void the_only_broker_killed_under_load_and_started_at_once_leaves_no_transaction_hanging()
      throws Exception {
    try (RunningNode engine = trial.engine()) {
      FailoverFixture.awaitRunning(engine);
      FailoverFixture.subscribe(engine);
      for (int i = 0; i < 100; i++) {
        FailoverFixture.post(engine, "e" + i);
      }
      trial.broker().kill();
      trial.broker().restart();
      for (int i = 100; i < 200; i++) {
        FailoverFixture.post(engine, "e" + i);
      }
      FailoverFixture.awaitRunning(engine);
      trial.allReceived(engine, 200);
      FailoverFixture.circuitIsExact(engine, 200);
    }
  }
}
