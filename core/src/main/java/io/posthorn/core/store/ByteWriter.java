package io.posthorn.core.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A writer of binary keys and records. Numbers are big-endian, so that keys sort like their
 * numbers.
 */
public final class ByteWriter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int size;

  public ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /** A key of a table. */
  public static ByteWriter key(Table table) {
    // Most keys are an endpoint or a customer, a time and a message id: about 46 bytes.
    return key(table, 64);
  }

  /** A key of a table whose length is known: an exact fit is not copied. */
  public static ByteWriter key(Table table, int length) {
    return new ByteWriter(length).u8(table.number());
  }

  public ByteWriter u8(int value) {
    ensureCapacity(1);
    bytes[size++] = (byte) value;
    return this;
  }

  public ByteWriter flag(boolean value) {
    return u8(value ? 1 : 0);
  }

  public ByteWriter u32(int value) {
    ensureCapacity(4);
    INT.set(bytes, size, value);
    size += 4;
    return this;
  }

  public ByteWriter u64(long value) {
    ensureCapacity(8);
    LONG.set(bytes, size, value);
    size += 8;
    return this;
  }

  /** A number that is usually small, in as few bytes as possible. */
  public ByteWriter varint(long value) {
    ensureCapacity(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  public ByteWriter raw(byte[] value) {
    ensureCapacity(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  /** Text within a key, terminated by a zero byte, which it must not contain. */
  public ByteWriter word(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8)).u8(0);
  }

  public ByteWriter blob(byte[] value) {
    return varint(value.length).raw(value);
  }

  public ByteWriter text(String value) {
    return blob(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Text or its absence. */
  public ByteWriter maybeText(@Nullable String value) {
    return value == null ? flag(false) : flag(true).text(value);
  }

  /** Bytes or their absence. */
  public ByteWriter maybeBlob(byte @Nullable [] value) {
    return value == null ? flag(false) : flag(true).blob(value);
  }

  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  private void ensureCapacity(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
