package io.posthorn.embedded.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A range of keys in one family; the end is exclusive. */
record KeyRange(Family family, byte[] from, byte[] to) {

  /** Splits a range of keys at family boundaries. */
  static List<KeyRange> cut(byte[] from, byte[] to) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    int first = firstTable(from);
    int last = lastTable(to);
    if (first >= last) {
      return List.of(new KeyRange(Family.of(first), from, to)); // nearly always
    }
    List<KeyRange> ranges = new ArrayList<>();
    byte[] start = from;
    for (int next = first + 1; next <= last; next++) {
      if (Family.of(next) != Family.of(next - 1)) {
        byte[] border = {(byte) next};
        ranges.add(new KeyRange(Family.of(next - 1), start, border));
        start = border;
      }
    }
    ranges.add(new KeyRange(Family.of(last), start, to));
    return ranges;
  }

  /** The first byte that keys of the range can have. */
  int firstTable() {
    return firstTable(from);
  }

  /** The last byte that keys of the range can begin with; never before the first. */
  int lastTable() {
    return Math.max(firstTable(), lastTable(to));
  }

  private static int firstTable(byte[] from) {
    return from.length == 0 ? 0 : from[0] & 0xFF;
  }

  private static int lastTable(byte[] to) {
    return (to[0] & 0xFF) - (to.length == 1 ? 1 : 0); // a single byte is itself left out
  }
}
