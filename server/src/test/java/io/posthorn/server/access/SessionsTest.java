package io.posthorn.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.engine.ExpiringMarks;
import io.posthorn.server.secrets.SecretBox;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes with the same encryption key, and a third with another. */
final class SessionsTest {
  private static final byte[] DIGEST = ApiKeySecret.random().digest();
  private static final byte[] OTHER_DIGEST = ApiKeySecret.random().digest();
  private static final long IDLE = Sessions.IDLE.toMillis();
  private static final int MOST_OF_A_KEY = 100;
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  private long now = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private final InstantSource time = () -> Instant.ofEpochMilli(now);
  private final Clock clock = time.withZone(ZoneOffset.UTC);
  private final SecretBox box = new SecretBox(new byte[32]);
  private final SharedEndedSessions ended = new SharedEndedSessions();
  private final Sessions one = new Sessions(box, clock, ended, MOST_OF_A_KEY);
  private final Sessions two = new Sessions(box, clock, ended, MOST_OF_A_KEY);

  @Test
  void a_session_of_one_node_is_valid_on_another() {
    assertThat(two.digestOf(one.open(DIGEST))).contains(DIGEST);
  }

  @Test
  void it_ends_when_it_was_not_used_for_12_hours_and_not_before() {
    String session = one.open(DIGEST);

    now += IDLE - 1;
    assertThat(two.digestOf(session)).isPresent();
    now++;
    assertThat(two.digestOf(session)).isEmpty();
    assertThat(two.renewed(session)).isEmpty();
  }

  @Test
  void its_cookie_is_renewed_once_a_minute_for_another_12_hours() {
    String session = one.open(DIGEST);

    now += MINUTE - 1;
    assertThat(two.renewed(session)).isEmpty();
    now++;
    String younger = two.renewed(session).orElseThrow();
    assertThat(one.renewed(younger)).isEmpty();
    now += IDLE - 1;
    assertThat(one.digestOf(younger)).contains(DIGEST);
    assertThat(one.digestOf(session)).isEmpty();
    now++;
    assertThat(one.digestOf(younger)).isEmpty();
  }

  @Test
  void a_node_whose_clock_is_behind_accepts_it() {
    String session = one.open(DIGEST);
    now -= MINUTE;

    assertThat(two.digestOf(session)).contains(DIGEST);
    assertThat(two.renewed(session)).isEmpty();
  }

  @Test
  void a_changed_bit_invalidates_it() {
    byte[] session = Base64.getUrlDecoder().decode(one.open(DIGEST));
    for (int bit = 0; bit < 8 * session.length; bit++) {
      byte[] changed = session.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);

      assertThat(two.digestOf(Base64.getUrlEncoder().withoutPadding().encodeToString(changed)))
          .as("bit %d", bit)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a", "AAAA", "not base64!", "AQ==", "\u00e4"})
  void an_unsealed_value_is_not_a_session(String garbage) {
    assertThat(one.digestOf(garbage)).isEmpty();
    assertThat(one.renewed(garbage)).isEmpty();
    one.close(garbage);
    assertThat(ended.size()).isZero();
  }

  @Test
  void a_truncated_cookie_is_invalid() {
    String session = one.open(DIGEST);
    for (int length = 0; length < session.length(); length++) {
      assertThat(two.digestOf(session.substring(0, length))).isEmpty();
    }
  }

  @Test
  void an_installation_with_another_key_refuses_it() {
    byte[] another = new byte[32];
    another[31] = 1;

    assertThat(new Sessions(new SecretBox(another), clock, ended).digestOf(one.open(DIGEST)))
        .isEmpty();
  }

  @Test
  void a_value_sealed_for_another_purpose_is_not_a_session() {
    String text = now + " " + now + " name " + Base64.getUrlEncoder().encodeToString(DIGEST);

    assertThat(two.digestOf(Base64.getUrlEncoder().encodeToString(box.seal(text)))).isEmpty();
  }

  @Test
  void it_reveals_nothing_about_its_key_and_is_unique() {
    String session = one.open(DIGEST);

    String bytes = HexFormat.of().formatHex(Base64.getUrlDecoder().decode(session));
    assertThat(bytes).doesNotContain(HexFormat.of().formatHex(DIGEST, 0, 8));
    assertThat(session)
        .matches("[A-Za-z0-9_-]+")
        .doesNotContain(Base64.getUrlEncoder().withoutPadding().encodeToString(DIGEST))
        .isNotEqualTo(one.open(DIGEST));
  }

  @Test
  void a_logout_on_one_node_ends_all_cookies_of_that_session_on_all_nodes() {
    String session = one.open(DIGEST);
    String other = one.open(DIGEST);
    now += MINUTE;
    String younger = two.renewed(session).orElseThrow();

    two.close(session);

    assertThat(one.digestOf(session)).isEmpty();
    assertThat(one.digestOf(younger)).isEmpty();
    assertThat(one.renewed(younger)).isEmpty();
    assertThat(one.digestOf(other)).isPresent();
  }

  @Test
  void a_session_from_more_than_an_hour_in_the_future_is_invalid() {
    String session = one.open(DIGEST);

    now -= Sessions.MARGIN.toMillis();
    assertThat(two.digestOf(session)).isPresent();
    now--;
    assertThat(two.digestOf(session)).isEmpty();
  }

  @Test
  void a_node_without_shared_logouts_renews_no_cookie() {
    String session = one.open(DIGEST);
    now += MINUTE;
    ended.receives = false;

    assertThat(two.renewed(session)).isEmpty();
    assertThat(two.digestOf(session)).isPresent();
    ended.receives = true;
    assertThat(two.renewed(session)).isPresent();
  }

  @Test
  void ending_all_sessions_of_a_key_tolerates_clock_differences() {
    for (int i = 0; i < MOST_OF_A_KEY; i++) {
      one.close(one.open(DIGEST));
    }
    String byTheClockAhead = one.open(DIGEST);
    now -= 2_000;
    two.close(byTheClockAhead);
    assertThat(two.digestOf(byTheClockAhead)).isEmpty();

    String later = two.open(DIGEST);
    assertThat(two.digestOf(later)).isPresent();
    now -= 1_000;
    two.close(later);
    now += 3_000;
    assertThat(one.digestOf(byTheClockAhead)).isEmpty();
    assertThat(one.digestOf(later)).isEmpty();
    assertThat(one.digestOf(one.open(DIGEST))).isPresent();
  }

  @Test
  void old_logouts_do_not_count() {
    for (int i = 0; i < MOST_OF_A_KEY; i++) {
      one.close(one.open(DIGEST));
    }
    now += IDLE + Sessions.MARGIN.toMillis();
    String bystander = one.open(DIGEST);

    one.close(one.open(DIGEST));

    assertThat(two.digestOf(bystander)).isPresent();
  }

  @Test
  void a_thousand_logouts_of_a_key_leave_its_other_sessions_open() {
    Sessions sessions = new Sessions(box, clock, ended);
    String bystander = sessions.open(DIGEST);
    for (int i = 0; i < 1_000; i++) {
      sessions.close(sessions.open(DIGEST));
    }

    assertThat(sessions.digestOf(bystander)).isPresent();
  }

  @Test
  void after_the_most_logouts_of_a_key_each_further_one_ends_all_its_sessions() {
    List<String> sessions = new ArrayList<>();
    for (int i = 0; i < MOST_OF_A_KEY + 1; i++) {
      sessions.add(one.open(DIGEST));
    }
    String bystander = one.open(DIGEST);
    String another = one.open(OTHER_DIGEST);
    sessions.subList(0, MOST_OF_A_KEY).forEach(two::close);
    assertThat(one.digestOf(bystander)).isPresent();
    now += MINUTE;
    String younger = one.renewed(bystander).orElseThrow();

    two.close(sessions.getLast());

    assertThat(one.digestOf(sessions.getLast())).isEmpty();
    assertThat(one.digestOf(bystander)).isEmpty();
    assertThat(one.digestOf(younger)).isEmpty();
    assertThat(one.digestOf(another)).isPresent();
    for (int i = 0; i < 10; i++) {
      String next = one.open(DIGEST);
      assertThat(two.digestOf(next)).isPresent();
      one.close(next);
      assertThat(two.digestOf(next)).isEmpty();
    }
    assertThat(ended.size()).isEqualTo(MOST_OF_A_KEY + 1);
  }

  @Test
  void without_shared_logouts_a_restart_ends_all_sessions() {
    ExpiringMarks alone = new ExpiringMarks.InMemory();
    String session = new Sessions(box, clock, alone).open(DIGEST);

    assertThat(new Sessions(box, clock, alone).digestOf(session)).isEmpty();
  }

  /** The ended sessions that all nodes share, for nodes in one process. */
  private static final class SharedEndedSessions implements ExpiringMarks {
    private final TreeMap<String, long[]> ended = new TreeMap<>();
    private boolean receives = true;

    @Override
    public void mark(String name, long at, long until) {
      ended.put(name, new long[] {at, until});
    }

    @Override
    public long markedAt(String name) {
      long[] noted = ended.get(name);
      return noted == null ? 0 : noted[0];
    }

    @Override
    public int count(String prefix, long instant) {
      return (int)
          ended.subMap(prefix, prefix + Character.MAX_VALUE).values().stream()
              .filter(one -> one[1] > instant)
              .count();
    }

    @Override
    public boolean receivesFromOtherNodes() {
      return receives;
    }

    @Override
    public boolean shared() {
      return true;
    }

    int size() {
      return ended.size();
    }
  }
}
