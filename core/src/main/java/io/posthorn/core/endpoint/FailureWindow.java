package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.Arrays;

/**
 * Attempts and failures of the last 48 hours in 48 buckets: the current one and the 47 before it.
 * Constant memory, whatever the traffic.
 */
public final class FailureWindow {
  public static final int BUCKETS = 48;

  private final long bucketMillis;
  private final int[] attempts = new int[BUCKETS];
  private final int[] failures = new int[BUCKETS];
  private long newest;
  private long totalAttempts;
  private long totalFailures;

  public FailureWindow(long windowMillis) {
    bucketMillis = windowMillis / BUCKETS;
  }

  public void count(boolean failed, long now) {
    moveTo(now);
    int slot = slot(newest);
    attempts[slot]++;
    totalAttempts++;
    if (failed) {
      failures[slot]++;
      totalFailures++;
    }
  }

  public void clear() {
    Arrays.fill(attempts, 0);
    Arrays.fill(failures, 0);
    totalAttempts = 0;
    totalFailures = 0;
  }

  public long attempts(long now) {
    moveTo(now);
    return totalAttempts;
  }

  public long failures(long now) {
    moveTo(now);
    return totalFailures;
  }

  /** Clears the buckets that have left the window. */
  private void moveTo(long now) {
    long bucket = Math.floorDiv(now, bucketMillis);
    if (bucket - newest >= BUCKETS) {
      clear();
      newest = bucket;
    }
    while (newest < bucket) {
      newest++;
      int slot = slot(newest);
      totalAttempts -= attempts[slot];
      totalFailures -= failures[slot];
      attempts[slot] = 0;
      failures[slot] = 0;
    }
  }

  private static int slot(long bucket) {
    return Math.floorMod(bucket, BUCKETS);
  }

  /** Only the buckets that hold something: most endpoints have few. */
  public void write(ByteWriter out) {
    out.u64(bucketMillis).u64(newest);
    for (int i = 0; i < BUCKETS; i++) {
      if (attempts[i] > 0) {
        out.u8(i).varint(attempts[i]).varint(failures[i]);
      }
    }
    out.u8(BUCKETS);
  }

  public void read(ByteReader in) {
    clear();
    boolean sameLength = in.u64() == bucketMillis;
    newest = in.u64();
    for (int i = in.u8(); i < BUCKETS; i = in.u8()) {
      attempts[i] = (int) in.varint();
      failures[i] = (int) in.varint();
      totalAttempts += attempts[i];
      totalFailures += failures[i];
    }
    if (!sameLength) {
      // The window setting has changed: buckets of another length cannot be compared.
      clear();
      newest = 0;
    }
  }
}
