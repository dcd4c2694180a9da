package io.posthorn.embedded.rocks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;

/** An open RocksDB database with its column families and native objects. */
final class Database implements AutoCloseable {
  private final Path directory;
  private final RocksDB rocks;
  private final List<ColumnFamilyHandle> handles;
  private final Map<Family, ColumnFamily> families = new EnumMap<>(Family.class);
  private final Tuning tuning;

  /** A family's handle and its number in write batches. */
  private record ColumnFamily(ColumnFamilyHandle handle, int id) {}

  /** Expects the handles in the order of the families. */
  private Database(Path directory, RocksDB rocks, List<ColumnFamilyHandle> handles, Tuning tuning) {
    this.directory = directory;
    this.rocks = rocks;
    this.handles = List.copyOf(handles);
    this.tuning = tuning;
    Iterator<ColumnFamilyHandle> next = handles.iterator();
    for (Family family : Family.values()) {
      if (next.hasNext()) {
        ColumnFamilyHandle handle = next.next();
        families.put(family, new ColumnFamily(handle, handle.getID()));
      }
    }
  }

  static Database open(Path directory, long memory, WALRecoveryMode recovery)
      throws RocksDBException {
    Tuning tuning = new Tuning(memory);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      RocksDB rocks =
          RocksDB.open(
              tuning.database(recovery), directory.toString(), descriptors(tuning), handles);
      return new Database(directory, rocks, handles, tuning);
    } catch (RocksDBException e) {
      tuning.close();
      throw e;
    }
  }

  /** Opens it read-only. */
  static Database openReadOnly(Path directory, WALRecoveryMode recovery) throws RocksDBException {
    Tuning tuning = new Tuning(1 << 20);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      List<ColumnFamilyDescriptor> facts = descriptors(tuning).subList(0, 1);
      RocksDB rocks =
          RocksDB.openReadOnly(tuning.database(recovery), directory.toString(), facts, handles);
      return new Database(directory, rocks, handles, tuning);
    } catch (RocksDBException e) {
      tuning.close();
      throw e;
    }
  }

  private static List<ColumnFamilyDescriptor> descriptors(Tuning tuning) {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (Family family : Family.values()) {
      byte[] title = family.title().getBytes(StandardCharsets.UTF_8);
      descriptors.add(new ColumnFamilyDescriptor(title, tuning.family(family)));
    }
    return descriptors;
  }

  Path directory() {
    return directory;
  }

  RocksDB rocks() {
    return rocks;
  }

  List<ColumnFamilyHandle> handles() {
    return handles;
  }

  Tuning tuning() {
    return tuning;
  }

  ColumnFamilyHandle handle(Family family) {
    return columnFamily(family).handle();
  }

  /** The number of a family in write batches. */
  int id(Family family) {
    return columnFamily(family).id();
  }

  private ColumnFamily columnFamily(Family family) {
    return Objects.requireNonNull(families.get(family));
  }

  @Override
  public void close() {
    handles.forEach(ColumnFamilyHandle::close);
    rocks.close();
    tuning.close();
  }
}
