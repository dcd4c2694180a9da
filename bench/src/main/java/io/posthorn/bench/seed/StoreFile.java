package io.posthorn.bench.seed;

import io.posthorn.bench.process.BenchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A closed store, inspected from outside. */
public final class StoreFile {
  private StoreFile() {}

  /** Ingests table files into their column families. */
  static void adopt(Path directory, Map<String, List<String>> filesByFamily) {
    try (DBOptions options = new DBOptions();
        ColumnFamilyOptions family =
            new ColumnFamilyOptions().setLevelCompactionDynamicLevelBytes(true);
        IngestExternalFileOptions moving = new IngestExternalFileOptions().setMoveFiles(true)) {
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB rocks =
          RocksDB.open(options, directory.toString(), families(directory, family), handles)) {
        for (ColumnFamilyHandle handle : handles) {
          String name = new String(handle.getName(), StandardCharsets.UTF_8);
          List<String> files = filesByFamily.getOrDefault(name, List.of());
          if (!files.isEmpty()) {
            rocks.ingestExternalFile(handle, files, moving);
          }
          handle.close();
        }
      }
    } catch (RocksDBException e) {
      throw new BenchException("cannot ingest the seeded tables", e);
    }
  }

  /** The number of writes and deletes so far, by RocksDB's sequence number. */
  public static long writes(Path directory) {
    RocksDB.loadLibrary();
    try (DBOptions options = new DBOptions();
        ColumnFamilyOptions family = new ColumnFamilyOptions()) {
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB rocks =
          RocksDB.openReadOnly(
              options, directory.toString(), families(directory, family), handles)) {
        handles.forEach(ColumnFamilyHandle::close);
        return rocks.getLatestSequenceNumber();
      }
    } catch (RocksDBException e) {
      throw new BenchException("cannot read the store", e);
    }
  }

  private static List<ColumnFamilyDescriptor> families(Path directory, ColumnFamilyOptions options)
      throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (Options none = new Options()) {
      for (byte[] title : RocksDB.listColumnFamilies(none, directory.toString())) {
        families.add(new ColumnFamilyDescriptor(title, options));
      }
    }
    return families;
  }

  /**
   * The size of a directory on disk. Files that a running server deletes meanwhile are not counted.
   */
  public static long bytes(Path directory) {
    long[] sum = {0};
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              sum[0] += attributes.isRegularFile() ? attributes.size() : 0;
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sum[0];
  }
}
