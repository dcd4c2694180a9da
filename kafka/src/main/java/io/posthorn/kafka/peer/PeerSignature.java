package io.posthorn.kafka.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of requests between nodes: HMAC-SHA256 under a key that all nodes of an
 * installation share; while that is replaced, nodes also verify with the others. A request is valid
 * for 30 s and once; a response is valid for its request only. Thread-safe.
 */
public final class PeerSignature {
  /** The tolerated difference between the clocks of two nodes. */
  static final Duration WINDOW = Duration.ofSeconds(30);

  /** The header of requests and responses. */
  static final String HEADER = "X-Posthorn-Peer";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int NONCE = 16;
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private final List<SecretKeySpec> keys;
  private final InstantSource clock;
  private final SeenNonces seen = new SeenNonces(WINDOW.multipliedBy(2));
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates a signature.
   *
   * @param keys the first signs, and each verifies
   */
  public PeerSignature(List<byte[]> keys, InstantSource clock) {
    this.keys = keys.stream().map(key -> new SecretKeySpec(key, ALGORITHM)).toList();
    this.clock = clock;
  }

  /** Signs a request. */
  String signRequest(String target) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    long now = clock.millis();
    String nonceText = TEXT.encodeToString(nonce);
    return now + "." + nonceText + "." + requestMac(keys.getFirst(), now, nonceText, target);
  }

  /**
   * Returns whether a request comes from a node of this installation, is recent, and was not seen
   * before.
   */
  boolean verifyRequest(Optional<String> header, String target) {
    String[] parts = header.orElse("").split("\\.", -1);
    if (parts.length != 3 || !parts[0].matches("[0-9]{1,15}")) {
      return false;
    }
    long at = Long.parseLong(parts[0]);
    long now = clock.millis();
    return Math.abs(now - at) <= WINDOW.toMillis()
        && keys.stream().anyMatch(key -> same(requestMac(key, at, parts[1], target), parts[2]))
        && seen.isNew(parts[1], now);
  }

  /** Signs the response to a request. */
  String signResponse(String requestHeader, byte[] body) {
    return responseMac(keys.getFirst(), requestHeader, body);
  }

  boolean verifyResponse(String requestHeader, Optional<String> header, byte[] body) {
    String given = header.orElse("");
    return keys.stream().anyMatch(key -> same(responseMac(key, requestHeader, body), given));
  }

  private static String responseMac(SecretKeySpec key, String requestHeader, byte[] body) {
    return mac(key, "response", requestHeader, body);
  }

  private static String requestMac(SecretKeySpec key, long at, String nonce, String target) {
    return mac(key, "question", at + "\n" + nonce + "\n" + target, new byte[0]);
  }

  private static String mac(SecretKeySpec key, String kind, String text, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] head = (kind + "\n" + text).getBytes(StandardCharsets.UTF_8);
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(head.length).array());
      mac.update(head);
      return TEXT.encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no HMAC-SHA256", e);
    }
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The nonces of recent requests, in two generations: when the younger is old enough, it replaces
   * the elder. Only verified requests are added, so outsiders cannot fill it.
   */
  private static final class SeenNonces {
    private final long generation;
    private Set<String> young = new HashSet<>();
    private Set<String> old = new HashSet<>();
    private long since;

    /**
     * Remembers nonces for at least this long.
     *
     * @param memory how long a nonce could be replayed
     */
    SeenNonces(Duration memory) {
      generation = memory.toMillis();
    }

    /** Adds a nonce; returns whether it is new. */
    synchronized boolean isNew(String nonce, long now) {
      if (now - since >= generation) {
        old = young;
        young = new HashSet<>();
        since = now;
      }
      return !old.contains(nonce) && young.add(nonce);
    }
  }
}
