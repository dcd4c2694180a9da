package io.posthorn.engine;

import io.posthorn.engine.error.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A set of names with times, shared by all nodes until they expire. They record ended console
 * sessions and recent test requests, under different names.
 */
public interface ExpiringMarks {
  /**
   * Sets a mark on every node.
   *
   * @param at its time
   * @param until when it expires
   * @throws RefusedException if not every node could be informed
   */
  void mark(String name, long at, long until);

  /** The time of a mark; 0 if it is not set. */
  long markedAt(String name);

  /** The number of unexpired marks whose names start with a prefix. */
  int count(String prefix, long now);

  /** Returns whether this node receives the marks of other nodes. */
  boolean receivesFromOtherNodes();

  /**
   * Returns whether all nodes share the marks, also after a restart. If not, they do not outlive
   * the process.
   */
  boolean shared();

  /** The marks of one process, in memory. Thread-safe. */
  final class InMemory implements ExpiringMarks {
    private final NavigableMap<String, Mark> marks = new ConcurrentSkipListMap<>();

    private record Mark(long at, long until) {}

    @Override
    public void mark(String name, long at, long until) {
      over(at).forEach(marks::remove);
      note(name, at, until);
    }

    public void note(String name, long at, long until) {
      marks.put(name, new Mark(at, until));
    }

    public void forget(String name) {
      marks.remove(name);
    }

    @Override
    public long markedAt(String name) {
      Mark found = marks.get(name);
      return found == null ? 0 : found.at();
    }

    @Override
    public int count(String prefix, long now) {
      return (int)
          marks.subMap(prefix, true, prefix + Character.MAX_VALUE, false).values().stream()
              .filter(one -> one.until() > now)
              .count();
    }

    /** The names of expired marks. */
    public List<String> over(long now) {
      return marks.entrySet().stream()
          .filter(one -> one.getValue().until() <= now)
          .map(Map.Entry::getKey)
          .toList();
    }

    @Override
    public boolean receivesFromOtherNodes() {
      return true;
    }

    @Override
    public boolean shared() {
      return false;
    }
  }
}
