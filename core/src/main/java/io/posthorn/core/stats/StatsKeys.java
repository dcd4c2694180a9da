package io.posthorn.core.stats;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The keys of the STATS table: customer, endpoint (zeros for the customer as a whole), minute. */
final class StatsKeys {
  static final long MINUTE = 60_000;

  private static final int TIME = 8;

  private StatsKeys() {}

  static long minuteOf(long time) {
    return time - Math.floorMod(time, MINUTE);
  }

  /** All minutes of one customer or endpoint. */
  static byte[] series(String customerId, @Nullable EndpointId endpoint) {
    ByteWriter key = ByteWriter.key(Table.STATS).word(customerId);
    return endpoint == null
        ? key.u64(0).u64(0).toBytes()
        : key.u64(endpoint.high()).u64(endpoint.low()).toBytes();
  }

  static byte[] at(byte[] series, long minute) {
    return new ByteWriter(series.length + TIME).raw(series).u64(minute).toBytes();
  }

  /** The first key after a series. */
  static byte[] behind(byte[] series) {
    return new ByteWriter(series.length + TIME + 1).raw(series).u64(-1L).u8(0).toBytes();
  }

  static byte[] seriesOf(byte[] key) {
    return Arrays.copyOf(key, key.length - TIME);
  }

  static long minuteIn(byte[] key) {
    return new ByteReader(key, key.length - TIME).u64();
  }
}
