package io.posthorn.engine.read;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.read.EventView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An event with its states, and when it was accepted. */
public record RecentEvent(Event event, long acceptedAt) {
  /** Those of some stored events that still have their states, each once. */
  static List<RecentEvent> of(List<EventView> stored) {
    List<RecentEvent> found = new ArrayList<>();
    Set<String> seen = new HashSet<>(); // an event may have a copy in each shard
    for (EventView view : stored) {
      if (view.hasPayload() && seen.add(view.event().id())) {
        found.add(new RecentEvent(view.event(), view.key().acceptedAt()));
      }
    }
    return found;
  }
}
