package io.posthorn.core.stats;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/**
 * A histogram of attempt durations: 64 buckets, each a fifth wider than the one before, from 1 ms
 * to 97 s. Percentiles are accurate to within 10 % (or a millisecond), in constant memory.
 */
public final class LatencyHistogram {
  private static final int BUCKETS = 64;
  private static final double GROWTH = 1.2;
  private static final double[] UPPER = uppers();

  private final long[] counts = new long[BUCKETS];
  private long total;

  private static double[] uppers() {
    double[] uppers = new double[BUCKETS];
    double upper = 1;
    for (int i = 0; i < BUCKETS; i++) {
      uppers[i] = upper;
      upper *= GROWTH;
    }
    return uppers;
  }

  public void add(long millis) {
    counts[bucket(millis)]++;
    total++;
  }

  public void addAll(LatencyHistogram that) {
    for (int i = 0; i < BUCKETS; i++) {
      counts[i] += that.counts[i];
    }
    total += that.total;
  }

  public long total() {
    return total;
  }

  /**
   * The duration within which a share of the attempts completed, in milliseconds; 0 without
   * attempts.
   */
  public long percentile(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return middle(i);
      }
    }
    return 0;
  }

  /** The geometric mean of the bucket's ends. */
  private static long middle(int bucket) {
    return bucket == 0 ? 1 : Math.round(Math.sqrt(UPPER[bucket - 1] * UPPER[bucket]));
  }

  /** The bucket of a duration; the last one takes everything longer. */
  private static int bucket(long millis) {
    int low = 0;
    int high = BUCKETS - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (millis <= UPPER[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Writes the non-empty buckets only: most minutes have a handful. */
  void write(ByteWriter out) {
    int used = 0;
    for (long count : counts) {
      used += count > 0 ? 1 : 0;
    }
    out.u8(used);
    for (int i = 0; i < BUCKETS; i++) {
      if (counts[i] > 0) {
        out.u8(i).varint(counts[i]);
      }
    }
  }

  void read(ByteReader in) {
    for (int used = in.u8(); used > 0; used--) {
      int bucket = in.u8();
      long count = in.varint();
      counts[bucket] += count;
      total += count;
    }
  }
}
