package io.posthorn.embedded;

import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.ShardView;
import io.posthorn.embedded.rocks.EmbeddedStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store in memory; commits do nothing. Callers synchronize on its lock. */
final class MemoryStore implements EmbeddedStore {
  private final InMemoryShardStore entries = new InMemoryShardStore();
  private final Object lock;

  /**
   * An empty store.
   *
   * @param lock held by readers and by the writer
   */
  MemoryStore(Object lock) {
    this.lock = lock;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return entries.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    entries.scan(from, to, visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    entries.scanBack(from, to, visitor);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    entries.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    entries.delete(key);
  }

  @Override
  public void commit(boolean sync) {}

  @Override
  public <T extends @Nullable Object> T withSnapshot(Function<ShardView, T> reading) {
    synchronized (lock) {
      return reading.apply(entries);
    }
  }

  @Override
  public ShardView directoryView() {
    return new ShardView() {
      @Override
      public byte @Nullable [] get(byte[] key) {
        return MemoryStore.this.<byte @Nullable []>withSnapshot(view -> view.get(key));
      }

      @Override
      public void scan(byte[] from, byte[] to, Visitor visitor) {
        withSnapshot(
            view -> {
              view.scan(from, to, visitor);
              return true;
            });
      }

      @Override
      public void scanBack(byte[] from, byte[] to, Visitor visitor) {
        withSnapshot(
            view -> {
              view.scanBack(from, to, visitor);
              return true;
            });
      }
    };
  }

  @Override
  public long sizeOnDisk() {
    return 0;
  }

  @Override
  public void compact() {}
}
