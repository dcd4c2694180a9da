package io.posthorn.core.store;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts, by table, what is read from it and written to it. On demand it also
 * remembers removed keys, which a store on disk walks over until it has cleaned up.
 */
public final class CountingShardStore implements ShardStore {
  private final ShardStore store;
  private final long[] reads = new long[256];
  private final long[] scans = new long[256];
  private final long[] writes = new long[256];
  private @Nullable TreeSet<byte[]> remains;
  private long remainsVisited;
  private long bytesRead;

  public CountingShardStore(ShardStore store) {
    this.store = store;
  }

  /** From now on removed keys are remembered. */
  public void rememberRemains() {
    remains = new TreeSet<>(Arrays::compareUnsigned);
  }

  public void reset() {
    Arrays.fill(reads, 0);
    Arrays.fill(scans, 0);
    Arrays.fill(writes, 0);
    remainsVisited = 0;
    bytesRead = 0;
  }

  /** Values read one by one, and entries visited by scans. */
  public long reads(Table table) {
    return reads[table.number() & 0xFF];
  }

  public long reads() {
    return Arrays.stream(reads).sum();
  }

  /** Scans that began in a table, also those that found nothing. */
  public long scans(Table table) {
    return scans[table.number() & 0xFF];
  }

  /** The size of all values read. */
  public long bytesRead() {
    return bytesRead;
  }

  public long writes(Table table) {
    return writes[table.number() & 0xFF];
  }

  public long writes() {
    return Arrays.stream(writes).sum();
  }

  /** The number of removed keys that scans have skipped. */
  public long remainsVisited() {
    return remainsVisited;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    reads[key[0] & 0xFF]++;
    byte[] value = store.get(key);
    bytesRead += value == null ? 0 : value.length;
    return value;
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    byte[][] reached = {to};
    scans[from[0] & 0xFF]++;
    store.scan(from, to, counted(visitor, reached));
    countRemains(from, reached[0]);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    byte[][] reached = {from};
    scans[from[0] & 0xFF]++;
    store.scanBack(from, to, counted(visitor, reached));
    countRemains(reached[0], to);
  }

  private Visitor counted(Visitor visitor, byte[][] reached) {
    return (key, value) -> {
      reads[key[0] & 0xFF]++;
      bytesRead += value.length;
      boolean more = visitor.visit(key, value);
      if (!more) {
        reached[0] = key;
      }
      return more;
    };
  }

  private void countRemains(byte[] from, byte[] to) {
    if (remains != null && Arrays.compareUnsigned(from, to) < 0) {
      remainsVisited += remains.subSet(from, to).size();
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    writes[key[0] & 0xFF]++;
    if (remains != null) {
      remains.remove(key);
    }
    store.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    writes[key[0] & 0xFF]++;
    if (remains != null) {
      remains.add(key);
    }
    store.delete(key);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to, List<byte[]> keys) {
    writes[from[0] & 0xFF] += keys.size();
    if (remains != null) {
      remains.addAll(keys);
    }
    store.deleteRange(from, to, keys);
  }
}
