package io.posthorn.server.access;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.store.Base32;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * An API key in clear text. It is shown once, when it is created; only its digest is stored. A fast
 * digest is enough, because 256 random bits cannot be guessed.
 */
public record ApiKeySecret(String clear) {
  private static final int PREFIX = 12;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Creates a new one. */
  public static ApiKeySecret random() {
    return new ApiKeySecret("phk_" + random128() + random128());
  }

  /** 128 random bits as text, for ids. */
  public static String random128() {
    byte[] bits = new byte[16];
    RANDOM.nextBytes(bits);
    ByteBuffer halves = ByteBuffer.wrap(bits);
    return Base32.encode128(halves.getLong(), halves.getLong());
  }

  /**
   * A key with this text, under a new id.
   *
   * @param customerId null for all customers
   * @param expiresAt 0 for never
   */
  public ApiKey key(
      String name, Role role, @Nullable String customerId, long createdAt, long expiresAt) {
    return new ApiKey(
        "key_" + random128(), digest(), prefix(), name, role, customerId, createdAt, expiresAt);
  }

  public byte[] digest() {
    return Digest.of(clear.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the prefix that may be shown. */
  public String prefix() {
    return clear.length() < 2 * PREFIX ? "" : clear.substring(0, PREFIX);
  }

  @Override
  public String toString() {
    return "ApiKeySecret[" + prefix() + "...]";
  }
}
