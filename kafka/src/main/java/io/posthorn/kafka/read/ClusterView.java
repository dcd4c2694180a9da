package io.posthorn.kafka.read;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.kafka.directory.DirectoryEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A view of all shards as one store. Directory entries are read from memory; keys that name an
 * endpoint or an event are read from their shard; other keys are looked up in every shard, and
 * ranges are merged in key order.
 *
 * <p>There is no snapshot: an entry found in an index may be gone when it is looked up.
 */
final class ClusterView implements ShardView {
  private static final int NOWHERE = -1;

  private final ShardAssignment assignment;
  private final DirectoryEntries directory;
  private final ReachableShards reachable;
  private final Prefetched prefetched = new Prefetched();

  ClusterView(ShardAssignment assignment, DirectoryEntries directory, ReachableShards reachable) {
    this.assignment = assignment;
    this.directory = directory;
    this.reachable = reachable;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    if (DirectoryEntries.holds(key)) {
      return directory.get(key);
    }
    Prefetched.Found known = prefetched.get(key);
    if (known != null) {
      return known.value();
    }
    Routing route = Routing.of(key, assignment);
    if (route != null) {
      byte[] value = reachable.get(route.shard(), key);
      if (value != null || route.sure()) {
        return value;
      }
    }
    int asked = route == null ? NOWHERE : route.shard();
    List<Page.Entry> found = anywhere(List.of(key), asked, new AtomicLong(Long.MAX_VALUE));
    return found.isEmpty() ? null : found.getFirst().value();
  }

  /**
   * Fetches keys in two rounds, whatever their number: from the shards that the keys name, then
   * from shards that they may have moved to. If the limit does not allow all of them, the first
   * ones are fetched.
   */
  @Override
  public void expect(List<byte[]> keys) {
    Map<Integer, List<byte[]>> sure = new TreeMap<>();
    Map<Integer, List<byte[]>> unsure = new TreeMap<>();
    for (byte[] key : prefetched.unknown(keys)) {
      Routing route = DirectoryEntries.holds(key) ? null : Routing.of(key, assignment);
      if (route != null) {
        (route.sure() ? sure : unsure)
            .computeIfAbsent(route.shard(), shard -> new ArrayList<>())
            .add(key);
      }
    }
    AtomicLong remaining = prefetched.remaining();
    fetch(sure, remaining).forEach(prefetched::add);
    List<byte[]> missing = new ArrayList<>();
    for (FetchedValues values : fetch(unsure, remaining)) {
      missing.addAll(without(values.keys(), values.found()));
      prefetched.add(new FetchedValues(List.of(), values.found()));
    }
    // New messages have no record yet; this has to be known even if events used up the limit.
    AtomicLong more = new AtomicLong(Prefetched.MOST_BYTES / 4);
    List<Page.Entry> moved = anywhere(missing, NOWHERE, more);
    prefetched.add(new FetchedValues(more.get() > 0 ? missing : List.of(), moved));
  }

  /** Reads each shard's keys. */
  private List<FetchedValues> fetch(Map<Integer, List<byte[]>> keys, AtomicLong remaining) {
    List<Integer> shards = List.copyOf(keys.keySet());
    List<List<byte[]>> asked = List.copyOf(keys.values());
    return ParallelReads.each(
        shards.size(), i -> reachable.values(shards.get(i), asked.get(i), remaining));
  }

  private static List<byte[]> without(List<byte[]> keys, List<Page.Entry> found) {
    TreeSet<byte[]> missing = new TreeSet<>(Arrays::compareUnsigned);
    missing.addAll(keys);
    found.forEach(entry -> missing.remove(entry.key()));
    return List.copyOf(missing);
  }

  /** Looks keys up in all shards but one, local shards first. */
  private List<Page.Entry> anywhere(List<byte[]> keys, int but, AtomicLong remaining) {
    List<Page.Entry> found = new ArrayList<>();
    List<Integer> far = new ArrayList<>();
    for (int shard = 0; shard < assignment.shards(); shard++) {
      if (shard != but && reachable.isHere(shard)) {
        found.addAll(reachable.values(shard, without(keys, found), remaining).found());
      } else if (shard != but) {
        far.add(shard);
      }
    }
    List<byte[]> rest = without(keys, found);
    if (!rest.isEmpty() && !far.isEmpty()) {
      ParallelReads.each(far.size(), i -> reachable.values(far.get(i), rest, remaining))
          .forEach(values -> found.addAll(values.found()));
    }
    return found;
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
    Routing route = Routing.of(from, assignment);
    if (route == null || !route.covers(from, to)) {
      merge(everywhere(from, to, back), back, visitor);
    } else if (route.sure()) {
      merge(List.of(new Cursor(reachable, route.shard(), from, to, back)), back, visitor);
    } else {
      firstThat(from, to, back, route.shard(), visitor);
    }
  }

  /** Scans the shard that the key names, and the others only if it has nothing. */
  private void firstThat(byte[] from, byte[] to, boolean back, int named, Visitor visitor) {
    boolean[] found = {false};
    Visitor noting =
        (key, value) -> {
          found[0] = true;
          return visitor.visit(key, value);
        };
    merge(List.of(new Cursor(reachable, named, from, to, back)), back, noting);
    if (!found[0]) {
      merge(everywhere(from, to, back), back, visitor);
    }
  }

  /** A cursor in each shard; remote pages are fetched in parallel. */
  private List<Cursor> everywhere(byte[] from, byte[] to, boolean back) {
    List<Cursor> cursors = new ArrayList<>();
    for (int shard = 0; shard < assignment.shards(); shard++) {
      cursors.add(new Cursor(reachable, shard, from, to, back));
    }
    List<Cursor> far = cursors.stream().filter(cursor -> !cursor.isHere()).toList();
    ParallelReads.each(
        far.size(),
        i -> {
          far.get(i).fetch();
          return true;
        });
    return cursors;
  }

  /** A cursor and its current entry. */
  private record Head(Page.Entry entry, Cursor cursor) {}

  private boolean isNamedByItsKey(Head head) {
    Routing route = Routing.of(head.entry().key(), assignment);
    return route != null && route.shard() == head.cursor().shard();
  }

  private void merge(List<Cursor> cursors, boolean back, Visitor visitor) {
    Comparator<Head> order = (a, b) -> Arrays.compareUnsigned(a.entry().key(), b.entry().key());
    // The shard that a key names has the whole event; one that took a moved message has a part.
    PriorityQueue<Head> heads =
        new PriorityQueue<>(
            (back ? order.reversed() : order).thenComparing(head -> !isNamedByItsKey(head)));
    cursors.forEach(cursor -> push(heads, cursor));
    byte[] last = {};
    Head head;
    while ((head = heads.poll()) != null) {
      byte[] key = head.entry().key();
      // An event whose message has moved is in both shards; it is shown once.
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
