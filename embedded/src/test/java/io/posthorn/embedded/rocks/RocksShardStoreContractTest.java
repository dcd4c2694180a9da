package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardStoreContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The shard store contract, before and after a commit. */
final class RocksShardStoreContractTest {

  @Nested
  final class Uncommitted extends OnRocks {
    @Override
    protected ShardStore openEmpty() {
      return open();
    }
  }

  @Nested
  final class Committed extends OnRocks {
    @Override
    protected ShardStore openEmpty() {
      return new CommittedAtOnce(open());
    }
  }

  abstract static class OnRocks extends ShardStoreContract {
    @TempDir Path parent;
    private final List<RocksShardStore> opened = new ArrayList<>();

    RocksShardStore open() {
      Path directory = parent.resolve("store-" + opened.size());
      opened.add(RocksShardStore.open(directory, 8 << 20));
      return opened.getLast();
    }

    @AfterEach
    void close() {
      opened.forEach(RocksShardStore::close);
    }
  }

  /** Commits each write by itself. */
  record CommittedAtOnce(RocksShardStore store) implements ShardStore {
    @Override
    public byte @Nullable [] get(byte[] key) {
      return store.get(key);
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {
      store.scan(from, to, visitor);
    }

    @Override
    public void scanBack(byte[] from, byte[] to, Visitor visitor) {
      store.scanBack(from, to, visitor);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      store.put(key, value);
      store.commit(false);
    }

    @Override
    public void delete(byte[] key) {
      store.delete(key);
      store.commit(false);
    }

    @Override
    public void deleteRange(byte[] from, byte[] to, List<byte[]> keys) {
      store.deleteRange(from, to, keys);
      store.commit(false);
    }
  }
}
