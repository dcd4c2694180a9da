package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/**
 * Attempts and failures of the last 48 hours in 48 buckets: the current one and the 47 before it.
 * Constant memory, whatever the traffic, and hardly any without. The current bucket is stored apart
 * from the past ones, which change once an hour.
 */
public final class FailureWindow {
  public static final int BUCKETS = 48;

  /** The buckets of all windows without a count. Never written. */
  private static final int[] NONE = new int[BUCKETS];

  private final long bucketMillis;
  private int[] attempts = NONE;
  private int[] failures = NONE;

  /** True once the buckets are its own. */
  private boolean counted;

  private long newest;
  private long totalAttempts;
  private long totalFailures;
  private boolean pastChanged;

  public FailureWindow(long windowMillis) {
    bucketMillis = windowMillis / BUCKETS;
  }

  public void count(boolean failed, long now) {
    moveTo(now);
    int slot = slot(newest);
    set(slot, attempts[slot] + 1, failures[slot] + (failed ? 1 : 0));
  }

  public void clear() {
    attempts = NONE;
    failures = NONE;
    counted = false;
    totalAttempts = 0;
    totalFailures = 0;
    pastChanged = true;
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
    moveToBucket(Math.floorDiv(now, bucketMillis));
  }

  private void moveToBucket(long bucket) {
    if (bucket - newest >= BUCKETS) {
      clear();
      newest = bucket;
    }
    while (newest < bucket) {
      pastChanged = true;
      newest++;
      set(slot(newest), 0, 0);
    }
  }

  private static int slot(long bucket) {
    return Math.floorMod(bucket, BUCKETS);
  }

  /** Returns whether the past buckets changed since the last call. */
  boolean takePastChanged() {
    boolean changed = pastChanged;
    pastChanged = false;
    return changed;
  }

  /** Only the buckets that hold something: most endpoints have few. */
  void writePast(ByteWriter out) {
    out.u64(bucketMillis).u64(newest);
    for (int i = 0; i < BUCKETS; i++) {
      if (attempts[i] > 0 && i != slot(newest)) {
        out.u8(i).varint(attempts[i]).varint(failures[i]);
      }
    }
    out.u8(BUCKETS);
  }

  void readPast(ByteReader in) {
    clear();
    boolean sameLength = in.u64() == bucketMillis;
    newest = in.u64();
    for (int i = in.u8(); i < BUCKETS; i = in.u8()) {
      set(i, (int) in.varint(), (int) in.varint());
    }
    pastChanged = false;
    if (!sameLength) {
      // The window setting has changed: buckets of another length cannot be compared.
      clear();
      newest = 0;
    }
  }

  void writeCurrent(ByteWriter out) {
    int slot = slot(newest);
    out.varint(bucketMillis).varint(newest).varint(attempts[slot]).varint(failures[slot]);
  }

  void readCurrent(ByteReader in) {
    boolean sameLength = in.varint() == bucketMillis;
    long current = in.varint();
    int attemptsNow = (int) in.varint();
    int failuresNow = (int) in.varint();
    if (sameLength) {
      // Of two records that were read apart, the past may be a bucket behind.
      moveToBucket(current);
      set(slot(newest), attemptsNow, failuresNow);
    }
  }

  private void set(int slot, int attemptsThen, int failuresThen) {
    if (attempts[slot] == attemptsThen && failures[slot] == failuresThen) {
      return;
    }
    if (!counted) {
      attempts = new int[BUCKETS];
      failures = new int[BUCKETS];
      counted = true;
    }
    totalAttempts += attemptsThen - attempts[slot];
    totalFailures += failuresThen - failures[slot];
    attempts[slot] = attemptsThen;
    failures[slot] = failuresThen;
  }
}
