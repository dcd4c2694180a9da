package io.posthorn.core.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One JSON value as it arrived: a range of well-formed UTF-8 JSON inside a larger array, never
 * copied and never changed.
 *
 * <p>The creator guarantees that the range is exactly one well-formed value without surrounding
 * white space; readers rely on it.
 */
public record JsonSlice(byte[] bytes, int start, int end) {
  public JsonSlice {
    if (start < 0 || end > bytes.length || start >= end) {
      throw new IllegalArgumentException("no value at " + start + ".." + end);
    }
  }

  /** A slice that is a whole array. */
  public static JsonSlice of(byte[] bytes) {
    return new JsonSlice(bytes, 0, bytes.length);
  }

  public static JsonSlice of(String json) {
    return of(json.getBytes(StandardCharsets.UTF_8));
  }

  public int length() {
    return end - start;
  }

  /** The bytes alone, copied unless the slice is the whole array. */
  public byte[] toBytes() {
    return start == 0 && end == bytes.length ? bytes : Arrays.copyOfRange(bytes, start, end);
  }

  /** By content: two slices of the same text are equal wherever they lie. */
  @Override
  public boolean equals(Object other) {
    return other instanceof JsonSlice that
        && Arrays.equals(bytes, start, end, that.bytes, that.start, that.end);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  @Override
  public String toString() {
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }
}
