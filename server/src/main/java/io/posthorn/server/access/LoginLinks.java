package io.posthorn.server.access;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One-time tokens that log in to the console without a key, valid for {@link #LIFETIME}.
 *
 * <p>They are for servers in development mode, which listen on the loopback alone, so that a
 * terminal can show a link. They are kept in memory only, by their digest. Each belongs to a key,
 * and a session that it opens ends with that key.
 */
public final class LoginLinks {
  public static final Duration LIFETIME = Duration.ofMinutes(10);

  /** More than a terminal shows; older ones are forgotten. */
  private static final int MOST = 16;

  private final Clock clock;
  private final Map<String, Link> links = new LinkedHashMap<>();

  /** A token's key, and the end of its time. */
  private record Link(byte[] keyDigest, long until) {}

  public LoginLinks(Clock clock) {
    this.clock = clock;
  }

  /**
   * Creates a token.
   *
   * @param keyDigest the digest of the key that the session stands for
   */
  public synchronized String create(byte[] keyDigest) {
    String token = ApiKeySecret.random128() + ApiKeySecret.random128();
    if (links.size() == MOST) {
      links.remove(links.keySet().iterator().next());
    }
    links.put(digest(token), new Link(keyDigest, clock.millis() + LIFETIME.toMillis()));
    return token;
  }

  /** Uses a token up; returns the digest of its key, unless it is unknown, used or too old. */
  public synchronized Optional<byte[]> redeem(String token) {
    return Optional.ofNullable(links.remove(digest(token)))
        .filter(link -> clock.millis() < link.until())
        .map(Link::keyDigest);
  }

  private static String digest(String token) {
    return HexFormat.of().formatHex(Digest.of(token.getBytes(StandardCharsets.UTF_8)));
  }
}
