package io.posthorn.kafka.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How nodes of one installation know each other: questions and answers carry an HMAC-SHA256 by a
 * key that all of them have. A question holds for half a minute and once only; an answer holds for
 * the question it was made for. For any thread.
 */
public final class PeerSignature {
  /** Clocks of different machines differ by less than this, or something is wrong with them. */
  static final Duration WINDOW = Duration.ofSeconds(30);

  /** The header of questions and answers. */
  static final String HEADER = "X-Posthorn-Peer";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int NONCE = 16;
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private final SecretKeySpec key;
  private final InstantSource clock;
  private final SeenNonces seen = new SeenNonces(WINDOW.multipliedBy(2));
  private final SecureRandom random = new SecureRandom();

  public PeerSignature(byte[] key, InstantSource clock) {
    this.key = new SecretKeySpec(key, ALGORITHM);
    this.clock = clock;
  }

  /** The header for a question. */
  String signRequest(String target) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    long now = clock.millis();
    String nonceText = TEXT.encodeToString(nonce);
    return now + "." + nonceText + "." + requestMac(now, nonceText, target);
  }

  /** Whether a question came from a node of authentic, just now and for the first time. */
  boolean verifyRequest(Optional<String> header, String target) {
    String[] parts = header.orElse("").split("\\.", -1);
    if (parts.length != 3 || !parts[0].matches("[0-9]{1,15}")) {
      return false;
    }
    long at = Long.parseLong(parts[0]);
    long now = clock.millis();
    return Math.abs(now - at) <= WINDOW.toMillis()
        && same(requestMac(at, parts[1], target), parts[2])
        && seen.isNew(parts[1], now);
  }

  /** The header for the answer to a question, which it belongs to. */
  String signResponse(String requestHeader, byte[] body) {
    return mac("answer", requestHeader, body);
  }

  boolean verifyResponse(String requestHeader, Optional<String> header, byte[] body) {
    return same(signResponse(requestHeader, body), header.orElse(""));
  }

  private String requestMac(long at, String nonce, String target) {
    return mac("question", at + "\n" + nonce + "\n" + target, new byte[0]);
  }

  private String mac(String kind, String text, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] head = (kind + "\n" + text).getBytes(StandardCharsets.UTF_8);
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(head.length).array());
      mac.update(head);
      return TEXT.encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no HMAC-SHA256", e);
    }
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
