package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * After a power failure the unsynced end of the log is truncated, zeros or garbage, and the store
 * opens. With a log that is damaged before that, it does not open.
 */
final class RocksTornTailTest {
  private static final int COMMITS = 40;
  private static final int LAST_SYNCED = 30;
  private static final int VALUE = 5_000;

  @TempDir Path parent;
  private Path directory = Path.of("");
  private Path log = Path.of("");
  private byte[] whole = {};

  /** The length of the log after each commit. */
  private final List<Integer> ends = new ArrayList<>();

  @BeforeEach
  void a_store_whose_last_commits_were_not_synced() throws IOException {
    Path living = parent.resolve("living");
    directory = parent.resolve("store");
    try (RocksShardStore store = RocksShardStore.open(living, 8 << 20)) {
      Path livingLog = onlyLog(living);
      for (int n = 1; n <= COMMITS; n++) {
        byte[] value = new byte[VALUE];
        new Random(n).nextBytes(value);
        store.put(new byte[] {1, (byte) n}, value);
        store.commit(n == LAST_SYNCED);
        ends.add((int) Files.size(livingLog));
      }
      copyAsACrashWould(living);
    }
    log = onlyLog(directory);
    whole = Files.readAllBytes(log);
  }

  @Test
  void an_intact_log_recovers_every_commit() {
    assertThat(recovered()).isEqualTo(COMMITS);
  }

  @Test
  void a_log_truncated_in_its_unsynced_end_recovers_the_commits_before() throws IOException {
    int end = ends.get(LAST_SYNCED + 3);
    Files.write(log, Arrays.copyOf(whole, end - 100));
    assertThat(recovered()).isEqualTo(LAST_SYNCED + 3);
  }

  @Test
  void garbage_at_the_unsynced_end_is_discarded() throws IOException {
    byte[] torn = whole.clone();
    byte[] garbage = new byte[ends.get(LAST_SYNCED + 4) - ends.get(LAST_SYNCED + 2)];
    new Random(1).nextBytes(garbage);
    System.arraycopy(garbage, 0, torn, ends.get(LAST_SYNCED + 2), garbage.length);
    Files.write(log, torn);
    assertThat(recovered()).isEqualTo(LAST_SYNCED + 3);
  }

  @Test
  void a_page_of_zeros_in_an_unsynced_commit_is_discarded() throws IOException {
    byte[] torn = whole.clone();
    int start = ends.get(LAST_SYNCED + 2) + 1000;
    Arrays.fill(torn, start, torn.length, (byte) 0);
    Files.write(log, torn);
    assertThat(recovered()).isEqualTo(LAST_SYNCED + 3);
  }

  @Test
  void zeros_in_the_place_of_an_unsynced_commit_do_not_let_later_ones_through() throws IOException {
    byte[] torn = whole.clone();
    Arrays.fill(torn, ends.get(LAST_SYNCED + 2), ends.get(LAST_SYNCED + 3), (byte) 0);
    Files.write(log, torn);
    assertThat(recovered()).isEqualTo(LAST_SYNCED + 3);
  }

  @Test
  void damage_before_a_synced_commit_prevents_opening() throws IOException {
    byte[] damaged = whole.clone();
    damaged[ends.get(LAST_SYNCED - 10) + 2000] ^= 0x10;
    Files.write(log, damaged);
    assertThatThrownBy(this::recovered)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is damaged")
        .hasMessageNotContaining("\n");
    assertThat(Files.readAllBytes(log)).isEqualTo(damaged);
  }

  /** Opens the store and returns the number of consecutive commits. */
  private int recovered() {
    try (RocksShardStore store = RocksShardStore.open(directory, 8 << 20)) {
      List<Integer> numbers = new ArrayList<>();
      store.scan(new byte[] {1}, new byte[] {2}, (key, value) -> numbers.add((int) key[1]));
      for (int i = 0; i < numbers.size(); i++) {
        assertThat(numbers.get(i)).isEqualTo(i + 1);
      }
      return numbers.size();
    }
  }

  private void copyAsACrashWould(Path living) throws IOException {
    Files.createDirectories(directory);
    try (var files = Files.list(living)) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
  }

  private static Path onlyLog(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      List<Path> logs = files.filter(file -> file.toString().endsWith(".log")).toList();
      assertThat(logs).hasSize(1);
      return logs.getFirst();
    }
  }
}
