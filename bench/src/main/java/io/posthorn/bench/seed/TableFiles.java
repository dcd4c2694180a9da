package io.posthorn.bench.seed;

import io.posthorn.bench.process.BenchException;
import io.posthorn.core.store.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IndexType;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A writer of tables as the files that compaction would eventually produce, so that no compaction
 * disturbs the measurement.
 */
final class TableFiles {
  /** The same file size, block size and filters as the store's own. */
  private static final long FILE_BYTES = 32L << 20;

  private static final int BLOCK_BYTES = 16 << 10;
  private static final int FILTER_BITS = 10;

  /** The number of entries between two checks of the file size. */
  private static final int CHECK_EVERY = 1_024;

  private final Path directory;
  private final Table table;
  private final List<String> files = new ArrayList<>();
  private @Nullable SstFileWriter open;
  private int entries;

  private TableFiles(Path directory, Table table) {
    this.directory = directory;
    this.table = table;
  }

  static void write(Path directory, SeedStore filled) {
    Map<Table, CompletableFuture<List<String>>> writing = new EnumMap<>(Table.class);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (Table table : SeedStore.filled()) {
        TableFiles files = new TableFiles(directory, table);
        writing.put(table, CompletableFuture.supplyAsync(() -> files.writeAll(filled), threads));
      }
    }
    Map<String, List<String>> byFamily = new TreeMap<>();
    writing.forEach(
        (table, files) ->
            byFamily.computeIfAbsent(family(table), any -> new ArrayList<>()).addAll(files.join()));
    StoreFile.adopt(directory, byFamily);
  }

  /** The column family of a table. */
  private static String family(Table table) {
    return switch (table) {
      case LANE, EXPIRY -> "queues";
      case EVENT -> "events";
      case MESSAGE -> "messages";
      case ATTEMPT -> "attempts";
      default -> "records";
    };
  }

  private List<String> writeAll(SeedStore filled) {
    try (EnvOptions environment = new EnvOptions();
        BloomFilter filter = new BloomFilter(FILTER_BITS);
        Options options = new Options().setCompressionType(CompressionType.ZSTD_COMPRESSION)) {
      BlockBasedTableConfig format =
          new BlockBasedTableConfig()
              .setBlockSize(BLOCK_BYTES)
              .setIndexType(IndexType.kTwoLevelIndexSearch)
              .setPartitionFilters(true);
      if (!family(table).equals("queues")) {
        format.setFilterPolicy(filter);
      }
      options.setTableFormatConfig(format);
      filled.forEach(table, (key, value) -> write(environment, options, key, value));
      finish();
      return files;
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private void write(EnvOptions environment, Options options, byte[] key, byte[] value) {
    try {
      if (open != null && ++entries % CHECK_EVERY == 0 && open.fileSize() >= FILE_BYTES) {
        finish();
      }
      if (open == null) {
        files.add(directory.resolve("%s-%d.seed".formatted(table, files.size())).toString());
        open = new SstFileWriter(environment, options);
        open.open(files.getLast());
      }
      open.put(key, value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private void finish() throws RocksDBException {
    if (open != null) {
      open.finish();
      open.close();
      open = null;
    }
  }

  private static BenchException failed(RocksDBException e) {
    return new BenchException("cannot write the seeded tables", e);
  }
}
