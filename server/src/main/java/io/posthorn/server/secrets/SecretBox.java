package io.posthorn.server.secrets;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The encryption of secrets at rest, with AES-256-GCM. Format: a format byte, a random nonce, the
 * ciphertext.
 */
public final class SecretBox {
  private static final byte FORMAT = 1;
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final SecretKey key;
  private final SecureRandom random = new SecureRandom();

  public SecretBox(byte[] key) {
    if (key.length != 32) {
      throw new IllegalArgumentException("the key must have 32 bytes");
    }
    this.key = new SecretKeySpec(key, "AES");
  }

  /** Derives a key for a purpose; the derived key does not reveal this one. */
  public byte[] keyFor(String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getEncoded(), "HmacSHA256"));
      return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no HMAC-SHA256", e);
    }
  }

  public byte[] seal(String clear) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
      byte[] sealed = cipher.doFinal(clear.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.allocate(1 + NONCE + sealed.length)
          .put(FORMAT)
          .put(nonce)
          .put(sealed)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform cannot seal secrets", e);
    }
  }

  /** Decrypts the result of {@link #seal} with the same key; fails for anything else. */
  public String open(byte[] sealed) {
    if (sealed.length < 1 + NONCE || sealed[0] != FORMAT) {
      throw new IllegalArgumentException("not a sealed value");
    }
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, sealed, 1, NONCE));
      byte[] clear = cipher.doFinal(sealed, 1 + NONCE, sealed.length - 1 - NONCE);
      return new String(clear, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("sealed with another key, or corrupt", e);
    }
  }
}
