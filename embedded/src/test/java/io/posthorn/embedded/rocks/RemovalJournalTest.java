package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of removed entries: the files inside them are dropped, and reads never see them. */
final class RemovalJournalTest {
  private static final int EVENTS = 6_000;
  private static final int PAYLOAD = 1_000;
  private static final long ALL_BYTES = (long) EVENTS * PAYLOAD;

  @TempDir Path directory;

  private RocksShardStore open() {
    return RocksShardStore.open(directory.resolve("store"), 8 << 20);
  }

  @Test
  void the_files_of_a_removed_range_are_dropped_without_a_compaction() {
    try (RocksShardStore store = open()) {
      fill(store);
      assertThat(store.sizeOnDisk()).isGreaterThan(ALL_BYTES);
      remove(store, 0, EVENTS);
      store.commit(true);
      store.settleRemovals();
      assertThat(store.sizeOnDisk()).isLessThan(ALL_BYTES / 10);
      assertThat(numbers(store)).isEmpty();
    }
  }

  @Test
  void files_are_dropped_only_after_their_removal_is_synced() {
    try (RocksShardStore store = open()) {
      fill(store);
      remove(store, 0, EVENTS);
      store.commit(false);
      store.settleRemovals();
      assertThat(store.sizeOnDisk()).isGreaterThan(ALL_BYTES);
      store.commit(true);
      store.settleRemovals();
      assertThat(store.sizeOnDisk()).isLessThan(ALL_BYTES / 10);
    }
  }

  @Test
  void entries_beside_a_removed_range_stay_when_files_are_dropped() {
    try (RocksShardStore store = open()) {
      fill(store);
      remove(store, 10, EVENTS - 10);
      store.commit(true);
      store.settleRemovals();
      assertThat(numbers(store)).hasSize(20).contains(9L, EVENTS - 10L);
    }
    try (RocksShardStore store = open()) {
      assertThat(numbers(store)).hasSize(20).contains(9L, EVENTS - 10L);
    }
  }

  @Test
  void a_snapshot_keeps_what_is_removed_after_it() {
    try (RocksShardStore store = open()) {
      fill(store);
      List<Long> seen =
          store.withSnapshot(
              view -> {
                remove(store, 0, EVENTS);
                store.commit(true);
                store.settleRemovals();
                return numbers(view);
              });
      assertThat(seen).hasSize(EVENTS);
      assertThat(numbers(store.readView())).isEmpty();
    }
  }

  @Test
  void a_scan_does_not_see_removed_entries_whose_range_is_settled_meanwhile() {
    try (RocksShardStore store = open()) {
      fill(store);
      remove(store, 100, 5_000);
      store.commit(true);
      List<Long> seen = new ArrayList<>();
      store
          .readView()
          .scan(
              key(0),
              key(Long.MAX_VALUE),
              (key, value) -> {
                if (seen.isEmpty()) {
                  store.settleRemovals();
                  store.compact(); // makes a tombstone of the rest, with the next commit
                  store.commit(true);
                }
                return seen.add(number(key));
              });
      assertThat(store.removedRanges()).isZero();
      assertThat(seen).hasSize(EVENTS - 4_900).contains(99L, 5_000L);
    }
  }

  @Test
  void ranges_that_follow_each_other_are_one() {
    try (RocksShardStore store = open()) {
      fill(store);
      for (int from = 0; from < 300; from += 10) {
        remove(store, from, from + 10);
        store.commit(false);
      }
      assertThat(store.removedRanges()).isEqualTo(1);
    }
  }

  @Test
  void a_compaction_frees_the_space_of_ranges_smaller_than_a_file() {
    try (RocksShardStore store = open()) {
      fill(store);
      for (int from = 0; from < EVENTS; from += 60) {
        remove(store, from, from + 59);
      }
      store.commit(true);
      store.compact();
      store.put(key(EVENTS), new byte[1]);
      store.commit(true);
      assertThat(store.removedRanges()).isZero();
      store.compact();
      assertThat(store.sizeOnDisk()).isLessThan(ALL_BYTES / 4);
      assertThat(numbers(store)).hasSize(EVENTS / 60 + 1);
    }
  }

  @Test
  void many_ranges_become_tombstones() {
    try (RocksShardStore store = open()) {
      fill(store);
      for (int from = 0; from < EVENTS; from += 10) {
        remove(store, from, from + 5);
      }
      store.commit(true);
      assertThat(store.removedRanges()).isZero();
      assertThat(numbers(store)).hasSize(EVENTS / 2);
    }
  }

  /** Writes events with payloads that do not compress, and merges them into files. */
  private static void fill(RocksShardStore store) {
    Random random = new Random(1);
    for (int n = 0; n < EVENTS; n++) {
      byte[] payload = new byte[PAYLOAD];
      random.nextBytes(payload);
      store.put(key(n), payload);
      if (n % 500 == 0) {
        store.commit(false);
      }
    }
    store.commit(true);
    store.compact();
  }

  private static void remove(RocksShardStore store, int from, int to) {
    List<byte[]> keys = new ArrayList<>();
    for (int n = from; n < to; n++) {
      keys.add(key(n));
    }
    store.deleteRange(key(from), key(to), keys);
  }

  private static List<Long> numbers(ShardView view) {
    List<Long> numbers = new ArrayList<>();
    view.scan(key(0), key(Long.MAX_VALUE), (key, value) -> numbers.add(number(key)));
    return numbers;
  }

  private static long number(byte[] key) {
    return new ByteReader(key, 1).u64();
  }

  private static byte[] key(long number) {
    return new ByteWriter(9).u8(Table.EVENT.number()).u64(number).toBytes();
  }
}
