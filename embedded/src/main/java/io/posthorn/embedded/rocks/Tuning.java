package io.posthorn.embedded.rocks;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksObject;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;

/**
 * The configuration of RocksDB, each number with its reason.
 *
 * <p>The block cache bounds all memory: write buffers, indexes and filters are charged to it.
 */
final class Tuning implements AutoCloseable {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final int CACHE_SHARD_BITS = 2;

  private final ArrayDeque<RocksObject> owned = new ArrayDeque<>();
  private final Cache cache;
  private final WriteBufferManager buffers;
  private final long bufferSize;

  Tuning(long memory) {
    // Few shards: By default RocksDB splits this cache into 64 shards of 2 MiB, each mostly filled
    // by its share of the write buffers. The few threads that read do not wait for each other.
    cache = own(new LRUCache(memory, CACHE_SHARD_BITS));
    // Half for writes: a queue mostly writes, and reads go to recent entries.
    buffers = own(new WriteBufferManager(memory / 2, cache));
    // The busy families share it: each fills one buffer while about one more is being flushed.
    bufferSize = memory / 8;
  }

  DBOptions database(WALRecoveryMode recovery) {
    return own(new DBOptions())
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setParanoidChecks(true)
        .setBestEffortsRecovery(false)
        .setWalRecoveryMode(recovery)
        .setWriteBufferManager(buffers)
        // The log that a start replays: a second or two. Without this limit a rarely written family
        // keeps every log since its last flush.
        .setMaxTotalWalSize(128 * MIB)
        // Table files hold 32 MiB: this keeps 16 GiB open and leaves half of the usual 1,024
        // descriptors for requests. Other files are opened on demand.
        .setMaxOpenFiles(512)
        // A flush or a compaction hands its bytes to the disk as they come, so that an fsync does
        // not wait for 32 MiB of unwritten data.
        .setBytesPerSync(MIB)
        // With one writer, each insert starts from the position of the last key, and keys come in
        // order.
        .setAllowConcurrentMemtableWrite(false)
        // One flush and one compaction in parallel, also on two cores.
        .setMaxBackgroundJobs(Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 2, 4))
        // RocksDB's own log: enough to analyse a problem, never enough to fill the disk.
        .setMaxLogFileSize(8 * MIB)
        .setKeepLogFileNum(4);
  }

  ColumnFamilyOptions family(Family family) {
    ColumnFamilyOptions options =
        own(family == Family.QUEUES ? queueOptions() : familyOptions())
            .setWriteBufferSize(family == Family.FACTS ? MIB : bufferSize)
            // A third buffer takes writes while a slow disk still flushes the second.
            .setMaxWriteBufferNumber(3)
            .setLevelCompactionDynamicLevelBytes(true)
            // A flushed buffer is a file of a few MiB, because similar keys compress well.
            // Ten of them are about half of the level that they are merged into; with four of them
            // each key would be written twice as often on its way down.
            .setLevel0FileNumCompactionTrigger(10)
            .setLevel0SlowdownWritesTrigger(30)
            .setLevel0StopWritesTrigger(48)
            .setMaxBytesForLevelBase(4 * bufferSize)
            .setTargetFileSizeBase(32 * MIB)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            // The last level holds nine tenths of the data and is rarely written.
            .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION)
            .setBottommostCompressionOptions(
                own(new CompressionOptions().setEnabled(true).setLevel(1)));
    if (family.inOrder()) {
      // As small as it gets from the start: a file whose keys overlap with no other's goes down to
      // the last level as it is, unless that is compressed in another way.
      options
          .setCompressionType(CompressionType.ZSTD_COMPRESSION)
          .setCompressionOptions(own(new CompressionOptions().setLevel(1)));
    }
    if (family.mostlyMisses()) {
      // Nearly every lookup is for a new id: a filter of the write buffer, ten bits for a key of a
      // hundred bytes, saves the search in it.
      options.setMemtablePrefixBloomSizeRatio(0.0125).setMemtableWholeKeyFiltering(true);
    }
    BlockBasedTableConfig tables =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            // Partitioned: the filter of a whole file is half a MiB, and with little memory a
            // lookup of one id would read all of it.
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setPinTopLevelIndexAndFilter(true)
            // Compresses better than 4 KiB and needs a quarter of the index.
            .setBlockSize(16 * KIB);
    if (family != Family.QUEUES) {
      // Every new event asks whether its id is known: with 10 bits per key, 99 of 100 such lookups
      // need no disk read. Queues are only ever walked.
      tables.setFilterPolicy(own(new BloomFilter(10)));
    }
    return options.setTableFormatConfig(tables);
  }

  /**
   * The end of a snapshot makes RocksDB rewrite the files of the last level, to save a few bytes
   * per key, and every console read takes a snapshot. A day later is soon enough. The Java API has
   * this option by name only.
   */
  private static ColumnFamilyOptions familyOptions() {
    Properties named = new Properties();
    named.setProperty("bottommost_file_compaction_delay", Long.toString(86_400));
    return Objects.requireNonNull(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(named));
  }

  /**
   * A file in which half of 1,024 consecutive keys are tombstones is compacted soon, whatever its
   * level's size, so that the heads of queues stay quick to find.
   */
  private ColumnFamilyOptions queueOptions() {
    try (DBOptions database = new DBOptions();
        ColumnFamilyOptions family = familyOptions();
        Options options = new Options(database, family)) {
      options.setTablePropertiesCollectorFactory(
          List.of(
              own(
                  TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                      1024, 512, 0))));
      return new ColumnFamilyOptions(options);
    }
  }

  long cacheUsage() {
    return cache.getUsage();
  }

  private <T extends RocksObject> T own(T object) {
    owned.push(object);
    return object;
  }

  @Override
  public void close() {
    owned.forEach(RocksObject::close);
  }
}
