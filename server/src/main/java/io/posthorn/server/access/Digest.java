package io.posthorn.server.access;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests. */
public final class Digest {
  private static final int SHORT = 16;

  private Digest() {}

  public static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
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
