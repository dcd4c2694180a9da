package io.posthorn.bench.sink;

import java.util.Arrays;

/** How long things took, in microseconds: counted in buckets that are at most 1.6 % wide. */
public final class Latencies {
  private static final int HALF = 64;
  private static final int BUCKETS = 40 * HALF;

  private final long[] counts = new long[BUCKETS];
  private long count;

  public void add(long micros) {
    counts[bucket(Math.max(0, micros))]++;
    count++;
  }

  /** Values below 128 have a bucket each; above, each doubling has 64. */
  private static int bucket(long value) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - 7);
    return Math.min(BUCKETS - 1, shift * HALF + (int) (value >>> shift));
  }

  private static long lowest(int bucket) {
    int shift = Math.max(0, bucket / HALF - 1);
    return (long) (bucket - shift * HALF) << shift;
  }

  public long count() {
    return count;
  }

  /** The value that a share of all is at or below. */
  public long percentile(double share) {
    long rank = (long) Math.ceil(share * count);
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts[i];
      if (seen >= rank && seen > 0) {
        return lowest(i);
      }
    }
    return 0;
  }

  void clear() {
    Arrays.fill(counts, 0);
    count = 0;
  }
}
