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
 *
 * <p>Implementation notes. A backlog is sent in the order in which it was accepted. If each new
 * event replaced the oldest one, a backlog larger than the cache would never find its events there.
 * So most new events do not enter a full cache. Some do, because the oldest may belong to endpoints
 * that are held.
 */
final class RecentEvents {
  /** The size of the cache: thousands of ordinary events, or a few of the largest. */
  private static final long MOST_BYTES = 16L << 20;

  /** One in this many new events enters a full cache. */
  private static final int ENTERS = 8;

  private final LinkedHashMap<EventKey, Kept> byKey = new LinkedHashMap<>(16, 0.75f, true);
  private long footprint;
  private int leftOut;

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

  /** Keeps a new event, if there is space. */
  void accepted(EventKey key, StoredEvent event) {
    if (footprint + event.footprint() <= MOST_BYTES || ++leftOut == ENTERS) {
      leftOut = 0;
      keep(key, event);
    }
  }

  /** Keeps an event that was read because one of its messages is sent, for the others. */
  void read(EventKey key, StoredEvent event) {
    if (event.targets().size() > 1) {
      keep(key, event);
    }
  }

  private void keep(EventKey key, StoredEvent event) {
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
