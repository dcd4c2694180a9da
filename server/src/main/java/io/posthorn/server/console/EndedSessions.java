package io.posthorn.server.console;

/** Names of sessions that were ended, known to all nodes. */
public interface EndedSessions {
  /**
   * Notes a name for all nodes.
   *
   * @param until from when on it may be forgotten
   */
  void end(String name, long at, long until);

  /** When it was ended; 0 where it was not. */
  long endedAt(String name);

  /** How many are known whose names begin so, without those that may be forgotten by now. */
  int count(String prefix, long now);

  /** Whether this node hears what others end. */
  boolean hears();
}
