package io.posthorn.server.access;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests. */
public final class Digest {
  private static final int SHORT = 16;

  /** Copied for each digest: looking up the algorithm takes longer than a short digest itself. */
  private static final MessageDigest SHA_256 = sha256();

  private Digest() {}

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  public static byte[] of(byte[] bytes) {
    try {
      return ((MessageDigest) SHA_256.clone()).digest(bytes);
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("every Java platform can copy its SHA-256", e);
    }
  }

  /**
   * Returns a short digest (16 hex digits) for content that is not adversarial, such as bundled
   * files.
   */
  public static String text(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes)).substring(0, SHORT);
  }
}
