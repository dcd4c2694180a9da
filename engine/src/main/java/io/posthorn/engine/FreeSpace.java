package io.posthorn.engine;

import java.io.File;
import java.nio.file.Path;

/** The free space on the volume of the store, in bytes. */
@FunctionalInterface
public interface FreeSpace {
  long bytes();

  /** The free space on a directory's volume; 0 if it cannot be determined. */
  static FreeSpace of(Path directory) {
    File file = directory.toFile();
    return file::getUsableSpace;
  }
}
