package io.posthorn.embedded.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native library, unpacked and loaded.
 *
 * <p>By default RocksDB unpacks it under a new name into the temporary directory at every start,
 * and a killed process leaves 15 MB behind. So it is unpacked beside the store, where each start
 * replaces the last one. If that fails (a noexec volume), RocksDB's default applies.
 */
final class NativeLibrary {
  private NativeLibrary() {}

  static void load(Path store) {
    try {
      loadFrom(store.toAbsolutePath().resolveSibling("native"));
      RocksDB.loadLibrary(); // finds it already unpacked
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw StoreException.noLibrary(e);
    }
  }

  private static void loadFrom(Path directory) {
    try {
      Files.createDirectories(directory);
      NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      // RocksDB tries again elsewhere, and reports a failure then.
    }
  }
}
