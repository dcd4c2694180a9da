package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.store.ShardView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;

final class RocksShardStoreTest {
  private static final byte[] KEY = {1, 7};
  private static final byte[] VALUE = {42};

  @TempDir Path parent;

  private Path directory() {
    return parent.resolve("store");
  }

  private RocksShardStore open() {
    return RocksShardStore.open(directory(), 8 << 20);
  }

  @Test
  void the_installation_id_is_drawn_once() {
    int first;
    try (RocksShardStore store = open()) {
      first = store.identity().installation();
    }
    try (RocksShardStore store = open();
        RocksShardStore other = RocksShardStore.open(parent.resolve("other"), 8 << 20)) {
      assertThat(store.identity().installation()).isEqualTo(first);
      assertThat(other.identity().installation()).isNotEqualTo(first);
    }
  }

  @Test
  void uncommitted_writes_are_gone_after_a_restart() {
    try (RocksShardStore store = open()) {
      store.put(KEY, VALUE);
      store.commit(true);
      store.put(new byte[] {9, 1}, VALUE);
    }
    try (RocksShardStore store = open()) {
      assertThat(store.get(KEY)).isEqualTo(VALUE);
      assertThat(store.get(new byte[] {9, 1})).isNull();
    }
  }

  @Test
  void other_threads_see_committed_state_only() {
    try (RocksShardStore store = open()) {
      store.put(KEY, VALUE);
      assertThat(store.get(KEY)).isEqualTo(VALUE);
      assertThat(store.readView().get(KEY)).isNull();
      store.commit(false);
      assertThat(store.readView().get(KEY)).isEqualTo(VALUE);
    }
  }

  @Test
  void the_in_memory_directory_follows_commits() {
    byte[] key = Directory.keyKey(new byte[] {1, 2, 3});
    byte[] customer = Directory.customerKey("acme");
    try (RocksShardStore store = open()) {
      store.put(key, VALUE);
      store.put(customer, VALUE);
      assertThat(store.directoryView().get(key)).isNull();
      store.commit(true);
      assertThat(store.directoryView().get(key)).isEqualTo(VALUE);
      assertThat(new Directory(store.directoryView()).customers("", 9)).containsExactly("acme");
    }
    try (RocksShardStore store = open()) {
      assertThat(store.directoryView().get(key)).isEqualTo(VALUE);
      store.delete(key);
      assertThat(store.directoryView().get(key)).isEqualTo(VALUE);
      store.commit(true);
      assertThat(store.directoryView().get(key)).isNull();
      assertThat(new Directory(store.directoryView()).customers("", 9)).containsExactly("acme");
    }
  }

  @Test
  void a_snapshot_does_not_change_while_it_is_read() {
    try (RocksShardStore store = open()) {
      store.put(KEY, VALUE);
      store.commit(false);
      AtomicReference<ShardView> kept = new AtomicReference<>();
      byte @Nullable [] seen =
          store.withSnapshot(
              view -> {
                kept.set(view);
                store.delete(KEY);
                store.commit(false);
                return view.get(KEY);
              });
      assertThat(seen).isEqualTo(VALUE);
      assertThat(store.readView().get(KEY)).isNull();
      assertThatThrownBy(() -> kept.get().get(KEY)).hasMessageContaining("read inside the call");
    }
  }

  @Test
  void reading_a_closed_store_fails_with_a_clear_error() {
    RocksShardStore store = open();
    ShardView view = store.readView();
    store.close();
    store.close();
    assertThatThrownBy(() -> view.get(KEY)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.get(KEY)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.commit(true)).isInstanceOf(StoreException.class);
  }

  @Test
  void a_checkpoint_is_a_store_of_its_own() {
    Path backup = parent.resolve("backup");
    try (RocksShardStore store = open()) {
      store.put(KEY, VALUE);
      store.commit(false);
      store.checkpoint(backup);
      store.delete(KEY);
      store.commit(true);
      try (RocksShardStore copy = RocksShardStore.open(backup, 8 << 20)) {
        assertThat(copy.get(KEY)).isEqualTo(VALUE);
        assertThat(copy.identity()).isEqualTo(store.identity());
      }
    }
  }

  @Test
  void a_copy_with_a_renewed_identity_holds_the_same_and_is_another_installation() {
    Path copyDirectory = parent.resolve("copy");
    try (RocksShardStore store = open()) {
      store.put(KEY, VALUE);
      store.commit(true);
      store.checkpoint(copyDirectory);

      RocksShardStore.renewIdentity(copyDirectory, 8 << 20);

      try (RocksShardStore copy = RocksShardStore.open(copyDirectory, 8 << 20)) {
        assertThat(copy.get(KEY)).isEqualTo(VALUE);
        assertThat(copy.identity().installation()).isNotEqualTo(store.identity().installation());
      }
    }
  }

  @Test
  void metrics_count_commits_and_their_bytes() {
    try (RocksShardStore store = open()) {
      store.commit(true);
      assertThat(store.metrics().commits()).isZero();
      store.put(KEY, new byte[1000]);
      store.commit(false);
      store.commit(true);
      store.commit(true);
      assertThat(store.metrics().commits()).isEqualTo(2);
      assertThat(store.metrics().syncs()).isEqualTo(1);
      assertThat(store.metrics().bytes()).isBetween(1000L, 1200L);
      assertThat(store.sizeOnDisk()).isPositive();
    }
  }

  @Test
  void a_directory_in_use_fails_with_one_clear_line() {
    try (RocksShardStore store = open()) {
      assertThat(store.get(KEY)).isNull();
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(directory() + " is in use by another process: stop that process")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void a_directory_with_other_files_is_refused() throws IOException {
    Files.createDirectories(directory());
    Files.writeString(directory().resolve("photos.txt"), "mine");
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is not a Posthorn store (it holds photos.txt)");
    assertThat(directory().resolve("photos.txt")).hasContent("mine");
    try (var files = Files.list(directory())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void another_rocksdb_database_is_refused() throws RocksDBException {
    RocksDB.loadLibrary();
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB foreign = RocksDB.open(options, directory().toString())) {
      foreign.put(KEY, VALUE);
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is not a Posthorn store (it is another RocksDB database)");
  }

  @Test
  void an_incomplete_new_store_is_created_again() throws RocksDBException {
    RocksDB.loadLibrary();
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB begun = RocksDB.open(options, directory().toString())) {
      assertThat(begun.getLatestSequenceNumber()).isZero();
    }
    try (RocksShardStore store = open()) {
      assertThat(store.get(KEY)).isNull();
    }
  }

  @Test
  void a_newer_format_is_left_alone() throws RocksDBException {
    open().close();
    setFormat(StoreMetadata.FORMAT + 1);
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has format 5, but this version reads only formats up to 4");
  }

  @Test
  void a_newer_format_with_unknown_families_is_left_alone() throws RocksDBException {
    open().close();
    setFormat(StoreMetadata.FORMAT + 1);
    try (Database database =
        Database.open(directory(), 1 << 20, WALRecoveryMode.AbsoluteConsistency)) {
      byte[] title = "later".getBytes(StandardCharsets.UTF_8);
      database.rocks().createColumnFamily(new ColumnFamilyDescriptor(title)).close();
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has format 5");
  }

  @Test
  void an_older_format_is_refused_with_one_line() throws RocksDBException {
    open().close();
    setFormat(1);
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has format 1 of an earlier version")
        .hasMessageNotContaining("\n");
  }

  private void setFormat(int format) throws RocksDBException {
    try (Database database =
        Database.open(directory(), 1 << 20, WALRecoveryMode.AbsoluteConsistency)) {
      byte[] key = "format".getBytes(StandardCharsets.UTF_8);
      database.rocks().put(database.handle(Family.FACTS), key, new byte[] {0, 0, 0, (byte) format});
    }
  }

  @Test
  void a_missing_or_damaged_file_fails_with_one_clear_line() throws IOException {
    for (String victim : List.of("CURRENT", "MANIFEST", "sst")) {
      Path damaged = parent.resolve("damaged-" + victim);
      try (RocksShardStore store = RocksShardStore.open(damaged, 8 << 20)) {
        store.put(KEY, VALUE);
        store.commit(true);
      }
      RocksShardStore.open(damaged, 8 << 20).close(); // writes table files
      damage(damaged, victim);
      assertThatThrownBy(() -> readAll(damaged))
          .as(victim)
          .isInstanceOf(StoreException.class)
          .hasMessageMatching(
              "The store in .* is damaged \\(.*\\): restore a backup into an empty directory.*");
    }
  }

  private static void readAll(Path damaged) {
    try (RocksShardStore store = RocksShardStore.open(damaged, 8 << 20)) {
      store.scan(new byte[] {0}, new byte[] {(byte) 0xFF}, (key, value) -> true);
    }
  }

  private static void damage(Path damaged, String victim) throws IOException {
    if (victim.equals("CURRENT")) {
      Files.delete(damaged.resolve(victim));
      return;
    }
    try (var files = Files.list(damaged)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().contains(victim)) {
          byte[] bytes = Files.readAllBytes(file);
          for (int i = 0; i < bytes.length; i += 16) {
            bytes[i] ^= 0x55;
          }
          Files.write(file, bytes);
        }
      }
    }
  }
}
