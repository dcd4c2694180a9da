package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** A view of the database, with an overlay of uncommitted writes or as of a snapshot. */
final class RocksView implements ShardView {
  private final Database database;
  private final UncommittedWrites overlay;
  private final RemovedRanges removed;
  private final ReadOptions options;
  private volatile boolean over;

  RocksView(
      Database database, UncommittedWrites overlay, RemovedRanges removed, ReadOptions options) {
    this.database = database;
    this.overlay = overlay;
    this.removed = removed;
    this.options = options;
  }

  /** Ends a view whose snapshot is released: further reads would access freed memory. */
  void end() {
    over = true;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    byte[] written = overlay.get(key);
    if (written != null) {
      return UncommittedWrites.isGone(written) ? null : written;
    }
    checkNotOver();
    Family family = Family.of(key);
    if (family.inOrder() && removed.around(key) != null) {
      return null;
    }
    ColumnFamilyHandle handle = database.handle(family);
    try {
      return family.mostlyMisses() && !database.rocks().keyMayExist(handle, options, key, null)
          ? null
          : database.rocks().get(handle, options, key);
    } catch (RocksDBException e) {
      throw StoreException.of(database.directory(), e);
    }
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    for (KeyRange range : KeyRange.cut(from, to)) {
      if (!show(range, false, visitor)) {
        return;
      }
    }
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    List<KeyRange> ranges = KeyRange.cut(from, to);
    for (KeyRange range : ranges.reversed()) {
      if (!show(range, true, visitor)) {
        return;
      }
    }
  }

  /** Bounds keep the iterator from scanning tombstones beyond the range. */
  private boolean show(KeyRange range, boolean back, Visitor visitor) {
    checkNotOver();
    RemovedRanges skipped = range.family().inOrder() ? removed.current() : RemovedRanges.NONE;
    try (Slice lower = new Slice(range.from());
        Slice upper = new Slice(range.to());
        ReadOptions bounded =
            new ReadOptions(options).setIterateLowerBound(lower).setIterateUpperBound(upper);
        RocksIterator stored =
            database.rocks().newIterator(database.handle(range.family()), bounded)) {
      if (back) {
        stored.seekToLast();
      } else {
        stored.seekToFirst();
      }
      return new MergingScan(stored, skipped, overlay.within(range, back), back).show(visitor);
    } catch (RocksDBException e) {
      throw StoreException.of(database.directory(), e);
    }
  }

  private void checkNotOver() {
    if (over) {
      throw new IllegalStateException(
          "the snapshot of this view is released: read inside the call");
    }
  }
}
