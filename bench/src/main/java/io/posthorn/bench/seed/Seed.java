package io.posthorn.bench.seed;

import io.posthorn.bench.process.Child;
import io.posthorn.bench.process.Control;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.embedded.rocks.RocksShardStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The process that fills a store. Order: {@code seed messages directory}. */
public final class Seed {
  /** Ten million messages are about two gigabytes before they are written. */
  private static final List<String> OPTIONS = List.of("-XX:+UseParallelGC", "-Xmx3500m");

  private Seed() {}

  public static void main(String[] arguments) throws IOException {
    Control.obey(words -> fill(Path.of(words[2]), Long.parseLong(words[1])));
  }

  /**
   * Fills a store that is not there yet, in a process of its own.
   *
   * @return how long that took, in words
   */
  public static String run(Path directory, long messages, Path log) {
    try (Child child = Child.start(Seed.class, OPTIONS, log)) {
      return child.ask("seed " + messages + " " + directory);
    }
  }

  static String fill(Path directory, long messages) {
    ShardIdentity identity;
    try (RocksShardStore store = RocksShardStore.open(directory, RocksShardStore.DEFAULT_MEMORY)) {
      identity = store.identity();
    }
    StringBuilder said = new StringBuilder();
    SeedStore filled = new SeedStore();
    long now = System.currentTimeMillis() - messages / SeedShard.PER_EVENT;
    for (WaitingKind kind : WaitingKind.values()) {
      long start = System.nanoTime();
      new SeedShard(filled, identity, filled::settle, kind, now).fill(kind.shareOf(messages));
      said.append("%s in %.1f s, ".formatted(kind, (System.nanoTime() - start) / 1e9));
    }
    long start = System.nanoTime();
    write(directory, filled);
    return said.append("written in %.1f s".formatted((System.nanoTime() - start) / 1e9)).toString();
  }

  /** The tables first: they go to the lowest level only where nothing lies above them yet. */
  static void write(Path directory, SeedStore filled) {
    TableFiles.write(directory, filled);
    try (RocksShardStore store = RocksShardStore.open(directory, RocksShardStore.DEFAULT_MEMORY)) {
      filled.others().forEach(store::put);
      store.commit(true);
    }
  }
}
