package io.posthorn.core.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.json.JsonSlice;

/** The encoding of a stored event's parts: bytes, varints, texts, slices. */
final class EventBytes {
  private EventBytes() {}

  /** Returns the number of bytes of an encoded number; each byte holds seven bits. */
  static int varintSize(long value) {
    return (63 - Long.numberOfLeadingZeros(value | 1)) / 7 + 1;
  }

  static int sizeWithLength(int length) {
    return varintSize(length) + length;
  }

  /** Fills an array whose size is known. */
  static final class Writer {
    private final byte[] bytes;
    private int at;

    Writer(int size) {
      bytes = new byte[size];
    }

    void oneByte(int value) {
      bytes[at++] = (byte) value;
    }

    void bytes(byte[] source) {
      System.arraycopy(source, 0, bytes, at, source.length);
      at += source.length;
    }

    void varint(long value) {
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        oneByte((int) (rest & 0x7F) | 0x80);
        rest >>>= 7;
      }
      oneByte((int) rest);
    }

    void withLength(byte[] source, int start, int end) {
      varint(end - start);
      System.arraycopy(source, start, bytes, at, end - start);
      at += end - start;
    }

    byte[] toBytes() {
      if (at != bytes.length) {
        throw new IllegalStateException(
            "the encoded size of an event differs from the counted size: " + at);
      }
      return bytes;
    }
  }

  /** Reads what a {@link Writer} wrote; a damaged record throws. */
  static final class Reader {
    private static final int MAX_VARINT_BITS = 63;

    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes, int offset) {
      this.bytes = bytes;
      this.at = offset;
    }

    int oneByte() {
      if (at < 0 || at >= bytes.length) {
        throw damaged();
      }
      return bytes[at++] & 0xFF;
    }

    long varint() {
      long value = 0;
      for (int shift = 0; shift <= MAX_VARINT_BITS; shift += 7) {
        int next = oneByte();
        value |= (next & 0x7FL) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw damaged();
    }

    String text() {
      int length = length();
      String text = new String(bytes, at, length, UTF_8);
      at += length;
      return text;
    }

    JsonSlice slice() {
      int length = length();
      JsonSlice slice = new JsonSlice(bytes, at, at + length);
      at += length;
      return slice;
    }

    private int length() {
      long length = varint();
      if (length < 0 || length > bytes.length - at) {
        throw damaged();
      }
      return (int) length;
    }

    private IllegalArgumentException damaged() {
      return new IllegalArgumentException("a stored event ends too early, at byte " + at);
    }
  }
}
