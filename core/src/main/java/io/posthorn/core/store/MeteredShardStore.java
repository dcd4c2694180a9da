package io.posthorn.core.store;

import java.util.List;

/** A store that counts what is read from it. */
public final class MeteredShardStore extends MeteredView implements ShardStore {
  private final ShardStore store;

  public MeteredShardStore(ShardStore store) {
    super(store);
    this.store = store;
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

  /** A budget of keys to read, from now on. */
  public ReadBudget budget(long keys) {
    return new ReadBudget(this, keys);
  }
}
