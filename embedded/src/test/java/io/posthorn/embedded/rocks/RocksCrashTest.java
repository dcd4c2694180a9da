package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.ByteReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process killed at any time leaves complete commits, including all that it reported as synced.
 */
final class RocksCrashTest {
  @TempDir Path directory;

  /** The commits to kill the process at; the last ones are after a flush of write buffers. */
  private static final long[] TIMES = {1, 40, 400};

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  @Timeout(60)
  void a_killed_process_leaves_whole_commits_in_their_order(int syncEvery) throws Exception {
    for (long time : TIMES) {
      long synced = commitUntilKilled(syncEvery, time * syncEvery);
      try (RocksShardStore store = RocksShardStore.open(directory, 8 << 20)) {
        List<Long> there = numbers(store, CommittingProcess.TABLES[0]);
        long last = there.getLast();
        assertThat(last).isGreaterThanOrEqualTo(synced);
        for (byte table : CommittingProcess.TABLES) {
          assertThat(numbers(store, table)).isEqualTo(lastTen(last));
        }
        empty(store, last);
      }
    }
  }

  /** Kills the process once it has reported a synced commit; returns the last one reported. */
  private long commitUntilKilled(int syncEvery, long enough)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "--enable-native-access=ALL-UNNAMED",
                CommittingProcess.class.getName(),
                directory.toString(),
                String.valueOf(syncEvery))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    long last = 0;
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = Long.parseLong(line);
        if (last >= enough) {
          process.toHandle().destroyForcibly(); // its earlier output can still be read
        }
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    return last;
  }

  private static List<Long> numbers(RocksShardStore store, byte table) {
    List<Long> numbers = new ArrayList<>();
    store.scan(
        new byte[] {table},
        new byte[] {(byte) (table + 1)},
        (key, value) -> {
          long number = new ByteReader(value).u64();
          assertThat(key).isEqualTo(CommittingProcess.key(table, number));
          return numbers.add(number);
        });
    return numbers;
  }

  private static List<Long> lastTen(long last) {
    List<Long> numbers = new ArrayList<>();
    for (long n = Math.max(1, last - CommittingProcess.KEPT + 1); n <= last; n++) {
      numbers.add(n);
    }
    return numbers;
  }

  private static void empty(RocksShardStore store, long last) {
    for (byte table : CommittingProcess.TABLES) {
      for (long n : lastTen(last)) {
        store.delete(CommittingProcess.key(table, n));
      }
    }
    store.commit(true);
  }
}
