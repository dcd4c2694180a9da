package io.posthorn.app.boot;

import io.posthorn.engine.error.StartException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory of all data of a server, including payloads in clear text. If Posthorn creates it,
 * only its owner can read it; an existing directory is left as it is, with a warning if others can
 * read it.
 */
final class DataDirectory {
  private static final FileAttribute<?> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private DataDirectory() {}

  /**
   * Creates the directory if it does not exist; every failure is one line that names the setting.
   */
  static Path open(Path directory, DeliveryLog log) {
    try {
      if (Files.isDirectory(directory)) {
        warnOfReaders(directory, log);
      } else {
        Files.createDirectories(directory, OWNER_ALONE);
      }
    } catch (IOException e) {
      throw unusable(directory, reason(e), e);
    }
    if (!Files.isWritable(directory)) {
      throw unusable(directory, "it cannot be written to", null);
    }
    return directory;
  }

  private static void warnOfReaders(Path directory, DeliveryLog log) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
    if (permissions.contains(PosixFilePermission.OTHERS_READ)
        || permissions.contains(PosixFilePermission.OTHERS_EXECUTE)) {
      log.happened(
          "data_readable_by_others",
          "Other users of this machine can read data.dir "
              + directory
              + "; run 'chmod 700' on it.");
    }
  }

  private static StartException unusable(Path directory, String reason, @Nullable IOException e) {
    return new StartException(
        "data.dir: " + directory + " cannot be used as the data directory: " + reason + ".", e);
  }

  /** The reason as text: the message of most of these exceptions is only the path. */
  private static String reason(IOException e) {
    return switch (e) {
      case FileAlreadyExistsException _ -> "it is not a directory";
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no directory can be created there";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }
}
