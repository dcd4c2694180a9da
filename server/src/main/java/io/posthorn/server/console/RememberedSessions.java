package io.posthorn.server.console;

import io.posthorn.server.access.KeyText;
import java.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sessions of a server that is alone, in its memory: after a restart people log in again. The
 * cookie holds a random name and tells nothing.
 */
public final class RememberedSessions implements Sessions {
  /** Far more than people who look at one server; the one idle for longest makes room. */
  static final int MOST = 10_000;

  private final Clock clock;

  /** In the order of their last use, so that the first is the one idle for longest. */
  private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);

  public RememberedSessions(Clock clock) {
    this.clock = clock;
  }

  private static final class Session {
    final byte[] digest;
    long usedAt;

    Session(byte[] digest, long usedAt) {
      this.digest = digest;
      this.usedAt = usedAt;
    }
  }

  /** Opens a session for a key; its name is 256 random bits. */
  @Override
  public synchronized String open(byte[] digest) {
    removeIdle();
    if (sessions.size() >= MOST) {
      Iterator<String> oldest = sessions.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    String name = KeyText.random128() + KeyText.random128();
    sessions.put(name, new Session(digest, clock.millis()));
    return name;
  }

  @Override
  public synchronized Optional<byte[]> digestOf(String name) {
    Session session = sessions.get(name);
    if (session == null) {
      return Optional.empty();
    }
    long now = clock.millis();
    if (now - session.usedAt >= IDLE.toMillis()) {
      sessions.remove(name);
      return Optional.empty();
    }
    session.usedAt = now;
    return Optional.of(session.digest);
  }

  @Override
  public synchronized void close(String name) {
    sessions.remove(name);
  }

  synchronized int count() {
    return sessions.size();
  }

  private void removeIdle() {
    long oldest = clock.millis() - IDLE.toMillis();
    sessions.values().removeIf(session -> session.usedAt <= oldest);
  }
}
