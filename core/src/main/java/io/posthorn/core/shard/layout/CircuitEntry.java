package io.posthorn.core.shard.layout;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/**
 * One entry of a circuit's history: what happened, and the counts that caused it.
 *
 * @param consecutiveFailures the count at that time; enabling by a user resets it
 */
public record CircuitEntry(
    long at,
    CircuitEvent event,
    long consecutiveFailures,
    long attemptsInWindow,
    long failuresInWindow) {
  private static final int FORMAT = 1;

  public byte[] encode() {
    return new ByteWriter(16)
        .u8(FORMAT)
        .varint(consecutiveFailures)
        .varint(attemptsInWindow)
        .varint(failuresInWindow)
        .toBytes();
  }

  public static CircuitEntry decode(long at, CircuitEvent event, byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "A stored circuit's history has a newer format; start the version of Posthorn that wrote it.");
    }
    return new CircuitEntry(at, event, in.varint(), in.varint(), in.varint());
  }
}
