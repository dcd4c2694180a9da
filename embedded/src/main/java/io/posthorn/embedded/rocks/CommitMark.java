package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.nio.charset.StandardCharsets;

/**
 * A mark in every commit: its number, and the last commit known to be on disk.
 *
 * @param number of this commit, counted from 1
 * @param synced the last commit that was on disk when this one was written
 */
record CommitMark(long number, long synced) {
  static final byte[] KEY = "mark".getBytes(StandardCharsets.UTF_8);
  static final CommitMark NONE = new CommitMark(0, 0);

  /** Identifies a mark in the bytes of a log. */
  static final byte[] MAGIC = "posthorn:mark:1:".getBytes(StandardCharsets.UTF_8);

  static final int LENGTH = MAGIC.length + 24;

  private static final long CHECK = 0x9E37_79B9_7F4A_7C15L;

  byte[] encode() {
    return new ByteWriter(LENGTH).raw(MAGIC).u64(number).u64(synced).u64(check()).toBytes();
  }

  static CommitMark decode(byte[] value) {
    ByteReader in = new ByteReader(value, MAGIC.length);
    return new CommitMark(in.u64(), in.u64());
  }

  /**
   * The last synced commit according to a mark in a log; 0 if the bytes are not a complete mark.
   */
  static long syncedAt(byte[] log, int start) {
    if (log.length - start < LENGTH) {
      return 0;
    }
    ByteReader in = new ByteReader(log, start + MAGIC.length);
    CommitMark mark = new CommitMark(in.u64(), in.u64());
    return in.u64() == mark.check() ? mark.synced : 0;
  }

  private long check() {
    return Long.rotateLeft(number * CHECK, 31) ^ (synced + CHECK);
  }
}
