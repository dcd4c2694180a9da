package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A range of keys and the page size to read it with.
 *
 * @param from inclusive
 * @param to exclusive
 * @param back whether to read from the end to the start
 */
public record Range(byte[] from, byte[] to, boolean back, int mostEntries) {
  /** Upper bound of entries in a page. */
  public static final int MOST_ENTRIES = 256;

  /** The rest of the range after a key. */
  Range behind(byte[] key, int most) {
    return back
        ? new Range(from, key, true, most)
        : new Range(Arrays.copyOf(key, key.length + 1), to, false, most);
  }

  /** Reads one page. */
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
