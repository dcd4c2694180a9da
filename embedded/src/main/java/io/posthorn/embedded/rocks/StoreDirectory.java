package io.posthorn.embedded.rocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;

/** The directory of a store, checked before it is opened or created. */
final class StoreDirectory {
  /** The files of an incomplete new database, as a crash may leave them. */
  private static final Pattern BEGUN =
      Pattern.compile("LOCK|LOG.*|IDENTITY|MANIFEST-\\d+|OPTIONS-\\d+|\\d+\\.(dbtmp|log)");

  /** Payloads are stored unencrypted. */
  private static final FileAttribute<?> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;
  private final long memory;

  StoreDirectory(Path directory, long memory) {
    this.directory = directory;
    this.memory = memory;
  }

  /** Opens the store, or creates it; every failure is one clear line. */
  Database open() {
    NativeLibrary.load(directory);
    try {
      Files.createDirectories(directory, OWNER_ALONE);
      check();
      Database database = openRocks();
      try {
        checkFormat(database);
      } catch (RocksDBException | RuntimeException e) {
        database.close();
        throw e;
      }
      return database;
    } catch (RocksDBException e) {
      throw StoreException.of(directory, e);
    } catch (IOException e) {
      throw StoreException.unusable(directory, e);
    }
  }

  private void check() throws IOException, RocksDBException {
    if (!Files.exists(directory.resolve("CURRENT"))) {
      checkEmpty();
    } else if (!families().equals(ours())) {
      checkForeign();
    }
  }

  private void checkEmpty() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.endsWith(".sst")) {
          throw StoreException.damaged(directory, "the file CURRENT is missing");
        }
        if (!BEGUN.matcher(name).matches()) {
          throw StoreException.notOurs(directory, "it holds " + name);
        }
      }
    }
  }

  /** Distinguishes another database, a newer format, and an incomplete new store. */
  private void checkForeign() throws RocksDBException {
    try (Database database =
        Database.openReadOnly(directory, WALRecoveryMode.TolerateCorruptedTailRecords)) {
      int format = StoreMetadata.format(database);
      if (format > StoreMetadata.FORMAT) {
        throw StoreException.newerFormat(directory, format, StoreMetadata.FORMAT);
      }
      if (format == StoreMetadata.FORMAT) {
        throw StoreException.damaged(directory, "it has the families " + families());
      }
      if (database.rocks().getLatestSequenceNumber() > 0 || !ours().containsAll(families())) {
        throw StoreException.notOurs(directory, "it is another RocksDB database");
      }
    }
  }

  private Database openRocks() throws RocksDBException, IOException {
    try {
      return Database.open(directory, memory, WALRecoveryMode.TolerateCorruptedTailRecords);
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status != null
          && status.getCode() == Status.Code.Corruption
          && TornTail.holdsNothingSynced(directory)) {
        return Database.open(directory, memory, WALRecoveryMode.PointInTimeRecovery);
      }
      throw e;
    }
  }

  private void checkFormat(Database database) throws RocksDBException {
    int format = StoreMetadata.format(database);
    if (format > StoreMetadata.FORMAT) {
      throw StoreException.newerFormat(directory, format, StoreMetadata.FORMAT);
    }
    if (format > 0 && format < StoreMetadata.FORMAT) {
      throw StoreException.olderFormat(directory, format, StoreMetadata.FORMAT);
    }
    if (format == 0) {
      if (database.rocks().getLatestSequenceNumber() > 0) {
        throw StoreException.notOurs(directory, "it has no format");
      }
      StoreMetadata.create(database);
    }
  }

  private Set<String> families() throws RocksDBException {
    Set<String> titles = new TreeSet<>();
    try (Options options = new Options()) {
      for (byte[] title : RocksDB.listColumnFamilies(options, directory.toString())) {
        titles.add(new String(title, StandardCharsets.UTF_8));
      }
    }
    return titles;
  }

  private static Set<String> ours() {
    Set<String> titles = new TreeSet<>();
    for (Family family : Family.values()) {
      titles.add(family.title());
    }
    return titles;
  }
}
