package io.posthorn.server.console;

final class SessionApiTest extends SessionApiContract {
  SessionApiTest() {
    super(RememberedSessions::new);
  }
}
