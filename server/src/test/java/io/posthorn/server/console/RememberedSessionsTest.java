package io.posthorn.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class RememberedSessionsTest {
  private final InstantSource time = () -> Instant.EPOCH;
  private final Clock clock = time.withZone(ZoneOffset.UTC);

  @Test
  void the_session_idle_for_longest_makes_room_when_there_are_too_many() {
    RememberedSessions sessions = new RememberedSessions(clock);
    String first = sessions.open(new byte[] {1});
    String second = sessions.open(new byte[] {2});
    for (int i = 2; i < RememberedSessions.MOST; i++) {
      sessions.open(new byte[] {3});
    }
    assertThat(sessions.digestOf(first)).isPresent(); // so that the second is the one to go

    sessions.open(new byte[] {4});

    assertThat(sessions.count()).isEqualTo(RememberedSessions.MOST);
    assertThat(sessions.digestOf(first)).isPresent();
    assertThat(sessions.digestOf(second)).isEmpty();
  }

  @Test
  void names_of_sessions_have_256_bits() {
    assertThat(new RememberedSessions(clock).open(new byte[0])).hasSize(52).matches("[0-9A-Z]+");
  }

  @Test
  void many_addresses_are_no_way_around_the_limit_of_logins() {
    LoginLimit limit = new LoginLimit(clock);
    for (int i = 0; i < LoginLimit.IN_ALL; i++) {
      assertThat(limit.wait("10.0.0." + i)).isEmpty();
      limit.failed("10.0.0." + i);
    }

    assertThat(limit.wait("10.9.9.9")).isPresent();
  }
}
