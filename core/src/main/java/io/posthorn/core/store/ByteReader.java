package io.posthorn.core.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the binary keys and records that a {@link ByteWriter} wrote. A truncated record
 * throws.
 */
public final class ByteReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private int at;

  public ByteReader(byte[] bytes) {
    this(bytes, 0);
  }

  public ByteReader(byte[] bytes, int start) {
    this.bytes = bytes;
    this.at = start;
  }

  public int position() {
    return at;
  }

  public boolean atEnd() {
    return at == bytes.length;
  }

  public int u8() {
    return bytes[take(1)] & 0xFF;
  }

  public boolean flag() {
    return u8() != 0;
  }

  public int u32() {
    return (int) INT.get(bytes, take(4));
  }

  public long u64() {
    return (long) LONG.get(bytes, take(8));
  }

  public long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = u8();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
  }

  public String word() {
    int start = at;
    while (u8() != 0) {
      // Only search for the zero byte that ends the word.
    }
    return new String(bytes, start, at - 1 - start, StandardCharsets.UTF_8);
  }

  public byte[] blob() {
    int length = (int) varint();
    int start = take(length);
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  public String text() {
    int length = (int) varint();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  public @Nullable String maybeText() {
    return flag() ? text() : null;
  }

  public byte @Nullable [] maybeBlob() {
    return flag() ? blob() : null;
  }

  private int take(int length) {
    int start = at;
    if (length < 0 || length > bytes.length - start) {
      throw new IllegalStateException("damaged record: ends at byte " + bytes.length);
    }
    at = start + length;
    return start;
  }
}
