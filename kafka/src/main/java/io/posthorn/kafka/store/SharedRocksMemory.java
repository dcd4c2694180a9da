package io.posthorn.kafka.store;

import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WriteBufferManager;

/**
 * The RocksDB configuration that bounds the memory of all state stores of a process, however many
 * shards it runs. The block cache has the full size; write buffers, indexes and filters are charged
 * to it.
 *
 * <p>Streams creates one instance per store from the class name, so the shared objects are static
 * and live as long as the process.
 */
public final class SharedRocksMemory implements RocksDBConfigSetter {
  /** The configuration key of the memory size in bytes. */
  public static final String BYTES = "posthorn.store.memory";

  private static final long DEFAULT_BYTES = 256L << 20;

  private static @Nullable Shared shared;

  /** The objects that all stores share. */
  private record Shared(Cache cache, WriteBufferManager buffers, BloomFilter filter) {}

  @Override
  public void setConfig(String name, Options options, Map<String, Object> settings) {
    Shared memory = shared(settings);
    // Streams reads cache metrics through its own table config, so that object is kept.
    BlockBasedTableConfig tables = (BlockBasedTableConfig) options.tableFormatConfig();
    tables
        .setBlockCache(memory.cache())
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinL0FilterAndIndexBlocksInCache(true)
        .setBlockSize(16 << 10)
        .setFilterPolicy(memory.filter());
    options
        .setTableFormatConfig(tables)
        .setWriteBufferManager(memory.buffers())
        .setWriteBufferSize(16 << 20)
        .setMaxWriteBufferNumber(3)
        // A store has one writer, and most looked-up keys are new and in no buffer.
        .setAllowConcurrentMemtableWrite(false)
        .setMemtableWholeKeyFiltering(true)
        .setMemtablePrefixBloomSizeRatio(0.02)
        .setLevelCompactionDynamicLevelBytes(true)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setMaxOpenFiles(128)
        .setMaxLogFileSize(1 << 20)
        .setKeepLogFileNum(2);
    if (name.equals(StorePart.STATE.title())) {
      // Queues leave tombstones at their head: a file half full of them is compacted soon.
      options.setTablePropertiesCollectorFactory(
          List.of(
              TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(1024, 512, 0)));
    }
  }

  /** Does nothing: stores own none of these objects. */
  @Override
  public void close(String name, Options options) {}

  private static synchronized Shared shared(Map<String, Object> settings) {
    Shared present = shared;
    if (present == null) {
      RocksDB.loadLibrary();
      Object given = settings.get(BYTES);
      long bytes = given == null ? DEFAULT_BYTES : Long.parseLong(given.toString());
      Cache cache = new LRUCache(bytes);
      present = new Shared(cache, new WriteBufferManager(bytes / 2, cache), new BloomFilter(10));
      shared = present;
    }
    return present;
  }
}
