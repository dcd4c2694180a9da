package io.posthorn.engine;

import java.io.IOException;
import java.nio.file.Path;

/** Engine data that can be copied while the engine runs. */
public interface BackupSource {
  /** The data directory. */
  Path directory();

  /** The approximate size of a copy. */
  long bytes();

  /**
   * Copies the committed state.
   *
   * @param target an empty directory on the same volume as the data
   */
  void copyTo(Path target) throws IOException;
}
