package io.posthorn.sim;

import io.posthorn.core.shard.protocol.Effect;
import java.util.SortedMap;
import java.util.TreeMap;

/** What came out of a host, counted by kind: shows what a run has exercised. */
final class Tally {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  void count(Effect effect) {
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

  void add(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  SortedMap<String, Long> counts() {
    return counts;
  }
}
