package io.posthorn.embedded.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A write batch in the form in which RocksDB itself writes it into its log. Made here it goes over
 * to native code in one call, where the calls of {@code WriteBatch} would be one for each key.
 *
 * <p>Eight bytes for a number that RocksDB gives at the write, four for the count of records, then
 * the records: what is done, to which family (left out for the default one), key and value, each
 * behind its length. A test holds this to be byte for byte what {@code WriteBatch} makes.
 */
final class BatchBytes {
  private static final int COUNT_AT = 8;
  private static final int HEADER = 12;
  private static final int DELETE = 0x00;
  private static final int PUT = 0x01;
  private static final int DELETE_IN_FAMILY = 0x04;
  private static final int PUT_IN_FAMILY = 0x05;

  /** What a record has beside its key and value: what it does, and three numbers at their most. */
  private static final int AROUND = 1 + 3 * 5;

  /** A buffer that one large commit has made grow beyond this is not kept for the others. */
  private static final int KEPT = 4 << 20;

  private static final VarHandle COUNT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[64 << 10];
  private int size = HEADER;
  private int count;

  void put(int family, byte[] key, byte[] value) {
    room((long) key.length + value.length + AROUND);
    begin(family, PUT, PUT_IN_FAMILY);
    append(key);
    append(value);
  }

  void delete(int family, byte[] key) {
    room((long) key.length + AROUND);
    begin(family, DELETE, DELETE_IN_FAMILY);
    append(key);
  }

  /** The batch as it is to be written; the next one starts empty. */
  byte[] take() {
    COUNT.set(bytes, COUNT_AT, count);
    byte[] batch = Arrays.copyOf(bytes, size);
    clear();
    return batch;
  }

  private void clear() {
    size = HEADER;
    count = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[KEPT];
    }
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

  private void room(long more) {
    if (more > bytes.length - size) {
      long doubled = Math.max(2L * bytes.length, size + more);
      // An array ends a little before the largest int; what needs more fails loudly in the copy.
      int length = (int) Math.min(doubled, Math.max(size + more, Integer.MAX_VALUE - 8));
      bytes = Arrays.copyOf(bytes, length);
    }
  }
}
