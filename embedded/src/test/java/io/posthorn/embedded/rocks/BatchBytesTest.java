package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

class BatchBytesTest {
  @TempDir Path temporary;
  private final BatchBytes batch = new BatchBytes();

  @SuppressWarnings("NullAway.Init")
  private Database database;

  @BeforeEach
  void open() throws RocksDBException {
    Path directory = temporary.resolve("store");
    NativeLibrary.load(directory);
    database = Database.open(directory, 8 << 20, WALRecoveryMode.AbsoluteConsistency);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void an_empty_batch_is_that_of_RocksDB() throws RocksDBException {
    try (WriteBatch classic = new WriteBatch()) {
      assertThat(batch.take()).isEqualTo(classic.data());
    }
  }

  @Test
  void each_record_is_written_as_RocksDB_writes_it() throws RocksDBException {
    for (Family family : Family.values()) {
      try (WriteBatch classic = new WriteBatch()) {
        classic.put(database.handle(family), bytes("key"), bytes("value"));
        classic.put(database.handle(family), bytes("empty"), new byte[0]);
        classic.delete(database.handle(family), bytes("gone"));
        classic.deleteRange(database.handle(family), bytes("from"), bytes("to"));

        batch.put(database.id(family), bytes("key"), bytes("value"));
        batch.put(database.id(family), bytes("empty"), new byte[0]);
        batch.delete(database.id(family), bytes("gone"));
        batch.deleteRange(database.id(family), bytes("from"), bytes("to"));

        assertThat(batch.take()).as(family.title()).isEqualTo(classic.data());
      }
    }
  }

  @Test
  void lengths_take_as_many_bytes_as_RocksDB_gives_them() throws RocksDBException {
    for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152}) {
      try (WriteBatch classic = new WriteBatch()) {
        classic.put(database.handle(Family.EVENTS), bytes("key"), new byte[length]);
        batch.put(database.id(Family.EVENTS), bytes("key"), new byte[length]);
        classic.delete(database.handle(Family.QUEUES), new byte[length]);
        batch.delete(database.id(Family.QUEUES), new byte[length]);

        assertThat(batch.take()).as("length %d", length).isEqualTo(classic.data());
      }
    }
  }

  @Test
  void any_list_of_writes_is_byte_for_byte_the_batch_of_RocksDB() throws RocksDBException {
    Random random = new Random(20_261_115);
    List<Family> families = List.of(Family.values());
    for (int round = 0; round < 50; round++) {
      try (WriteBatch classic = new WriteBatch()) {
        for (int i = random.nextInt(400); i > 0; i--) {
          Family family = families.get(random.nextInt(families.size()));
          byte[] key = some(random, 1 + random.nextInt(300));
          if (random.nextInt(3) == 0) {
            classic.delete(database.handle(family), key);
            batch.delete(database.id(family), key);
          } else {
            byte[] value = some(random, random.nextInt(random.nextInt(10) == 0 ? 40_000 : 1_500));
            classic.put(database.handle(family), key, value);
            batch.put(database.id(family), key, value);
          }
        }
        assertThat(batch.take()).as("round %d", round).isEqualTo(classic.data());
      }
    }
  }

  @Test
  void every_family_reads_back_its_writes() throws RocksDBException {
    for (Family family : Family.values()) {
      batch.put(database.id(family), bytes("stays"), bytes(family.title()));
      batch.put(database.id(family), bytes("goes"), bytes("soon"));
    }
    write();
    for (Family family : Family.values()) {
      batch.delete(database.id(family), bytes("goes"));
      batch.put(database.id(family), bytes("empty"), new byte[0]);
    }
    write();

    for (Family family : Family.values()) {
      assertThat(get(family, "stays")).isEqualTo(bytes(family.title()));
      assertThat(get(family, "empty")).isEmpty();
      assertThat(get(family, "goes")).isNull();
    }
  }

  @Test
  void a_commit_larger_than_the_kept_buffer_does_not_affect_the_next() throws RocksDBException {
    byte[] large = some(new Random(1), 9 << 20);
    batch.put(database.id(Family.EVENTS), bytes("large"), large);
    write();
    batch.put(database.id(Family.EVENTS), bytes("small"), bytes("value"));
    write();

    assertThat(get(Family.EVENTS, "large")).isEqualTo(large);
    assertThat(get(Family.EVENTS, "small")).isEqualTo(bytes("value"));
  }

  private void write() throws RocksDBException {
    try (WriteBatch made = new WriteBatch(batch.take());
        WriteOptions options = new WriteOptions()) {
      database.rocks().write(options, made);
    }
  }

  private byte @Nullable [] get(Family family, String key) throws RocksDBException {
    return database.rocks().get(database.handle(family), bytes(key));
  }

  private static byte[] some(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
