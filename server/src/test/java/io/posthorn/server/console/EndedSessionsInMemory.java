package io.posthorn.server.console;

import java.util.TreeMap;

/** What all nodes know of ended sessions, for nodes in one process. */
final class EndedSessionsInMemory implements EndedSessions {
  private final TreeMap<String, Long> ended = new TreeMap<>();

  @Override
  public synchronized void end(String name, long at, long until) {
    ended.put(name, at);
  }

  @Override
  public synchronized long endedAt(String name) {
    return ended.getOrDefault(name, 0L);
  }

  @Override
  public synchronized int count(String prefix) {
    return (int) ended.keySet().stream().filter(name -> name.startsWith(prefix)).count();
  }

  synchronized int size() {
    return ended.size();
  }
}
