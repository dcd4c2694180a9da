package io.posthorn.core.directory;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * An API key. Only its digest is kept; the key itself is known to its holder alone.
 *
 * @param id identifies it in lists and calls
 * @param digest SHA-256 of the key
 * @param prefix its first characters, by which its holder recognises it
 * @param customerId its scope; null for all customers
 * @param expiresAt when it stops being valid; 0 for never
 */
public record ApiKey(
    String id,
    byte[] digest,
    String prefix,
    String name,
    Role role,
    @Nullable String customerId,
    long createdAt,
    long expiresAt) {
  private static final int FORMAT = 1;

  public boolean validAt(long now) {
    return expiresAt == 0 || now < expiresAt;
  }

  public byte[] encode() {
    return new ByteWriter(128)
        .u8(FORMAT)
        .text(id)
        .text(prefix)
        .text(name)
        .u8(role.number())
        .maybeText(customerId)
        .u64(createdAt)
        .varint(expiresAt)
        .toBytes();
  }

  public static ApiKey decode(byte[] digest, byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "A stored key has a newer format; start the version of Posthorn that wrote it.");
    }
    return new ApiKey(
        in.text(),
        digest,
        in.text(),
        in.text(),
        Role.of(in.u8()),
        in.maybeText(),
        in.u64(),
        in.varint());
  }
}
