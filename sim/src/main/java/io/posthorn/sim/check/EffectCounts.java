package io.posthorn.sim.check;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.model.InFlightRequests;
import io.posthorn.sim.world.CommandRequests;
import io.posthorn.sim.world.TurnRecord;
import io.posthorn.sim.world.WorldListener;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of what a run has exercised: effects of each kind, crashes, and events so large that
 * they are hard to deliver.
 */
public final class EffectCounts implements WorldListener {
  /** More than the smallest total of bytes in flight. */
  private static final int LARGE = 6_000;

  private final SortedMap<String, Long> counts = new TreeMap<>();

  @Override
  public void turned(TurnRecord turn) {
    for (Command command : turn.batch()) {
      if (CommandRequests.plain(command) instanceof Command.AcceptEvents accept) {
        accept.events().stream()
            .filter(event -> event.matched().isEmpty())
            .forEach(event -> add("unmatched events"));
      }
    }
  }

  @Override
  public void released(TurnRecord turn, Effect effect) {
    switch (effect) {
      case Effect.Send e -> {
        add(e.ticket().probe() ? "probes" : "attempts");
        if (InFlightRequests.bytesOf(e.event(), e.rendering()) > LARGE) {
          add("large bodies");
        }
      }
      case Effect.FetchToken e -> add("token fetches");
      case Effect.EndpointChanged e -> add(e.change().text());
      case Effect.MessageEnded e ->
          add(e.reason().text().isEmpty() ? e.status().text() : e.reason().text());
      case Effect.SendReply e -> add("replies");
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
