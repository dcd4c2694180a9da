package io.posthorn.kafka.read;

import java.util.List;

/**
 * Some entries of a shard's store, in the order asked for.
 *
 * @param more whether there may be others behind them
 */
public record Page(List<Entry> entries, boolean more) {
  /** A key and its value. */
  public record Entry(byte[] key, byte[] value) {}
}
