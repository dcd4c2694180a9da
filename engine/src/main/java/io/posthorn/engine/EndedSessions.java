package io.posthorn.engine;

import io.posthorn.engine.error.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The console sessions that were ended by those who had opened them. A session is a sealed cookie
 * that is valid by itself, so that its end is all that has to be remembered.
 */
public interface EndedSessions {
  /**
   * Notes the end of a session wherever it could be used.
   *
   * @param until from when on the session could not be used in any case
   * @throws RefusedException where not every node could be told
   */
  void end(String name, long at, long until);

  /** When a session was ended; 0 where it was not. */
  long endedAt(String name);

  /** How many are known whose names begin so, without those that may be forgotten by now. */
  int count(String prefix, long now);

  /** Whether this node hears what others end. */
  boolean hears();

  /**
   * Whether sessions hold at every node of an installation, and over a restart. Where they do not,
   * nothing that is noted here outlives the process.
   */
  boolean shared();

  /** The ends that a process knows of, in memory. For any thread. */
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

    /** Those that need not be known any more. */
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
