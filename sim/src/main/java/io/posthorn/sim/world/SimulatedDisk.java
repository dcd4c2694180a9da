package io.posthorn.sim.world;

import io.posthorn.engine.CommittingStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk that loses unsynced writes in a crash.
 *
 * <p>Implementation notes: there is one image, written in place, and beside it the values that each
 * write replaced. A crash takes writes back, newest first, up to the last commit that survives. A
 * torn write is one that a checksum would find, so its commit is taken back as a whole. That is as
 * much as any store with a write-ahead log promises, and it costs no copying.
 */
public final class SimulatedDisk implements CommittingStore {
  private record Write(byte[] key, byte @Nullable [] replaced) {}

  private final NavigableMap<byte[], byte[]> image = new TreeMap<>(Arrays::compareUnsigned);
  private final Deque<List<Write>> unsynced = new ArrayDeque<>();
  private List<Write> open = new ArrayList<>();
  private List<Write> latest = List.of();
  private long committed;
  private long synced;
  private boolean scanning;
  private long scanned;
  private long lookedUp;
  private SimulatedCrash.@Nullable Point fault;

  @Override
  public byte @Nullable [] get(byte[] key) {
    lookedUp++;
    return image.get(key);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    mayWrite();
    open.add(new Write(key, image.put(key, value)));
  }

  @Override
  public void delete(byte[] key) {
    mayWrite();
    byte[] removed = image.remove(key);
    if (removed != null) {
      open.add(new Write(key, removed));
    }
  }

  /** Removes all that the range holds, whatever keys are named, as a store on table files does. */
  @Override
  public void deleteRange(byte[] from, byte[] to, List<byte[]> keys) {
    mayWrite();
    NavigableMap<byte[], byte[]> range = image.subMap(from, true, to, false);
    range.forEach((key, value) -> open.add(new Write(key, value)));
    range.clear();
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    visit(image.subMap(from, true, to, false), visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    visit(image.subMap(from, true, to, false).descendingMap(), visitor);
  }

  private void visit(NavigableMap<byte[], byte[]> range, Visitor visitor) {
    boolean nested = scanning;
    scanning = true;
    try {
      for (Map.Entry<byte[], byte[]> entry : range.entrySet()) {
        scanned++;
        if (!visitor.visit(entry.getKey(), entry.getValue())) {
          return;
        }
      }
    } finally {
      scanning = nested;
    }
  }

  private void mayWrite() {
    if (scanning) {
      throw new IllegalStateException("a visitor must not write to the store");
    }
  }

  @Override
  public void commit(boolean sync) {
    if (fault == SimulatedCrash.Point.BEFORE_COMMIT) {
      throw new SimulatedCrash();
    }
    committed++;
    unsynced.add(open);
    latest = open;
    open = new ArrayList<>();
    if (sync && fault != SimulatedCrash.Point.IN_COMMIT) {
      synced = committed;
      unsynced.clear();
    }
  }

  /** Makes the next commit crash: it does not happen, or is written but not synced. */
  void failAt(SimulatedCrash.Point point) {
    fault = point;
  }

  /**
   * Takes back what was not committed, and the latest of the commits that were not synced.
   *
   * @param survivors how many of the unsynced commits are still there
   * @return the number of the last commit that is still there
   */
  long crash(long survivors) {
    fault = null;
    takeBack(open);
    open = new ArrayList<>();
    long surviving = synced + survivors;
    while (committed > surviving) {
      takeBack(unsynced.removeLast());
      committed--;
    }
    unsynced.clear(); // what a restart reads is on the disk by then
    synced = committed;
    return surviving;
  }

  private void takeBack(List<Write> writes) {
    for (Write write : writes.reversed()) {
      if (write.replaced() == null) {
        image.remove(write.key());
      } else {
        image.put(write.key(), write.replaced());
      }
    }
  }

  /** The entries that scans have visited so far. */
  long scanned() {
    return scanned;
  }

  /** The keys that were looked up so far, each by itself. */
  long lookedUp() {
    return lookedUp;
  }

  /** The number of the latest commit, which is also how many there were. */
  public long committed() {
    return committed;
  }

  /** The number of the latest commit that no crash can take away. */
  public long synced() {
    return synced;
  }

  /** Returns whether something was written since the last commit. */
  public boolean dirty() {
    return !open.isEmpty();
  }

  /** The keys that the latest commit wrote or removed, in the order of its writes. */
  public List<byte[]> latestKeys() {
    return latest.stream().map(Write::key).toList();
  }

  /** The keys that the latest commit created, in the order of its writes. */
  public List<byte[]> latestNewKeys() {
    return latest.stream().filter(write -> write.replaced() == null).map(Write::key).toList();
  }
}
