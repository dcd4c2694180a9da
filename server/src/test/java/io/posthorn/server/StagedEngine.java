package io.posthorn.server;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import java.util.ArrayList;
import java.util.List;

/**
 * An engine in virtual time, whose requests go nowhere: a test lets time pass and answers them. All
 * that follows from a call has happened when it is answered.
 */
public abstract class StagedEngine implements Engine, AutoCloseable {
  /** The requests that were sent and not answered yet. */
  public final List<Effect.Send> sent = new ArrayList<>();

  /** Whether long work is left for later, so that it can be seen under way. */
  public boolean longWorkWaits;

  /** The one that this run is about, empty. */
  public static StagedEngine chosen(Rules rules, long now) {
    return switch (EngineUnderTest.chosen()) {
      case EMBEDDED -> new InMemoryEngine(rules, now);
      case KAFKA -> new TopologyEngine(rules, now);
    };
  }

  /** Lets time pass, and what is due happen. */
  public abstract void goTo(long moment);

  public abstract long now();

  /** Answers a request that was sent. */
  public abstract void answer(Effect.Send send, Outcome outcome);

  @Override
  public abstract void close();
}
