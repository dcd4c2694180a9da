package io.posthorn.server.console;

import io.posthorn.server.access.SessionKeys;
import java.time.Duration;

/**
 * Who is logged in at the console. A session stands for a key, and is worth what the key is worth
 * at that moment: revoking the key ends it. So does logging out, and so does not using it.
 */
public interface Sessions extends SessionKeys {
  /** How long one may be left alone. */
  Duration IDLE = Duration.ofHours(12);

  /**
   * Opens a session for a key.
   *
   * @param digest the key's
   * @return what the cookie holds
   */
  String open(byte[] digest);

  /** Ends a session, whoever has a copy of its cookie. */
  void close(String session);
}
