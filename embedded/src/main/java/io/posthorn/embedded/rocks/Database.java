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

/** An open RocksDB with its families and everything native that must outlive it. */
record Database(
    Path directory, RocksDB rocks, Map<Family, ColumnFamilyHandle> handles, Tuning tuning)
    implements AutoCloseable {

  static Database open(Path directory, long memory, WALRecoveryMode recovery)
      throws RocksDBException {
    Tuning tuning = new Tuning(memory);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      RocksDB rocks =
          RocksDB.open(
              tuning.database(recovery), directory.toString(), descriptors(tuning), handles);
      return new Database(directory, rocks, byFamily(handles), tuning);
    } catch (RocksDBException e) {
      tuning.close();
      throw e;
    }
  }

  /** Opens it without changing a file, whatever is found. */
  static Database look(Path directory, WALRecoveryMode recovery) throws RocksDBException {
    Tuning tuning = new Tuning(1 << 20);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      List<ColumnFamilyDescriptor> facts = descriptors(tuning).subList(0, 1);
      RocksDB rocks =
          RocksDB.openReadOnly(tuning.database(recovery), directory.toString(), facts, handles);
      return new Database(directory, rocks, byFamily(handles), tuning);
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

  /** RocksDB gives the handles in the order in which the families were named. */
  private static Map<Family, ColumnFamilyHandle> byFamily(List<ColumnFamilyHandle> handles) {
    Map<Family, ColumnFamilyHandle> byFamily = new EnumMap<>(Family.class);
    Iterator<ColumnFamilyHandle> next = handles.iterator();
    for (Family family : Family.values()) {
      if (next.hasNext()) {
        byFamily.put(family, next.next());
      }
    }
    return byFamily;
  }

  ColumnFamilyHandle handle(Family family) {
    return Objects.requireNonNull(handles.get(family));
  }

  @Override
  public void close() {
    handles.values().forEach(ColumnFamilyHandle::close);
    rocks.close();
    tuning.close();
  }
}
