package io.posthorn.kafka.read;

import io.posthorn.core.shard.Territory;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.kafka.log.DirectoryEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * All shards as one store. What every node knows is read from memory; what has an endpoint, or an
 * event's key, in its key is read where that is; everything else is looked for everywhere, and
 * ranges are merged in the order of their keys.
 *
 * <p>There is no snapshot: what an index named may be gone when it is looked up.
 */
final class ClusterView implements ShardView {
  private final Territory territory;
  private final DirectoryEntries directory;
  private final Shelves shelves;

  ClusterView(Territory territory, DirectoryEntries directory, Shelves shelves) {
    this.territory = territory;
    this.directory = directory;
    this.shelves = shelves;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    if (DirectoryEntries.holds(key)) {
      return directory.get(key);
    }
    Routing route = Routing.of(key, territory);
    if (route != null) {
      byte[] value = shelves.get(route.shard(), key);
      if (value != null || route.sure()) {
        return value;
      }
    }
    for (int shard = 0; shard < territory.shards(); shard++) {
      byte[] value = route != null && route.shard() == shard ? null : shelves.get(shard, key);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    walk(from, to, false, visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    walk(from, to, true, visitor);
  }

  private void walk(byte[] from, byte[] to, boolean back, Visitor visitor) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    if (DirectoryEntries.holds(from) && from[0] != Table.META.number()) {
      if (back) {
        directory.scanBack(from, to, visitor);
      } else {
        directory.scan(from, to, visitor);
      }
      return;
    }
    Routing route = Routing.of(from, territory);
    if (route == null || !route.covers(from, to)) {
      merge(everywhere(from, to, back), back, visitor);
    } else if (route.sure()) {
      merge(List.of(new Cursor(shelves, route.shard(), from, to, back)), back, visitor);
    } else {
      firstThat(from, to, back, route.shard(), visitor);
    }
  }

  /** What is in the shard that the key names, and only if there is nothing, in the others. */
  private void firstThat(byte[] from, byte[] to, boolean back, int named, Visitor visitor) {
    boolean[] found = {false};
    Visitor noting =
        (key, value) -> {
          found[0] = true;
          return visitor.visit(key, value);
        };
    merge(List.of(new Cursor(shelves, named, from, to, back)), back, noting);
    if (!found[0]) {
      merge(everywhere(from, to, back), back, visitor);
    }
  }

  private List<Cursor> everywhere(byte[] from, byte[] to, boolean back) {
    List<Cursor> cursors = new ArrayList<>();
    for (int shard = 0; shard < territory.shards(); shard++) {
      cursors.add(new Cursor(shelves, shard, from, to, back));
    }
    return cursors;
  }

  /** A cursor and the entry that it stands at. */
  private record Head(Page.Entry entry, Cursor cursor) {}

  private static void merge(List<Cursor> cursors, boolean back, Visitor visitor) {
    Comparator<Head> order = (a, b) -> Arrays.compareUnsigned(a.entry().key(), b.entry().key());
    PriorityQueue<Head> heads = new PriorityQueue<>(back ? order.reversed() : order);
    cursors.forEach(cursor -> push(heads, cursor));
    byte[] last = {};
    Head head;
    while ((head = heads.poll()) != null) {
      byte[] key = head.entry().key();
      // An event whose message has moved is in both shards, and one event all the same.
      if (!Arrays.equals(key, last) && !visitor.visit(key, head.entry().value())) {
        return;
      }
      last = key;
      push(heads, head.cursor());
    }
  }

  private static void push(PriorityQueue<Head> heads, Cursor cursor) {
    Page.Entry entry = cursor.next();
    if (entry != null) {
      heads.add(new Head(entry, cursor));
    }
  }
}
