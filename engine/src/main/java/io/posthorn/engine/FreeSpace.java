package io.posthorn.engine;

import java.io.File;
import java.nio.file.Path;

/** How many bytes are free on the volume of the store. */
@FunctionalInterface
public interface FreeSpace {
  long bytes();

  /** Of the volume that a directory lies on; none where the volume cannot be asked. */
  static FreeSpace of(Path directory) {
    File file = directory.toFile();
    return file::getUsableSpace;
  }
}
