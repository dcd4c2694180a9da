package io.posthorn.kafka.read;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A cursor over a range of one shard. */
final class Cursor {
  /** Most readers want one page of a list, some only the first entry. */
  private static final int FIRST_PAGE = 32;

  private final ReachableShards reachable;
  private final int shard;
  private final ArrayDeque<Page.Entry> ahead = new ArrayDeque<>();
  private @Nullable Range rest;
  private int size = FIRST_PAGE;

  Cursor(ReachableShards reachable, int shard, byte[] from, byte[] to, boolean back) {
    this.reachable = reachable;
    this.shard = shard;
    rest = new Range(from, to, back, FIRST_PAGE);
  }

  /** Fetches the next page if the buffer is empty. */
  void fetch() {
    Range range = rest;
    if (ahead.isEmpty() && range != null) {
      Page page = reachable.page(shard, range);
      ahead.addAll(page.entries());
      size = Math.min(size * 2, Range.MOST_ENTRIES);
      rest =
          page.more() && !page.entries().isEmpty()
              ? range.behind(page.entries().getLast().key(), size)
              : null;
    }
  }

  /** The next entry, or null at the end. */
  Page.@Nullable Entry next() {
    fetch();
    return ahead.poll();
  }

  int shard() {
    return shard;
  }

  boolean isHere() {
    return reachable.isHere(shard);
  }
}
