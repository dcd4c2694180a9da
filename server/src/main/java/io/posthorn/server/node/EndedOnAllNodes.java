package io.posthorn.server.node;

import io.posthorn.kafka.NodeHealth;
import io.posthorn.kafka.directory.KnownEndedSessions.Ended;
import io.posthorn.server.IntakeRefusedException;
import io.posthorn.server.console.EndedSessions;
import java.util.concurrent.CompletionException;

/** Sessions that were ended, as the nodes tell each other through Kafka. */
record EndedOnAllNodes(KafkaNode node) implements EndedSessions {
  @Override
  public void end(String name, long at, long until) {
    try {
      Refusals.translated(node.engine().sessions().end(name, new Ended(at, until))).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof IntakeRefusedException refusal ? refusal : e;
    }
  }

  @Override
  public long endedAt(String name) {
    return node.engine().sessions().known().endedAt(name);
  }

  @Override
  public int count(String prefix, long now) {
    return node.engine().sessions().known().count(prefix, now);
  }

  @Override
  public boolean hears() {
    return node.engine().health().state() != NodeHealth.State.CUT_OFF;
  }
}
