package io.posthorn.core.shard.state;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.layout.StoredEvent;
import java.util.Iterator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recently used events: most are sent in the turn that accepts them, and in a backlog
 * the messages of an event reach the heads of their lanes at about the same time. An event is
 * dropped once the requests of all its messages have started: nearly all are delivered, and
 * short-lived objects cost the garbage collector nothing.
 */
final class RecentEvents {
  /** The size of the cache: thousands of ordinary events, or a few of the largest. */
  private static final long MOST_BYTES = 16L << 20;

  private final LinkedHashMap<EventKey, Kept> byKey = new LinkedHashMap<>(16, 0.75f, true);
  private long footprint;

  /** An event, and the number of its messages whose requests have not started. */
  private static final class Kept {
    final StoredEvent event;
    int left;

    Kept(StoredEvent event) {
      this.event = event;
      left = event.targets().size();
    }
  }

  @Nullable StoredEvent get(EventKey key) {
    Kept kept = byKey.get(key);
    return kept == null ? null : kept.event;
  }

  void keep(EventKey key, StoredEvent event) {
    if (event.targets().isEmpty()) {
      return; // nothing of it will ever be sent
    }
    forget(key);
    byKey.put(key, new Kept(event));
    footprint += event.footprint();
    Iterator<Kept> oldest = byKey.values().iterator();
    while (footprint > MOST_BYTES) {
      footprint -= oldest.next().event.footprint();
      oldest.remove();
    }
  }

  /** The request of one of its messages started. */
  void requestStarted(EventKey key) {
    Kept kept = byKey.get(key);
    if (kept != null && --kept.left <= 0) {
      forget(key);
    }
  }

  void forget(EventKey key) {
    Kept gone = byKey.remove(key);
    if (gone != null) {
      footprint -= gone.event.footprint();
    }
  }
}
