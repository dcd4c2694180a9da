package io.posthorn.kafka.read;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A place in a range of one shard's store. */
final class Cursor {
  /** Most readers want a page of a list, and some only the first entry. */
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

  /** Gets entries, where it has none ahead. */
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

  boolean isHere() {
    return reachable.isHere(shard);
  }
}
