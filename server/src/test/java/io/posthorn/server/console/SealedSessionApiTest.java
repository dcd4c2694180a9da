package io.posthorn.server.console;

import io.posthorn.server.secrets.SecretBox;

final class SealedSessionApiTest extends SessionApiContract {
  SealedSessionApiTest() {
    super(
        clock ->
            new SealedSessions(new SecretBox(new byte[32]), clock, new EndedSessionsInMemory()));
  }
}
