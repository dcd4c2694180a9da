package io.posthorn.core.store;

import java.util.Arrays;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts, by table, what is read from it and written to it. On demand it also
 * remembers removed keys, which a store on disk walks over until it has cleaned up.
 */
public final class CountingShardStore implements ShardStore {
  private final ShardStore store;
  private final long[] reads = new long[256];
  private final long[] writes = new long[256];
  private @Nullable TreeSet<byte[]> remains;
  private long remainsVisited;

  public CountingShardStore(ShardStore store) {
    this.store = store;
  }

  /** From now on removed keys are remembered. */
  public void rememberRemains() {
    remains = new TreeSet<>(Arrays::compareUnsigned);
  }

  public void reset() {
    Arrays.fill(reads, 0);
    Arrays.fill(writes, 0);
    remainsVisited = 0;
  }

  /** Values read one by one, and entries visited by scans. */
  public long reads(Table table) {
    return reads[table.number() & 0xFF];
  }

  public long reads() {
    return Arrays.stream(reads).sum();
  }

  public long writes(Table table) {
    return writes[table.number() & 0xFF];
  }

  public long writes() {
    return Arrays.stream(writes).sum();
  }

  /** How many removed keys scans have walked over. */
  public long remainsVisited() {
    return remainsVisited;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    reads[key[0] & 0xFF]++;
    return store.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    byte[][] reached = {to};
    store.scan(from, to, counted(visitor, reached));
    countRemains(from, reached[0]);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    byte[][] reached = {from};
    store.scanBack(from, to, counted(visitor, reached));
    countRemains(reached[0], to);
  }

  private Visitor counted(Visitor visitor, byte[][] reached) {
    return (key, value) -> {
      reads[key[0] & 0xFF]++;
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
}
