package io.posthorn.kafka.store;

import io.posthorn.core.store.ShardStore;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A shard store that keeps writes in memory until they are applied. A turn that fails is discarded
 * and leaves nothing in the store below, whose writes cannot be undone.
 */
public final class BufferedShardStore implements ShardStore {
  /** Stands for a removed key; compared by identity. */
  private static final byte[] REMOVED = new byte[0];

  private static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;

  private final ShardStore below;
  private final TreeMap<byte[], byte[]> writes = new TreeMap<>(ORDER);

  public BufferedShardStore(ShardStore below) {
    this.below = below;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    byte[] written = writes.get(key);
    if (written == null) {
      return below.get(key);
    }
    return isRemoved(written) ? null : written;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    writes.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    writes.put(key, REMOVED);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    NavigableMap<byte[], byte[]> range = writes.subMap(from, true, to, false);
    if (range.isEmpty()) {
      below.scan(from, to, visitor);
    } else {
      Merge merge = new Merge(range, ORDER, visitor);
      below.scan(from, to, merge);
      merge.rest();
    }
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    NavigableMap<byte[], byte[]> range = writes.subMap(from, true, to, false).descendingMap();
    if (range.isEmpty()) {
      below.scanBack(from, to, visitor);
    } else {
      Merge merge = new Merge(range, ORDER.reversed(), visitor);
      below.scanBack(from, to, merge);
      merge.rest();
    }
  }

  /** Writes everything to the store below. */
  public void apply() {
    writes.forEach(
        (key, value) -> {
          if (isRemoved(value)) {
            below.delete(key);
          } else {
            below.put(key, value);
          }
        });
    writes.clear();
  }

  /** Forgets all writes since the last {@link #apply}. */
  public void discard() {
    writes.clear();
  }

  @SuppressWarnings("ReferenceEquality") // one array is the mark of a removed key
  private static boolean isRemoved(byte[] value) {
    return value == REMOVED;
  }

  /** Merges the entries below, which it visits, with the written ones, in the same order. */
  private static final class Merge implements Visitor {
    private final Comparator<byte[]> order;
    private final Iterator<Map.Entry<byte[], byte[]>> entries;
    private final Visitor visitor;
    private Map.@Nullable Entry<byte[], byte[]> next;
    private boolean stopped;

    Merge(NavigableMap<byte[], byte[]> written, Comparator<byte[]> order, Visitor visitor) {
      this.order = order;
      this.visitor = visitor;
      entries = written.entrySet().iterator();
      advance();
    }

    private void advance() {
      next = entries.hasNext() ? entries.next() : null;
    }

    @Override
    public boolean visit(byte[] key, byte[] value) {
      while (next != null && order.compare(next.getKey(), key) < 0) {
        if (!visitWritten(next)) {
          return false;
        }
      }
      if (next != null && order.compare(next.getKey(), key) == 0) {
        return visitWritten(next);
      }
      return go(visitor.visit(key, value));
    }

    /** Visits the written entries behind the last one below. */
    void rest() {
      while (!stopped && next != null) {
        visitWritten(next);
      }
    }

    private boolean visitWritten(Map.Entry<byte[], byte[]> entry) {
      advance();
      return isRemoved(entry.getValue()) || go(visitor.visit(entry.getKey(), entry.getValue()));
    }

    private boolean go(boolean on) {
      stopped = !on;
      return on;
    }
  }
}
