package io.posthorn.bench.seed;

import io.posthorn.bench.process.CommandLoop;
import io.posthorn.bench.process.HelperProcess;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.embedded.rocks.RocksShardStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The process that fills a store. Command: {@code seed messages directory}. */
public final class Seed {
  /** Ten million messages take about two gigabytes of memory. */
  private static final List<String> OPTIONS = List.of("-XX:+UseParallelGC", "-Xmx3500m");

  private Seed() {}

  public static void main(String[] arguments) throws IOException {
    CommandLoop.run(words -> fill(Path.of(words[2]), Long.parseLong(words[1])));
  }

  /**
   * Creates and fills a store in a separate process.
   *
   * @return the times it took, as text
   */
  public static String run(Path directory, long messages, Path log) {
    try (HelperProcess child = HelperProcess.start(Seed.class, OPTIONS, log)) {
      return child.call("seed " + messages + " " + directory);
    }
  }

  static String fill(Path directory, long messages) {
    ShardIdentity identity;
    try (RocksShardStore store = RocksShardStore.open(directory, RocksShardStore.DEFAULT_MEMORY)) {
      identity = store.identity();
    }
    StringBuilder steps = new StringBuilder();
    SeedStore filled = new SeedStore();
    long now = System.currentTimeMillis() - messages / SeedShard.PER_EVENT;
    for (WaitingKind kind : WaitingKind.values()) {
      long start = System.nanoTime();
      new SeedShard(filled, identity, filled::settle, kind, now).fill(kind.shareOf(messages));
      steps.append("%s in %.1f s, ".formatted(kind, (System.nanoTime() - start) / 1e9));
    }
    long start = System.nanoTime();
    write(directory, filled);
    return steps
        .append("written in %.1f s".formatted((System.nanoTime() - start) / 1e9))
        .toString();
  }

  /** Writes the tables first: they go to the lowest level only while the levels above are empty. */
  static void write(Path directory, SeedStore filled) {
    TableFiles.write(directory, filled);
    try (RocksShardStore store = RocksShardStore.open(directory, RocksShardStore.DEFAULT_MEMORY)) {
      filled.others().forEach(store::put);
      store.commit(true);
    }
  }
}
