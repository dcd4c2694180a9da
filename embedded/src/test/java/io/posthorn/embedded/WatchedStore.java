package io.posthorn.embedded;

import io.posthorn.core.store.ShardView;
import io.posthorn.embedded.rocks.EmbeddedStore;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store that counts reads and lets a test observe, block or fail commits. */
final class WatchedStore implements EmbeddedStore {
  private final EmbeddedStore store;
  private volatile Watcher watcher = (sync, commit) -> commit.run();
  private int entriesRead;

  /** Called before each commit. */
  interface Watcher {
    void commit(boolean sync, Runnable commit);
  }

  WatchedStore(EmbeddedStore store) {
    this.store = store;
  }

  void watch(Watcher changed) {
    watcher = changed;
  }

  int entriesRead() {
    return entriesRead;
  }

  @Override
  public void commit(boolean sync) {
    watcher.commit(sync, () -> store.commit(sync));
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    entriesRead++;
    return store.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    store.scan(from, to, counting(visitor));
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    store.scanBack(from, to, counting(visitor));
  }

  private Visitor counting(Visitor visitor) {
    return (key, value) -> {
      entriesRead++;
      return visitor.visit(key, value);
    };
  }

  @Override
  public void put(byte[] key, byte[] value) {
    store.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    store.delete(key);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to, List<byte[]> keys) {
    store.deleteRange(from, to, keys);
  }

  @Override
  public <T extends @Nullable Object> T withSnapshot(Function<ShardView, T> reading) {
    return store.withSnapshot(reading);
  }

  @Override
  public ShardView directoryView() {
    return store.directoryView();
  }

  @Override
  public long sizeOnDisk() {
    return store.sizeOnDisk();
  }

  @Override
  public void compact() {
    store.compact();
  }
}
