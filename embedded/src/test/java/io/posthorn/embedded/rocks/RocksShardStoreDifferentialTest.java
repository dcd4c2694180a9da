package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.ShardView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The store behaves like a sorted map over random writes, reads, commits and restarts. */
final class RocksShardStoreDifferentialTest {
  private static final int STEPS = 4_000;

  /** First bytes of every family and of the boundaries between them. */
  private static final byte[] TABLES = {0, 1, 4, 5, 6, 8, 9, 10, 11, 16, 17, 18, 19, (byte) 0xFF};

  @TempDir Path directory;

  private Random random = new Random();
  private NavigableMap<byte[], byte[]> written = new TreeMap<>(Arrays::compareUnsigned);
  private NavigableMap<byte[], byte[]> committed = new TreeMap<>(Arrays::compareUnsigned);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void the_store_behaves_like_a_sorted_map(long seed) {
    random = new Random(seed);
    RocksShardStore store = RocksShardStore.open(directory, 8 << 20);
    for (int step = 0; step < STEPS; step++) {
      int choice = random.nextInt(1000);
      if (choice < 420) {
        write(store);
      } else if (choice < 450) {
        removeRange(store);
      } else if (choice < 650) {
        byte[] key = key();
        assertThat(store.get(key)).isEqualTo(written.get(key));
      } else if (choice < 850) {
        compareScan(store, written);
      } else if (choice < 940) {
        ShardView view = random.nextBoolean() ? store.readView() : store.directoryView();
        compareScan(view, committed);
        store.withSnapshot(
            snapshot -> {
              compareScan(snapshot, committed);
              return true;
            });
        byte[] key = key();
        assertThat(view.get(key)).isEqualTo(committed.get(key));
      } else if (choice < 995) {
        store.commit(random.nextInt(4) == 0);
        committed = copy(written);
        if (random.nextInt(3) == 0) {
          store.settleRemovals(); // drops files, shortens ranges
        }
      } else if (choice < 999) {
        store.compact(); // makes files, and tombstones of ranges
      } else {
        store.close();
        store = RocksShardStore.open(directory, 8 << 20);
        written = copy(committed);
      }
    }
    compare(store, new byte[0], new byte[] {(byte) 0xFF, (byte) 0xFF}, written);
    store.close();
  }

  private void write(RocksShardStore store) {
    byte[] key = key();
    if (random.nextInt(3) == 0) {
      store.delete(key);
      written.remove(key);
    } else {
      byte[] value = new byte[random.nextInt(5) == 0 ? 0 : random.nextInt(200)];
      random.nextBytes(value);
      store.put(key, value);
      written.put(key, value);
    }
  }

  private void removeRange(RocksShardStore store) {
    byte[] from = key();
    byte[] to = key();
    to[0] = from[0];
    if (Arrays.compareUnsigned(from, to) < 0) {
      NavigableMap<byte[], byte[]> range = written.subMap(from, true, to, false);
      store.deleteRange(from, to, List.copyOf(range.keySet()));
      range.clear();
    }
  }

  private void compareScan(ShardView view, NavigableMap<byte[], byte[]> expected) {
    compare(view, key(), key(), expected);
  }

  private void compare(
      ShardView view, byte[] from, byte[] to, NavigableMap<byte[], byte[]> expected) {
    int most = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : Integer.MAX_VALUE;
    NavigableMap<byte[], byte[]> range =
        Arrays.compareUnsigned(from, to) < 0
            ? expected.subMap(from, true, to, false)
            : new TreeMap<>(Arrays::compareUnsigned);
    List<byte[]> seen = new ArrayList<>();
    view.scan(from, to, collect(seen, most));
    assertThat(seen).containsExactlyElementsOf(entries(range, most));
    seen.clear();
    view.scanBack(from, to, collect(seen, most));
    assertThat(seen).containsExactlyElementsOf(entries(range.descendingMap(), most));
  }

  private static ShardView.Visitor collect(List<byte[]> seen, int most) {
    return (key, value) -> {
      seen.add(key);
      seen.add(value);
      return seen.size() / 2 < most;
    };
  }

  private static List<byte[]> entries(NavigableMap<byte[], byte[]> range, int most) {
    List<byte[]> entries = new ArrayList<>();
    range.entrySet().stream()
        .limit(most)
        .forEach(
            entry -> {
              entries.add(entry.getKey());
              entries.add(entry.getValue());
            });
    return entries;
  }

  private byte[] key() {
    byte[] key = new byte[1 + random.nextInt(3)];
    key[0] = TABLES[random.nextInt(TABLES.length)];
    for (int i = 1; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(4) * 85); // 0, 85, 170, 255: signs and boundaries
    }
    return key;
  }

  private static NavigableMap<byte[], byte[]> copy(NavigableMap<byte[], byte[]> map) {
    return new TreeMap<>(map);
  }
}
