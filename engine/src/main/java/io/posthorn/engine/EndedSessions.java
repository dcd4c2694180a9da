package io.posthorn.engine;

import io.posthorn.engine.error.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The console sessions that users have ended. A session is a self-contained encrypted cookie, so
 * only its end has to be stored.
 */
public interface EndedSessions {
  /**
   * Ends a session on every node.
   *
   * @param until when the session would expire anyway
   * @throws RefusedException if not every node could be informed
   */
  void end(String name, long at, long until);

  /** When a session was ended; 0 if it was not. */
  long endedAt(String name);

  /** The number of unexpired entries whose names start with a prefix. */
  int count(String prefix, long now);

  /** Whether this node receives the ended sessions of other nodes. */
  boolean hears();

  /**
   * Whether sessions are valid on every node and over a restart. If not, entries do not outlive the
   * process.
   */
  boolean shared();

  /** The ended sessions of one process, in memory. Thread-safe. */
  final class InMemory implements EndedSessions {
    private final NavigableMap<String, Ended> ended = new ConcurrentSkipListMap<>();

    private record Ended(long at, long until) {}

    @Override
    public void end(String name, long at, long until) {
      over(at).forEach(ended::remove);
      note(name, at, until);
    }

    public void note(String name, long at, long until) {
      ended.put(name, new Ended(at, until));
    }

    public void forget(String name) {
      ended.remove(name);
    }

    @Override
    public long endedAt(String name) {
      Ended found = ended.get(name);
      return found == null ? 0 : found.at();
    }

    @Override
    public int count(String prefix, long now) {
      return (int)
          ended.subMap(prefix, true, prefix + Character.MAX_VALUE, false).values().stream()
              .filter(one -> one.until() > now)
              .count();
    }

    /** The expired entries. */
    public List<String> over(long now) {
      return ended.entrySet().stream()
          .filter(one -> one.getValue().until() <= now)
          .map(Map.Entry::getKey)
          .toList();
    }

    @Override
    public boolean hears() {
      return true;
    }

    @Override
    public boolean shared() {
      return false;
    }
  }
}
