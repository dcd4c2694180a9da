package io.posthorn.core.shard.layout;

import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;

/** The kinds of sweeps: the second byte of their keys. Numbers are stored and never reused. */
public enum SweepKind {
  LEAVE(1),
  BULK(2),
  ERASE(3),
  RELEASE(4);

  private final int number;

  SweepKind(int number) {
    this.number = number;
  }

  public ByteWriter key() {
    return ByteWriter.key(Table.SWEEP).u8(number);
  }

  public static SweepKind ofKey(byte[] key) {
    for (SweepKind kind : values()) {
      if (kind.number == key[1]) {
        return kind;
      }
    }
    throw new IllegalStateException("damaged record: sweep kind " + key[1]);
  }
}
