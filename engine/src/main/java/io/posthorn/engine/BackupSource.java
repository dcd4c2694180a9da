package io.posthorn.engine;

import java.io.IOException;
import java.nio.file.Path;

/** The data of an engine that can be copied while it runs. */
public interface BackupSource {
  /** Where the data lies. */
  Path directory();

  /** What a copy takes, about. */
  long bytes();

  /**
   * Copies what is committed.
   *
   * @param target a directory that is there and empty, on the same volume as the data
   */
  void copyTo(Path target) throws IOException;
}
