package io.posthorn.server.access;

import java.util.Optional;

/** Says which key a session of the console was opened with. */
@FunctionalInterface
public interface SessionKeys {
  /** Knows no session. */
  SessionKeys NONE = session -> Optional.empty();

  /** The digest of a session's key; nothing where there is no such session, or no longer. */
  Optional<byte[]> digestOf(String session);

  /** What whoever uses a session should hold from now on; nothing where that is what it has. */
  default Optional<String> renewed(String session) {
    return Optional.empty();
  }
}
