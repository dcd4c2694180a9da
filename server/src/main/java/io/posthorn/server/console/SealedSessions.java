package io.posthorn.server.console;

import io.posthorn.server.access.KeyText;
import io.posthorn.server.secrets.SecretBox;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Sessions of an installation of many nodes, each valid at all of them: the cookie holds all that
 * there is to know, sealed with a key that follows from the encryption key. While it is used it is
 * replaced by a younger one of the same session. That somebody has logged out no cookie can tell:
 * all nodes are told.
 */
public final class SealedSessions implements Sessions {
  /** What the key is made for; another form of the cookie would have another. */
  private static final String PURPOSE = "posthorn console sessions v1";

  /** A cookie is replaced when it was made this long ago: idle time is exact to that. */
  static final Duration RENEWED_AFTER = Duration.ofMinutes(1);

  /**
   * What nodes remember a log-out for, beyond the idle time: a node that has not heard of it yet
   * may renew the cookie, and clocks differ.
   */
  static final Duration MARGIN = Duration.ofHours(1);

  /**
   * What nodes remember of a single key. From the next one on, each log-out ends all of its
   * sessions: nobody can fill the memory of all nodes by logging in and out.
   */
  static final int MOST_OF_A_KEY = 100;

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder BYTES = Base64.getUrlDecoder();

  private final SecretBox box;
  private final Clock clock;
  private final EndedSessions ended;

  /**
   * Sessions of all who have a key in common.
   *
   * @param installation the box that all nodes have
   */
  public SealedSessions(SecretBox installation, Clock clock, EndedSessions ended) {
    box = new SecretBox(installation.keyFor(PURPOSE));
    this.clock = clock;
    this.ended = ended;
  }

  /** What a cookie holds. */
  private record Ticket(long openedAt, long madeAt, String name, String digest) {
    String text() {
      return openedAt + " " + madeAt + " " + name + " " + digest;
    }

    static Ticket parse(String text) {
      String[] parts = text.split(" ", -1);
      return new Ticket(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2], parts[3]);
    }

    Ticket renewed(long now) {
      return new Ticket(openedAt, now, name, digest);
    }

    /** What all sessions of the key begin with. */
    String family() {
      return digest + ".";
    }
  }

  @Override
  public String open(byte[] digest) {
    long now = clock.millis();
    String key = TEXT.encodeToString(digest);
    // Behind the moment at which all of the key's were ended, by whatever clock that was.
    long openedAt = Math.max(now, ended.endedAt(key) + 1);
    return seal(new Ticket(openedAt, now, KeyText.random128(), key));
  }

  @Override
  public Optional<byte[]> digestOf(String session) {
    return valid(session).map(ticket -> BYTES.decode(ticket.digest()));
  }

  @Override
  public Optional<String> renewed(String session) {
    if (!ended.hears()) {
      return Optional.empty(); // who may have been logged out elsewhere keeps what he has
    }
    long now = clock.millis();
    return valid(session)
        .filter(ticket -> now - ticket.madeAt() >= RENEWED_AFTER.toMillis())
        .map(ticket -> seal(ticket.renewed(now)));
  }

  @Override
  public void close(String session) {
    valid(session).ifPresent(this::end);
  }

  private void end(Ticket ticket) {
    long now = clock.millis();
    if (ended.count(ticket.family(), now) < MOST_OF_A_KEY) {
      long until = Math.max(now, ticket.madeAt()) + IDLE.plus(MARGIN).toMillis();
      ended.end(ticket.family() + ticket.name(), now, until);
    } else {
      // Clocks of nodes differ: never before the session itself, nor before what was said already.
      long at = Math.max(now, Math.max(ticket.openedAt(), ended.endedAt(ticket.digest())));
      ended.end(ticket.digest(), at, Long.MAX_VALUE);
    }
  }

  private Optional<Ticket> valid(String session) {
    long now = clock.millis();
    return opened(session)
        .filter(ticket -> now - ticket.madeAt() < IDLE.toMillis())
        .filter(ticket -> ticket.madeAt() - now <= MARGIN.toMillis())
        .filter(ticket -> ended.endedAt(ticket.family() + ticket.name()) == 0)
        .filter(ticket -> ended.endedAt(ticket.digest()) < ticket.openedAt());
  }

  /** What we have sealed ourselves; anybody may send anything. */
  private Optional<Ticket> opened(String session) {
    try {
      return Optional.of(Ticket.parse(box.open(BYTES.decode(session))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private String seal(Ticket ticket) {
    return TEXT.encodeToString(box.seal(ticket.text()));
  }
}
