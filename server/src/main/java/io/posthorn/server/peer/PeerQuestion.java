package io.posthorn.server.peer;

import java.util.Arrays;
import java.util.Base64;

/**
 * Asks for some entries of a shard's store, from a key (inclusive) to another (exclusive).
 *
 * @param back whether from the end to the start
 * @param most how many entries at most; there may be fewer in an answer, which then says so
 */
public record PeerQuestion(int shard, byte[] from, byte[] to, boolean back, int most) {
  /** What one answer has at most. */
  public static final int MOST_ENTRIES = 256;

  static final String ROUTE = "/internal/v1/shards/{shard}/entries";

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  /** Asks for one value. */
  public static PeerQuestion value(int shard, byte[] key) {
    return new PeerQuestion(shard, key, Arrays.copyOf(key, key.length + 1), false, 1);
  }

  /** Where it is asked. */
  String target() {
    return ROUTE.replace("{shard}", String.valueOf(shard))
        + "?from="
        + TEXT.encodeToString(from)
        + "&to="
        + TEXT.encodeToString(to)
        + "&back="
        + back
        + "&most="
        + most;
  }
}
