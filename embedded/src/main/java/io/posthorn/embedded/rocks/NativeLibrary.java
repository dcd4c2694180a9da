package io.posthorn.embedded.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native code, which has to be a file before it can be loaded.
 *
 * <p>By itself RocksDB unpacks it under a new name into the directory for temporary files at every
 * start, and a process that is killed leaves its 15 MB behind. So it goes beside the store, where
 * each start replaces the last one's; where that cannot be (a volume that nothing may be run from),
 * it goes where RocksDB likes.
 */
final class NativeLibrary {
  private NativeLibrary() {}

  static void load(Path store) {
    try {
      loadFrom(store.toAbsolutePath().resolveSibling("native"));
      RocksDB.loadLibrary(); // finds it there already
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw StoreException.noLibrary(e);
    }
  }

  private static void loadFrom(Path directory) {
    try {
      Files.createDirectories(directory);
      NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      // Tried again by RocksDB, elsewhere; it is then that a failure is told.
    }
  }
}
