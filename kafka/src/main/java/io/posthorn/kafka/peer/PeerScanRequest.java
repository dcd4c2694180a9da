package io.posthorn.kafka.peer;

import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import java.util.Arrays;
import java.util.Base64;

/** A request for a page of a shard's store. */
record PeerScanRequest(int shard, boolean copy, Range range) {
  static final String ROUTE = "/internal/v1/shards/{shard}/entries";

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  /** A request for one value. */
  static PeerScanRequest value(Peers.RemoteShard remote, byte[] key) {
    return of(remote, new Range(key, Arrays.copyOf(key, key.length + 1), false, 1));
  }

  static PeerScanRequest of(Peers.RemoteShard remote, Range range) {
    return new PeerScanRequest(remote.shard(), remote.copy(), range);
  }

  /** The path and query. */
  String target() {
    return ROUTE.replace("{shard}", String.valueOf(shard))
        + "?from="
        + TEXT.encodeToString(range.from())
        + "&to="
        + TEXT.encodeToString(range.to())
        + "&back="
        + range.back()
        + "&most="
        + range.mostEntries()
        + "&copy="
        + copy;
  }
}
