package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ByteWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that commits until it is killed: commit n writes n under a key of every family and
 * removes the keys up to commit n - 10, as a range. It prints n once a synced commit has returned.
 */
final class CommittingProcess {
  static final byte[] TABLES = {1, 5, 9, 11};
  static final int KEPT = 10;

  private CommittingProcess() {}

  public static void main(String[] arguments) {
    int syncEvery = Integer.parseInt(arguments[1]);
    try (RocksShardStore store = RocksShardStore.open(Path.of(arguments[0]), 8 << 20)) {
      for (long n = 1; ; n++) {
        for (byte table : TABLES) {
          store.put(key(table, n), new ByteWriter(1008).u64(n).raw(new byte[1000]).toBytes());
          if (n > KEPT) {
            byte[] old = key(table, n - KEPT);
            store.deleteRange(key(table, 0), key(table, n - KEPT + 1), List.of(old));
          }
        }
        boolean sync = n % syncEvery == 0;
        store.commit(sync);
        if (sync) {
          System.out.println(n);
        }
      }
    }
  }

  static byte[] key(byte table, long n) {
    return new ByteWriter(9).u8(table).u64(n).toBytes();
  }
}
