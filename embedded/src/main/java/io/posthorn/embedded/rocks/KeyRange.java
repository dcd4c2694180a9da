package io.posthorn.embedded.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A range of keys that lie in one family, from its first key to before its last. */
record KeyRange(Family family, byte[] from, byte[] to) {

  /** A range of the shard's keys, cut where the family changes. */
  static List<KeyRange> cut(byte[] from, byte[] to) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    int first = from.length == 0 ? 0 : from[0] & 0xFF;
    int last = (to[0] & 0xFF) - (to.length == 1 ? 1 : 0); // a single byte is itself left out
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
}
