package io.posthorn.server.access;

import io.posthorn.engine.EndedSessions;
import io.posthorn.server.secrets.SecretBox;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Console sessions. A session stands for an API key and has the rights that the key has at that
 * moment. It ends when the key is revoked, on logout, and after 12 idle hours.
 *
 * <p>The encrypted cookie holds the whole session and is renewed while in use. The engine remembers
 * logouts, because a cookie cannot. If the engine shares logouts between nodes, all nodes derive
 * the cookie key from their encryption key, and a session is valid on every node. Otherwise the
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
   * How long nodes remember a logout beyond the idle time: a node that does not know of it yet may
   * renew the cookie, and clocks differ.
   */
  static final Duration MARGIN = Duration.ofHours(1);

  /**
   * How many logouts nodes remember per key. Beyond that, each logout ends all sessions of the key,
   * so that repeated logins cannot fill the memory of the nodes.
   */
  static final int MOST_OF_A_KEY = 100;

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder BYTES = Base64.getUrlDecoder();

  private final SecretBox box;
  private final Clock clock;
  private final EndedSessions ended;

  /**
   * Creates the sessions of a server.
   *
   * @param installation the secret box shared by all nodes
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
    long openedAt = Math.max(now, ended.endedAt(key) + 1);
    return seal(new Ticket(openedAt, now, KeyText.random128(), key));
  }

  /** Returns the digest of a session's key; empty if the session is unknown or has ended. */
  public Optional<byte[]> digestOf(String session) {
    return valid(session).map(ticket -> BYTES.decode(ticket.digest()));
  }

  /** Returns a renewed cookie for a session, if one is due. */
  public Optional<String> renewed(String session) {
    if (!ended.hears()) {
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
    if (ended.count(ticket.family(), now) < MOST_OF_A_KEY) {
      long until = Math.max(now, ticket.madeAt()) + IDLE.plus(MARGIN).toMillis();
      ended.end(ticket.family() + ticket.name(), now, until);
    } else {
      // Clocks differ between nodes: never earlier than the session, nor than an earlier end.
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
