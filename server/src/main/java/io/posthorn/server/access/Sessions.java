package io.posthorn.server.access;

import io.posthorn.engine.ExpiringMarks;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.secrets.SecretBox;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Console sessions. A session represents an API key and has the rights that the key has at that
 * time. It ends when the key is revoked, on logout, and after 12 idle hours.
 *
 * <p>The encrypted cookie holds the whole session and is renewed while in use. The engine remembers
 * logouts, because a cookie cannot. If the engine shares logouts between nodes, all nodes derive
 * the cookie keys from their encryption keys, and a session is valid on every node. Otherwise the
 * cookie key is random, and a restart ends all sessions.
 */
public final class Sessions {
  /** The purpose that the cookie key is derived for; a new cookie format needs a new one. */
  private static final String PURPOSE = "posthorn console sessions v1";

  /** The idle time after which a session ends. */
  public static final Duration IDLE = Duration.ofHours(12);

  /** The age at which a cookie is renewed, and so the precision of the idle time. */
  static final Duration RENEWED_AFTER = Duration.ofMinutes(1);

  /**
   * The time that nodes remember a logout beyond the idle time: a node that does not know of it yet
   * may renew the cookie, and clocks differ.
   */
  static final Duration MARGIN = Duration.ofHours(1);

  /**
   * The logouts that nodes remember per key: more than users make in 13 hours, and about a
   * megabyte. Beyond that, each logout ends all sessions of the key, so that a script with a key
   * cannot fill the memory of the nodes.
   */
  private static final int MOST_LOGOUTS_OF_A_KEY = 10_000;

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder BYTES = Base64.getUrlDecoder();

  private final SecretBox box;
  private final Clock clock;
  private final ExpiringMarks ended;
  private final int mostLogoutsOfAKey;

  /**
   * Creates the sessions of a server.
   *
   * @param installation the secret box shared by all nodes
   */
  public Sessions(SecretBox installation, Clock clock, ExpiringMarks ended) {
    this(installation, clock, ended, MOST_LOGOUTS_OF_A_KEY);
  }

  /** Creates sessions with a limit of remembered logouts per key. */
  Sessions(SecretBox installation, Clock clock, ExpiringMarks ended, int mostLogoutsOfAKey) {
    box = new SecretBox(ended.shared() ? installation.keysFor(PURPOSE) : List.of(randomKey()));
    this.clock = clock;
    this.ended = ended;
    this.mostLogoutsOfAKey = mostLogoutsOfAKey;
  }

  private static byte[] randomKey() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return key;
  }

  /** The content of a cookie. */
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

    /** Returns the common prefix of all sessions of the key. */
    String family() {
      return digest + ".";
    }
  }

  /**
   * Opens a session for a key.
   *
   * @param digest the digest of the key
   * @return the value of the cookie
   */
  public String open(byte[] digest) {
    long now = clock.millis();
    String key = TEXT.encodeToString(digest);
    // After the time at which all sessions of the key were ended, by the clock of any node.
    long openedAt = Math.max(now, ended.markedAt(key) + 1);
    return seal(new Ticket(openedAt, now, ApiKeySecret.random128(), key));
  }

  /** Returns the digest of a session's key; empty if the session is unknown or has ended. */
  public Optional<byte[]> digestOf(String session) {
    return valid(session).map(ticket -> BYTES.decode(ticket.digest()));
  }

  /** Returns a renewed cookie for a session, if one is due. */
  public Optional<String> renewed(String session) {
    if (!ended.receivesFromOtherNodes()) {
      return Optional.empty(); // a logout on another node may not have arrived yet
    }
    long now = clock.millis();
    return valid(session)
        .filter(ticket -> now - ticket.madeAt() >= RENEWED_AFTER.toMillis())
        .map(ticket -> seal(ticket.renewed(now)));
  }

  /** Ends a session, including all copies of its cookie. */
  public void close(String session) {
    valid(session).ifPresent(this::end);
  }

  private void end(Ticket ticket) {
    long now = clock.millis();
    if (ended.count(ticket.family(), now) < mostLogoutsOfAKey) {
      long until = Math.max(now, ticket.madeAt()) + IDLE.plus(MARGIN).toMillis();
      markEnded(ticket.family() + ticket.name(), now, until);
    } else {
      // Clocks differ between nodes: never earlier than the session, nor than an earlier end.
      long at = Math.max(now, Math.max(ticket.openedAt(), ended.markedAt(ticket.digest())));
      markEnded(ticket.digest(), at, Long.MAX_VALUE);
    }
  }

  private void markEnded(String name, long at, long until) {
    try {
      ended.mark(name, at, until);
    } catch (RefusedException e) {
      throw e.reason() == Refusal.OUTCOME_UNKNOWN
          ? RefusedException.outcomeUnknown("You are logged out here. " + e.detail(), e)
          : e;
    }
  }

  private Optional<Ticket> valid(String session) {
    long now = clock.millis();
    return opened(session)
        .filter(ticket -> now - ticket.madeAt() < IDLE.toMillis())
        .filter(ticket -> ticket.madeAt() - now <= MARGIN.toMillis())
        .filter(ticket -> ended.markedAt(ticket.family() + ticket.name()) == 0)
        .filter(ticket -> ended.markedAt(ticket.digest()) < ticket.openedAt());
  }

  /** Decrypts a cookie; empty for anything that this server did not create. */
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
