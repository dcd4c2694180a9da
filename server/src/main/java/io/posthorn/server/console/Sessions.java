package io.posthorn.server.console;

import io.posthorn.server.access.KeyText;
import io.posthorn.server.access.SessionKeys;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who is logged in at the console. Kept in memory alone: after a restart people log in again. A
 * session stands for a key, and is worth what the key is worth at that moment: revoking the key
 * ends it.
 */
public final class Sessions implements SessionKeys {
  static final Duration IDLE = Duration.ofHours(12);

  /** Far more than people who look at one server; the one idle for longest makes room. */
  static final int MOST = 10_000;

  private final Clock clock;

  /** In the order of their last use, so that the first is the one idle for longest. */
  private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);

  public Sessions(Clock clock) {
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
  synchronized String open(byte[] digest) {
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

  synchronized void close(String name) {
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
