package io.posthorn.server.console;

import java.util.TreeMap;

/** What all nodes know of ended sessions, for nodes in one process. */
final class EndedSessionsInMemory implements EndedSessions {
  private final TreeMap<String, Noted> ended = new TreeMap<>();
  boolean hears = true;

  private record Noted(long at, long until) {}

  @Override
  public synchronized void end(String name, long at, long until) {
    ended.put(name, new Noted(at, until));
  }

  @Override
  public synchronized long endedAt(String name) {
    Noted noted = ended.get(name);
    return noted == null ? 0 : noted.at();
  }

  @Override
  public synchronized int count(String prefix, long now) {
    return (int)
        ended.entrySet().stream()
            .filter(one -> one.getKey().startsWith(prefix) && one.getValue().until() > now)
            .count();
  }

  @Override
  public boolean hears() {
    return hears;
  }

  synchronized int size() {
    return ended.size();
  }
}
