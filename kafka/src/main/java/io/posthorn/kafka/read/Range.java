package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A range of keys, and how much of it one page holds.
 *
 * @param from inclusive
 * @param to exclusive
 * @param back from the end to the start
 */
public record Range(byte[] from, byte[] to, boolean back, int mostEntries) {
  /** What a page may hold, whoever asks. */
  public static final int MOST_ENTRIES = 256;

  /** The part behind a key that was seen. */
  Range behind(byte[] key, int most) {
    return back
        ? new Range(from, key, true, most)
        : new Range(Arrays.copyOf(key, key.length + 1), to, false, most);
  }

  /** One page of it. */
  public Page read(ShardView view) {
    int most = Math.clamp(mostEntries, 1, MOST_ENTRIES);
    List<Page.Entry> entries = new ArrayList<>();
    int[] bytes = {0};
    boolean[] more = {false};
    ShardView.Visitor visitor =
        (key, value) -> {
          entries.add(new Page.Entry(key, value));
          bytes[0] += key.length + value.length;
          more[0] = entries.size() >= most || bytes[0] >= Page.MOST_BYTES;
          return !more[0];
        };
    if (back) {
      view.scanBack(from, to, visitor);
    } else {
      view.scan(from, to, visitor);
    }
    return new Page(entries, more[0]);
  }
}
