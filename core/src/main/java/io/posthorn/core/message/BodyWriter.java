package io.posthorn.core.message;

import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.OmittedRanges;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A writer that fills one array of exactly the body's size.
 *
 * <p>The same calls are made twice: first without an array, to count, then to write. So nothing is
 * grown, trimmed or copied, and there is no second description of the body to keep in step.
 */
final class BodyWriter {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final byte @Nullable [] out;
  private int at;

  private BodyWriter(byte @Nullable [] out) {
    this.out = out;
  }

  static BodyWriter counting() {
    return new BodyWriter(null);
  }

  static BodyWriter writing(int size) {
    return new BodyWriter(new byte[size]);
  }

  /** The number of bytes counted or written. */
  int size() {
    return at;
  }

  /** The array, which must be full. */
  byte[] toBytes() {
    if (out == null || at != out.length) {
      throw new IllegalStateException(
          "the encoded size of a body differs from the counted size: " + at);
    }
    return out;
  }

  /** Bytes as they are. */
  void raw(byte[] bytes) {
    raw(bytes, 0, bytes.length);
  }

  void raw(byte[] bytes, int start, int end) {
    if (out != null) {
      System.arraycopy(bytes, start, out, at, end - start);
    }
    at += end - start;
  }

  /** A value as it arrived, without its omitted ranges. */
  void slice(JsonSlice value, OmittedRanges cuts) {
    int from = value.start();
    for (int i = 0; i < cuts.count(); i++) {
      raw(value.bytes(), from, cuts.start(i));
      from = cuts.end(i);
    }
    raw(value.bytes(), from, value.end());
  }

  /** A value as Base64 text, in quotes. */
  void base64(JsonSlice value, OmittedRanges cuts) {
    int size = value.length() - cuts.length();
    put((byte) '"');
    if (out == null) {
      at += (size + 2) / 3 * 4;
    } else {
      raw(Base64.getEncoder().encode(bytes(value, cuts, size)).array());
    }
    put((byte) '"');
  }

  private static ByteBuffer bytes(JsonSlice value, OmittedRanges cuts, int size) {
    if (cuts.count() == 0) {
      return ByteBuffer.wrap(value.bytes(), value.start(), value.length());
    }
    BodyWriter whole = writing(size);
    whole.slice(value, cuts);
    return ByteBuffer.wrap(whole.toBytes());
  }

  /** A whole number. */
  void number(long value) {
    ascii(Long.toString(value));
  }

  /** Text that needs no escape and has no character beyond ASCII. */
  void ascii(String text) {
    ascii(text, text.length());
  }

  private void ascii(String text, int length) {
    byte[] target = out;
    int start = at;
    for (int i = 0; target != null && i < length; i++) {
      target[start + i] = (byte) text.charAt(i);
    }
    at = start + length;
  }

  /** Text as a JSON string; null as JSON null. */
  void text(@Nullable String text) {
    if (text == null) {
      ascii("null");
      return;
    }
    put((byte) '"');
    int plain = plainLength(text);
    ascii(text, plain);
    for (int i = plain; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        asciiCharacter(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        fourBytes(Character.toCodePoint(c, text.charAt(i)));
      } else if (Character.isSurrogate(c)) {
        escape(c); // UTF-8 cannot encode a lone surrogate
      } else {
        twoOrThreeBytes(c);
      }
    }
    put((byte) '"');
  }

  /** The number of characters at the start that need no escape and are ASCII: nearly always all. */
  private static int plainLength(String text) {
    int length = 0;
    while (length < text.length() && isPlain(text.charAt(length))) {
      length++;
    }
    return length;
  }

  private static boolean isPlain(char c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
  }

  private void asciiCharacter(char c) {
    if (c < 0x20) {
      escape(c);
    } else {
      if (c == '"' || c == '\\') {
        put((byte) '\\');
      }
      put((byte) c);
    }
  }

  private void escape(char c) {
    put((byte) '\\');
    put((byte) 'u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      put(HEX[(c >> shift) & 0xF]);
    }
  }

  private void twoOrThreeBytes(char c) {
    if (c < 0x800) {
      put((byte) (0xC0 | (c >> 6)));
    } else {
      put((byte) (0xE0 | (c >> 12)));
      put((byte) (0x80 | ((c >> 6) & 0x3F)));
    }
    put((byte) (0x80 | (c & 0x3F)));
  }

  private void fourBytes(int codePoint) {
    put((byte) (0xF0 | (codePoint >> 18)));
    put((byte) (0x80 | ((codePoint >> 12) & 0x3F)));
    put((byte) (0x80 | ((codePoint >> 6) & 0x3F)));
    put((byte) (0x80 | (codePoint & 0x3F)));
  }

  private void put(byte b) {
    if (out != null) {
      out[at] = b;
    }
    at++;
  }
}
