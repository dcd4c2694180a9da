package io.posthorn.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.engine.EndedSessions;
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
  private static final byte[] DIGEST = KeyText.random().digest();
  private static final byte[] OTHER_DIGEST = KeyText.random().digest();
  private static final long IDLE = Sessions.IDLE.toMillis();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  private long now = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private final InstantSource time = () -> Instant.ofEpochMilli(now);
  private final Clock clock = time.withZone(ZoneOffset.UTC);
  private final SecretBox box = new SecretBox(new byte[32]);
  private final SharedEnds ended = new SharedEnds();
  private final Sessions one = new Sessions(box, clock, ended);
  private final Sessions two = new Sessions(box, clock, ended);

  @Test
  void a_session_of_one_node_is_known_to_another_for_the_same_key() {
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
  void whoever_uses_it_gets_a_younger_cookie_once_a_minute_which_lives_12_hours_from_then() {
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
  void a_node_whose_clock_is_behind_takes_it_too() {
    String session = one.open(DIGEST);
    now -= MINUTE;

    assertThat(two.digestOf(session)).contains(DIGEST);
    assertThat(two.renewed(session)).isEmpty();
  }

  @Test
  void not_a_single_bit_of_it_can_be_changed() {
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
  void what_nobody_has_sealed_opens_nothing(String garbage) {
    assertThat(one.digestOf(garbage)).isEmpty();
    assertThat(one.renewed(garbage)).isEmpty();
    one.close(garbage);
    assertThat(ended.size()).isZero();
  }

  @Test
  void a_part_of_it_opens_nothing() {
    String session = one.open(DIGEST);
    for (int length = 0; length < session.length(); length++) {
      assertThat(two.digestOf(session.substring(0, length))).isEmpty();
    }
  }

  @Test
  void an_installation_with_another_key_does_not_know_it() {
    byte[] another = new byte[32];
    another[31] = 1;

    assertThat(new Sessions(new SecretBox(another), clock, ended).digestOf(one.open(DIGEST)))
        .isEmpty();
  }

  @Test
  void what_was_sealed_for_another_purpose_is_no_session() {
    String text = now + " " + now + " name " + Base64.getUrlEncoder().encodeToString(DIGEST);

    assertThat(two.digestOf(Base64.getUrlEncoder().encodeToString(box.seal(text)))).isEmpty();
  }

  @Test
  void it_tells_nothing_of_its_key_and_no_two_are_alike() {
    String session = one.open(DIGEST);

    String bytes = HexFormat.of().formatHex(Base64.getUrlDecoder().decode(session));
    assertThat(bytes).doesNotContain(HexFormat.of().formatHex(DIGEST, 0, 8));
    assertThat(session)
        .matches("[A-Za-z0-9_-]+")
        .doesNotContain(Base64.getUrlEncoder().withoutPadding().encodeToString(DIGEST))
        .isNotEqualTo(one.open(DIGEST));
  }

  @Test
  void ended_at_one_node_it_is_ended_at_all_with_every_younger_cookie_and_no_other_session() {
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
  void one_that_was_made_more_than_an_hour_in_the_future_is_none() {
    String session = one.open(DIGEST);

    now -= Sessions.MARGIN.toMillis();
    assertThat(two.digestOf(session)).isPresent();
    now--;
    assertThat(two.digestOf(session)).isEmpty();
  }

  @Test
  void a_node_that_does_not_hear_what_others_end_makes_no_cookie_younger() {
    String session = one.open(DIGEST);
    now += MINUTE;
    ended.hears = false;

    assertThat(two.renewed(session)).isEmpty();
    assertThat(two.digestOf(session)).isPresent();
    ended.hears = true;
    assertThat(two.renewed(session)).isPresent();
  }

  @Test
  void where_all_of_a_key_end_at_once_differing_clocks_neither_revive_one_nor_end_a_later_one() {
    for (int i = 0; i < Sessions.MOST_OF_A_KEY; i++) {
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
  void of_those_that_ended_long_ago_none_counts() {
    for (int i = 0; i < Sessions.MOST_OF_A_KEY; i++) {
      one.close(one.open(DIGEST));
    }
    now += IDLE + Sessions.MARGIN.toMillis();
    String bystander = one.open(DIGEST);

    one.close(one.open(DIGEST));

    assertThat(two.digestOf(bystander)).isPresent();
  }

  @Test
  void after_100_of_a_key_each_that_ends_ends_all_of_that_key_and_memory_is_not_filled() {
    List<String> sessions = new ArrayList<>();
    for (int i = 0; i < Sessions.MOST_OF_A_KEY + 1; i++) {
      sessions.add(one.open(DIGEST));
    }
    String bystander = one.open(DIGEST);
    String another = one.open(OTHER_DIGEST);
    sessions.subList(0, Sessions.MOST_OF_A_KEY).forEach(two::close);
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
    assertThat(ended.size()).isEqualTo(Sessions.MOST_OF_A_KEY + 1);
  }

  @Test
  void where_ends_are_not_shared_a_restart_ends_all_sessions() {
    EndedSessions alone = new EndedSessions.InMemory();
    String session = new Sessions(box, clock, alone).open(DIGEST);

    assertThat(new Sessions(box, clock, alone).digestOf(session)).isEmpty();
  }

  /** What all nodes know of ended sessions, for nodes in one process. */
  private static final class SharedEnds implements EndedSessions {
    private final TreeMap<String, long[]> ended = new TreeMap<>();
    private boolean hears = true;

    @Override
    public void end(String name, long at, long until) {
      ended.put(name, new long[] {at, until});
    }

    @Override
    public long endedAt(String name) {
      long[] noted = ended.get(name);
      return noted == null ? 0 : noted[0];
    }

    @Override
    public int count(String prefix, long moment) {
      return (int)
          ended.entrySet().stream()
              .filter(one -> one.getKey().startsWith(prefix) && one.getValue()[1] > moment)
              .count();
    }

    @Override
    public boolean hears() {
      return hears;
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
