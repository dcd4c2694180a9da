package io.posthorn.server.backup;

import java.io.IOException;
import java.nio.file.Path;

/** What is backed up, while it works on. */
public interface BackupSource {
  /** Where it lies. */
  Path directory();

  /** What a whole copy of it would take. */
  long bytes();

  /** Writes a copy of what is committed into a directory that is there and empty. */
  void copyTo(Path target) throws IOException;
}
