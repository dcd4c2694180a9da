package io.posthorn.server.access;

import io.posthorn.engine.EndedSessions;
import io.posthorn.server.secrets.SecretBox;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Who is logged in at the console. A session stands for a key, and is worth what the key is worth
 * at that moment: revoking the key ends it. So does logging out, and so does not using it.
 *
 * <p>The cookie holds all that there is to know, sealed. While it is used it is replaced by a
 * younger one of the same session. That somebody has logged out no cookie can tell: the engine
 * remembers that. Where it does so for all nodes, they seal with a key that follows from their
 * encryption key, and a session holds at each of them; otherwise the key is drawn at each start,
 * and a restart ends all sessions.
 */
public final class Sessions {
  /** What the key is made for; another form of the cookie would have another. */
  private static final String PURPOSE = "posthorn console sessions v1";

  /** How long a session may be left alone. */
  public static final Duration IDLE = Duration.ofHours(12);

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
   * Sessions of a server.
   *
   * @param installation the box that all nodes have
   */
  public Sessions(SecretBox installation, Clock clock, EndedSessions ended) {
    box = new SecretBox(ended.shared() ? installation.keyFor(PURPOSE) : randomKey());
    this.clock = clock;
    this.ended = ended;
  }

  private static byte[] randomKey() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return key;
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

  /**
   * Opens a session for a key.
   *
   * @param digest the key's
   * @return what the cookie holds
   */
  public String open(byte[] digest) {
    long now = clock.millis();
    String key = TEXT.encodeToString(digest);
    // Behind the moment at which all of the key's were ended, by whatever clock that was.
    long openedAt = Math.max(now, ended.endedAt(key) + 1);
    return seal(new Ticket(openedAt, now, KeyText.random128(), key));
  }

  /** The digest of a session's key; nothing where there is no such session, or no longer. */
  public Optional<byte[]> digestOf(String session) {
    return valid(session).map(ticket -> BYTES.decode(ticket.digest()));
  }

  /** What whoever uses a session should hold from now on; nothing where that is what it has. */
  public Optional<String> renewed(String session) {
    if (!ended.hears()) {
      return Optional.empty(); // who may have been logged out elsewhere keeps what he has
    }
    long now = clock.millis();
    return valid(session)
        .filter(ticket -> now - ticket.madeAt() >= RENEWED_AFTER.toMillis())
        .map(ticket -> seal(ticket.renewed(now)));
  }

  /** Ends a session, whoever has a copy of its cookie. */
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
