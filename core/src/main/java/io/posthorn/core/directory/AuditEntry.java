package io.posthorn.core.directory;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * One change made through the API.
 *
 * @param who the id and name of the key it was made with
 * @param from the caller's address
 * @param action what was done, such as {@code subscription.create}
 * @param target to what, such as a subscription's id
 * @param detail further information, without secrets
 */
public record AuditEntry(
    long at,
    String who,
    String from,
    String action,
    @Nullable String customerId,
    String target,
    String detail) {
  private static final int FORMAT = 1;

  public byte[] encode() {
    return new ByteWriter(160)
        .u8(FORMAT)
        .u64(at)
        .text(who)
        .text(from)
        .text(action)
        .maybeText(customerId)
        .text(target)
        .text(detail)
        .toBytes();
  }

  public static AuditEntry decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "A stored audit entry has a newer format; start the version of Posthorn that wrote it.");
    }
    return new AuditEntry(
        in.u64(), in.text(), in.text(), in.text(), in.maybeText(), in.text(), in.text());
  }
}
