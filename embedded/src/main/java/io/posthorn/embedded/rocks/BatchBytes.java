package io.posthorn.embedded.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A write batch in RocksDB's own format. It goes to native code in one call, where {@code
 * WriteBatch} needs one call per key.
 *
 * <p>Format: eight bytes for the sequence number, which RocksDB sets; four for the record count;
 * then the records: operation, family (omitted for the default one), key and value with their
 * lengths. A test compares it byte for byte with {@code WriteBatch}.
 */
final class BatchBytes {
  private static final int COUNT_AT = 8;
  private static final int HEADER = 12;
  private static final int DELETE = 0x00;
  private static final int PUT = 0x01;
  private static final int DELETE_IN_FAMILY = 0x04;
  private static final int PUT_IN_FAMILY = 0x05;
  private static final int DELETE_RANGE_IN_FAMILY = 0x0E;
  private static final int DELETE_RANGE = 0x0F;

  /** The largest overhead of a record: the operation and three varints. */
  private static final int AROUND = 1 + 3 * 5;

  /** A buffer that grew beyond this is kept only as long as some batches need it. */
  private static final int KEPT = 4 << 20;

  /** Small batches in a row after which a large buffer is not kept. */
  private static final int PATIENCE = 64;

  private static final VarHandle COUNT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[64 << 10];
  private int size = HEADER;
  private int count;
  private int smallInRow;

  void put(int family, byte[] key, byte[] value) {
    ensureCapacity((long) key.length + value.length + AROUND);
    begin(family, PUT, PUT_IN_FAMILY);
    append(key);
    append(value);
  }

  void delete(int family, byte[] key) {
    ensureCapacity((long) key.length + AROUND);
    begin(family, DELETE, DELETE_IN_FAMILY);
    append(key);
  }

  /** Removes the keys from one (inclusive) to another (exclusive). */
  void deleteRange(int family, byte[] from, byte[] to) {
    ensureCapacity((long) from.length + to.length + AROUND);
    begin(family, DELETE_RANGE, DELETE_RANGE_IN_FAMILY);
    append(from);
    append(to);
  }

  /** Returns the batch and starts an empty one. */
  byte[] take() {
    COUNT.set(bytes, COUNT_AT, count);
    byte[] batch = Arrays.copyOf(bytes, size);
    clear();
    return batch;
  }

  private void clear() {
    smallInRow = size > KEPT ? 0 : smallInRow + 1;
    if (bytes.length > KEPT && smallInRow >= PATIENCE) {
      bytes = new byte[KEPT];
    }
    size = HEADER;
    count = 0;
  }

  private void begin(int family, int inDefault, int inFamily) {
    if (family == 0) {
      bytes[size++] = (byte) inDefault;
    } else {
      bytes[size++] = (byte) inFamily;
      number(family);
    }
    count++;
  }

  private void append(byte[] part) {
    number(part.length);
    System.arraycopy(part, 0, bytes, size, part.length);
    size += part.length;
  }

  private void number(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  private void ensureCapacity(long more) {
    if (more > bytes.length - size) {
      long doubled = Math.max(2L * bytes.length, size + more);
      // Arrays are slightly shorter than the largest int; a larger request fails in the copy.
      int length = (int) Math.min(doubled, Math.max(size + more, Integer.MAX_VALUE - 8));
      bytes = Arrays.copyOf(bytes, length);
    }
  }
}
