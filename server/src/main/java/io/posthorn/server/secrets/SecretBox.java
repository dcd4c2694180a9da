package io.posthorn.server.secrets;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The encryption of secrets at rest, with AES-256-GCM. Format: a format byte, a random nonce, the
 * ciphertext. The first of its keys seals, and all of them open, so that a key can be replaced
 * while values under it are still stored.
 */
public final class SecretBox {
  private static final byte FORMAT = 1;
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private volatile List<SecretKey> keys;
  private final SecureRandom random = new SecureRandom();

  public SecretBox(byte[] key) {
    this(List.of(key));
  }

  /** A box with several keys, the newest first. */
  public SecretBox(List<byte[]> keys) {
    this.keys = secretKeys(keys);
  }

  private static List<SecretKey> secretKeys(List<byte[]> keys) {
    if (keys.isEmpty() || keys.stream().anyMatch(key -> key.length != 32)) {
      throw new IllegalArgumentException("there must be a key, and each must have 32 bytes");
    }
    return keys.stream().<SecretKey>map(key -> new SecretKeySpec(key, "AES")).toList();
  }

  /** Seals and opens with other keys from now on. */
  public void replaceKeys(List<byte[]> others) {
    keys = secretKeys(others);
  }

  /** The number of keys. */
  public int size() {
    return keys.size();
  }

  /** Derives a key for a purpose from each key; a derived key does not reveal its origin. */
  public List<byte[]> keysFor(String purpose) {
    return keys.stream().map(key -> derived(key, purpose)).toList();
  }

  private static byte[] derived(SecretKey key, String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getEncoded(), "HmacSHA256"));
      return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no HMAC-SHA256", e);
    }
  }

  /** Encrypts with the first key. */
  public byte[] seal(String clear) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, keys.getFirst(), new GCMParameterSpec(TAG_BITS, nonce));
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

  /** Returns whether a value is sealed with the first key. */
  public boolean isCurrent(byte[] sealed) {
    try {
      open(keys.getFirst(), sealed);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Decrypts the result of {@link #seal} with any of the keys; fails for anything else. */
  public String open(byte[] sealed) {
    List<SecretKey> all = keys;
    for (SecretKey previous : all.subList(0, all.size() - 1)) {
      try {
        return open(previous, sealed);
      } catch (IllegalArgumentException e) {
        // Perhaps with the next.
      }
    }
    return open(all.getLast(), sealed);
  }

  private static String open(SecretKey key, byte[] sealed) {
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
