package io.posthorn.sim.check;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.world.TurnRecord;
import io.posthorn.sim.world.WorldListener;
import java.util.SortedMap;
import java.util.TreeMap;

/** The number of effects of each kind, and of crashes: shows what a run has exercised. */
public final class EffectCounts implements WorldListener {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  @Override
  public void released(TurnRecord turn, Effect effect) {
    switch (effect) {
      case Effect.Send e -> add(e.ticket().probe() ? "probes" : "attempts");
      case Effect.EndpointChanged e -> add(e.change().text());
      case Effect.MessageEnded e ->
          add(e.reason().text().isEmpty() ? e.status().text() : e.reason().text());
      case Effect.Answer e -> add("answers");
      case Effect.AttemptRecorded e -> add("outcomes");
      case Effect.Forward e -> add("forwarded");
      case Effect.Publish e -> add("published");
    }
  }

  @Override
  public void crashed(long survivingCommit) {
    add("crashes");
  }

  private void add(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  public SortedMap<String, Long> counts() {
    return counts;
  }
}
