package io.posthorn.bench.seed;

import io.posthorn.bench.process.Control;
import io.posthorn.embedded.rocks.RocksShardStore;
import java.io.IOException;
import java.nio.file.Path;

/** The process that fills a store. Order: {@code seed messages directory}. */
public final class Seed {
  /** Large buffers: what is written once need not be merged many times. */
  private static final long MEMORY = 1L << 30;

  private static final String TEXT = "it waits ".repeat(110);

  private Seed() {}

  public static void main(String[] arguments) throws IOException {
    Control.obey(words -> seed(Long.parseLong(words[1]), Path.of(words[2])));
  }

  private static String seed(long messages, Path directory) {
    StringBuilder said = new StringBuilder();
    try (RocksShardStore store = RocksShardStore.open(directory, MEMORY)) {
      for (WaitingKind kind : WaitingKind.values()) {
        long start = System.nanoTime();
        new SeedShard(store, kind).fill(kind.shareOf(messages), TEXT);
        said.append(kind)
            .append(' ')
            .append((System.nanoTime() - start) / 1_000_000)
            .append(" ms ");
      }
    }
    long start = System.nanoTime();
    StoreFile.compact(directory);
    return said.append("compacted in ").append((System.nanoTime() - start) / 1_000_000) + " ms";
  }
}
