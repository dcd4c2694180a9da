package io.posthorn.embedded.rocks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * The removed ranges of a store whose entries are still in table files: in memory for reads, and in
 * the metadata for the next start.
 *
 * <p>Implementation notes. Keys of such families are written at the end of a customer's keys and
 * removed at the start. A removal among them, of a key or of a range, goes to the same buffer as
 * the newest entries, so the file that it becomes spans all keys: it has to be merged with all
 * others, and payloads are compressed again and again. So the removal is written elsewhere, and
 * from time to time the files inside a range are dropped, without reading them. The rest, at the
 * ends of a range, waits until the range has grown. If much stays (ranges that are small compared
 * to files: many small customers), the ranges become range tombstones of RocksDB, all at once, so
 * that few files span all keys.
 *
 * <p>Files are dropped only while their range is in the journal. Dropping a file can expose older
 * versions of an entry, which the journal hides from reads.
 */
final class RemovalJournal {
  private static final byte[] PREFIX = "removed:".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BEHIND = "removed;".getBytes(StandardCharsets.UTF_8);

  /** More ranges become tombstones: every read of such a family looks for its key among them. */
  private static final int MOST_RANGES = 256;

  /** More bytes left in table files become tombstones: two files of 32 MiB. */
  private static final long MOST_LEFT = 64L << 20;

  /** Older ranges become tombstones, so that removed payloads are not kept in files without end. */
  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

  /** Removes a stored range. */
  private static final byte[] NO_END = {};

  private final Database database;

  /** The ranges including uncommitted ones. */
  private final RemovedRanges ranges;

  private final RemovedRanges committed;

  /** The changes of the stored ranges in the next commit; an empty end removes one. */
  private final NavigableMap<byte[], byte[]> changes = new TreeMap<>(Arrays::compareUnsigned);

  /** Keys in removed ranges that were written since the last commit. */
  private final List<byte[]> rewritten = new ArrayList<>();

  /** The starts of ranges that the current commit turns into tombstones. */
  private final List<byte[]> replaced = new ArrayList<>();

  /** RocksDB's sequence number after the last change. */
  private long lastRemoval;

  private volatile boolean allToTombstones;
  private long lastTombstones = System.nanoTime();

  RemovalJournal(Database database) throws RocksDBException {
    this.database = database;
    ranges = stored(database, null);
    committed = stored(database, null);
  }

  /** The stored ranges, as of a snapshot or now. */
  static RemovedRanges stored(Database database, @Nullable ReadOptions snapshot)
      throws RocksDBException {
    RemovedRanges found = new RemovedRanges();
    try (ReadOptions latest = new ReadOptions();
        Slice behind = new Slice(BEHIND);
        ReadOptions options =
            new ReadOptions(snapshot == null ? latest : snapshot).setIterateUpperBound(behind);
        RocksIterator entries =
            database.rocks().newIterator(database.handle(Family.FACTS), options)) {
      for (entries.seek(PREFIX); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        found.put(Arrays.copyOfRange(key, PREFIX.length, key.length), entries.value());
      }
      entries.status();
    }
    return found;
  }

  /** The ranges that the shard's reads skip. */
  RemovedRanges ranges() {
    return ranges;
  }

  /** The ranges that reads of the latest committed state skip. */
  RemovedRanges committed() {
    return committed;
  }

  /** Removes a range, joined with the ranges that it touches. */
  void remove(byte[] from, byte[] to) {
    byte[] start = from;
    byte[] end = to;
    Map.Entry<byte[], byte[]> before = ranges.all().floorEntry(from);
    if (before != null && touches(before, from)) {
      start = before.getKey();
      end = later(end, before.getValue());
    }
    List<byte[]> joined = new ArrayList<>(0);
    for (Map.Entry<byte[], byte[]> next : ranges.all().tailMap(start, false).entrySet()) {
      if (Arrays.compareUnsigned(next.getKey(), end) > 0 || !sameFamily(next.getKey(), start)) {
        break;
      }
      end = later(end, next.getValue());
      joined.add(next.getKey());
    }
    change(start, end);
    joined.forEach(this::forget);
    if (ranges.size() > MOST_RANGES) {
      allToTombstones = true;
    }
  }

  private static boolean touches(Map.Entry<byte[], byte[]> range, byte[] from) {
    return Arrays.compareUnsigned(range.getValue(), from) >= 0 && sameFamily(range.getKey(), from);
  }

  private static boolean sameFamily(byte[] key, byte[] other) {
    return Family.of(key) == Family.of(other);
  }

  private static byte[] later(byte[] end, byte[] other) {
    return Arrays.compareUnsigned(end, other) >= 0 ? end : other;
  }

  private void change(byte[] from, byte[] to) {
    ranges.put(from, to);
    changes.put(from, to);
  }

  private void forget(byte[] from) {
    ranges.remove(from);
    changes.put(from, NO_END);
  }

  /** Notes a written key. A range that it lies in becomes a tombstone that is older than it. */
  void written(byte[] key) {
    if (ranges.around(key) != null) {
      rewritten.add(key);
    }
  }

  boolean isEmpty() {
    return changes.isEmpty() && !allToTombstones;
  }

  /** Turns all ranges into tombstones with the next commit; for any thread. */
  void makeTombstones() {
    if (!committed.isEmpty()) {
      allToTombstones = true;
    }
  }

  /** Adds the changes of the journal to a commit, before all other writes. */
  void addTo(BatchBytes batch) {
    if (allToTombstones) {
      allToTombstones = false;
      lastTombstones = System.nanoTime();
      ranges.all().forEach((from, to) -> addTombstone(batch, from, to));
    }
    for (byte[] key : rewritten) {
      Map.Entry<byte[], byte[]> range = ranges.around(key);
      if (range != null && !replaced.contains(range.getKey())) {
        addTombstone(batch, range.getKey(), range.getValue());
      }
    }
    int facts = database.id(Family.FACTS);
    changes.forEach(
        (from, to) -> {
          if (to.length == 0) {
            batch.delete(facts, storedKey(from));
          } else {
            batch.put(facts, storedKey(from), to);
          }
        });
  }

  private void addTombstone(BatchBytes batch, byte[] from, byte[] to) {
    batch.deleteRange(database.id(Family.of(from)), from, to);
    replaced.add(from);
    changes.put(from, NO_END);
  }

  private static byte[] storedKey(byte[] from) {
    byte[] key = Arrays.copyOf(PREFIX, PREFIX.length + from.length);
    System.arraycopy(from, 0, key, PREFIX.length, from.length);
    return key;
  }

  /** Shows the changes to readers, once they are committed. */
  void follow() {
    rewritten.clear();
    if (changes.isEmpty()) {
      return;
    }
    replaced.forEach(ranges::remove);
    committed.replaceWith(ranges);
    lastRemoval = database.rocks().getLatestSequenceNumber();
    changes.clear();
    replaced.clear();
  }

  /**
   * Drops the files inside the ranges, and shortens the ranges to what is left in files. Called
   * right after a synced commit: files are gone at once, so a power failure must not undo the
   * ranges that hide them.
   */
  void settle() throws RocksDBException {
    if (!changes.isEmpty() || ranges.isEmpty()) {
      return;
    }
    long left = 0;
    for (Family family : Family.values()) {
      List<byte[]> borders = borders(family);
      if (!borders.isEmpty()) {
        if (!isRead()) {
          database.rocks().deleteFilesInRanges(database.handle(family), borders, false);
        }
        for (int i = 0; i < borders.size(); i += 2) {
          shorten(family, borders.get(i), borders.get(i + 1));
        }
        left += left(family);
      }
    }
    if (left > MOST_LEFT || System.nanoTime() - lastTombstones > LONGEST_NANOS) {
      makeTombstones();
    }
  }

  /** Returns whether a snapshot has to see what was removed after it: then the files stay. */
  private boolean isRead() throws RocksDBException {
    long oldest = database.rocks().getLongProperty("rocksdb.oldest-snapshot-sequence");
    return oldest > 0 && oldest < lastRemoval;
  }

  /** The starts and ends of a family's ranges. */
  private List<byte[]> borders(Family family) {
    List<byte[]> borders = new ArrayList<>();
    ranges
        .all()
        .forEach(
            (from, to) -> {
              if (Family.of(from) == family) {
                borders.add(from);
                borders.add(to);
              }
            });
    return borders;
  }

  private void shorten(Family family, byte[] from, byte[] to) throws RocksDBException {
    byte[] first = first(database.handle(family), from, to);
    if (first == null) {
      forget(from);
    } else if (!Arrays.equals(first, from)) {
      forget(from);
      change(first, to);
    }
  }

  /** The first entry that files hold in a range, whether removed or not. */
  private byte @Nullable [] first(ColumnFamilyHandle family, byte[] from, byte[] to)
      throws RocksDBException {
    RocksDB rocks = database.rocks();
    try (Slice upper = new Slice(to);
        ReadOptions options = new ReadOptions().setIterateUpperBound(upper);
        RocksIterator entries = rocks.newIterator(family, options)) {
      entries.seek(from);
      entries.status();
      return entries.isValid() ? entries.key() : null;
    }
  }

  private long left(Family family) {
    List<Slice> slices = borders(family).stream().map(Slice::new).toList();
    try {
      List<Range> left = new ArrayList<>();
      for (int i = 0; i < slices.size(); i += 2) {
        left.add(new Range(slices.get(i), slices.get(i + 1)));
      }
      long[] sizes =
          database
              .rocks()
              .getApproximateSizes(
                  database.handle(family), left, SizeApproximationFlag.INCLUDE_FILES);
      return Arrays.stream(sizes).sum();
    } finally {
      slices.forEach(Slice::close);
    }
  }
}
