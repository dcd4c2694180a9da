package io.posthorn.bench.seed;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.store.ShardView;
import io.posthorn.embedded.rocks.RocksShardStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SeedTest {
  private static final long MEMORY = 16L << 20;
  private static final long START = 1_767_225_600_000L;
  private static final int MESSAGES = 3_000;

  @TempDir Path directory = Path.of("");

  @Test
  void a_seeded_store_equals_a_store_written_by_the_shard() {
    Path written = directory.resolve("written");
    Path seeded = directory.resolve("seeded");
    List<String> expected;
    ShardIdentity identity;
    try (RocksShardStore store = RocksShardStore.open(written, MEMORY)) {
      identity = store.identity();
      for (WaitingKind kind : WaitingKind.values()) {
        new SeedShard(store, identity, () -> store.commit(false), kind, START).fill(MESSAGES);
      }
      expected = entries(store.readView());
    }
    assertThat(expected).hasSizeGreaterThan(3 * 3 * MESSAGES);

    SeedStore filled = new SeedStore();
    for (WaitingKind kind : WaitingKind.values()) {
      new SeedShard(filled, identity, filled::settle, kind, START).fill(MESSAGES);
    }
    RocksShardStore.open(seeded, MEMORY).close();
    Seed.write(seeded, filled);

    try (RocksShardStore store = RocksShardStore.open(seeded, MEMORY)) {
      assertThat(entries(store.readView())).isEqualTo(expected);
    }
  }

  private static List<String> entries(ShardView view) {
    List<String> entries = new ArrayList<>();
    view.scan(
        new byte[] {0},
        new byte[] {(byte) 0xFF},
        (key, value) ->
            entries.add(HexFormat.of().formatHex(key) + "=" + HexFormat.of().formatHex(value)));
    return entries;
  }
}
