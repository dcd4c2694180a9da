package io.posthorn.app.boot;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.embedded.rocks.StoreException;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.backup.Backup;
import io.posthorn.server.backup.BackupArchive;
import io.posthorn.server.backup.FileTree;
import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.Settings.EngineKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The restore of a stopped server's store from a backup. It checks everything before it changes
 * anything: the copy is made next to the old store, opened once, and only then moved into place.
 * The backup is not changed.
 */
public final class RestoredStore {
  private static final long MEMORY = 8L << 20;

  private final Settings settings;
  private final Path directory;
  private final Path store;
  private final Clock clock;

  /**
   * The store of these settings.
   *
   * @throws StartException if the engine has no local store
   */
  public RestoredStore(Settings settings, Clock clock) {
    if (settings.engine() == EngineKind.KAFKA) {
      throw refused("With engine kafka the brokers hold the data: there is no store to restore.");
    }
    this.settings = settings;
    this.directory = settings.data().dir();
    this.store = directory.resolve("store");
    this.clock = clock;
  }

  /**
   * Restores a backup.
   *
   * @param force whether to move an existing store aside
   * @return the path of the old store; null if there was none
   * @throws StartException with a one-line reason
   */
  public @Nullable Path restore(Path backupDirectory, boolean force) {
    try {
      Backup backup = backup(backupDirectory);
      checkTarget(force);
      checkKey(backup);
      Files.createDirectories(directory);
      checkSpace(backup);
      Path copy = directory.resolve(".restoring");
      try {
        FileTree.remove(copy); // left by an interrupted run
        FileTree.copy(backup.store(), copy);
        return replace(backup, copy, backup.name());
      } finally {
        FileTree.remove(copy);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Restores a backup from a stream, which is read next to the old store.
   *
   * @param name the stream's name, for the audit log and errors
   */
  public @Nullable Path restore(InputStream archive, String name, boolean force) {
    try {
      checkTarget(force);
      existingKey();
      Files.createDirectories(directory);
      Path unpacked = directory.resolve(".restoring");
      try {
        FileTree.remove(unpacked); // left by an interrupted run
        unpack(archive, name, unpacked);
        Backup backup = backup(unpacked);
        checkKey(backup);
        return replace(backup, backup.store(), name);
      } finally {
        FileTree.remove(unpacked);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static void unpack(InputStream archive, String name, Path unpacked) throws IOException {
    try {
      BackupArchive.read(archive, unpacked);
    } catch (EOFException e) {
      throw damaged(name + " is cut off", e);
    } catch (ZipException e) {
      throw damaged(name + " is not a complete backup: " + e.getMessage(), e);
    }
  }

  private static StartException damaged(String problem, IOException e) {
    return new StartException(
        problem
            + ". Download the backup again, and compare its SHA-256 with the one that posthorn backup"
            + " printed.",
        e);
  }

  private static StartException failed(IOException e) {
    return new StartException(
        "The backup could not be restored: " + (e.getMessage() == null ? e : e.getMessage()), e);
  }

  /** Moves a copy of the backup's store into place. */
  private @Nullable Path replace(Backup backup, Path copy, String name) throws IOException {
    prepare(backup, copy, name);
    Path aside = moveAside();
    Files.copy(backup.encryptionCheck(), directory.resolve(EncryptionKeySource.CHECK));
    Files.move(copy, store, StandardCopyOption.ATOMIC_MOVE);
    FileTree.sync(directory);
    return aside;
  }

  private static Backup backup(Path backupDirectory) {
    Backup found = Backup.in(backupDirectory).orElse(null);
    if (found == null
        || !Files.exists(found.store().resolve("CURRENT"))
        || !Files.exists(found.encryptionCheck())) {
      throw refused(
          backupDirectory
              + " is not a complete backup; give a directory that posthorn backup created.");
    }
    return found;
  }

  private void checkTarget(boolean force) throws IOException {
    if (isLocked()) {
      throw refused("A server is running on the store in " + directory + "; stop it first.");
    }
    if (isThere(store) && !force) {
      throw refused("%s already contains a store; --force moves it aside.".formatted(directory));
    }
  }

  /** Returns whether RocksDB holds its lock file; the file need not be readable. */
  private boolean isLocked() throws IOException {
    Path file = store.resolve("LOCK");
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    }
  }

  private static boolean isThere(Path store) throws IOException {
    if (!Files.exists(store)) {
      return false;
    }
    try (Stream<Path> files = Files.list(store)) {
      return files.findAny().isPresent();
    }
  }

  /** Without the right key, the server would create a new one that opens no secret. */
  private void checkKey(Backup backup) throws IOException {
    var _ = KeyFile.verify(backup.encryptionCheck(), existingKey());
  }

  private SecretBox existingKey() throws IOException {
    EncryptionKeySource sealing = new EncryptionKeySource(settings.security(), directory);
    SecretBox box = sealing.box();
    if (box == null) {
      throw refused(
          "The backup does not contain the encryption key; first copy the original server's key to %s."
              .formatted(sealing.file()));
    }
    return box;
  }

  private void checkSpace(Backup backup) {
    long free = directory.toFile().getUsableSpace();
    if (free < backup.bytes()) {
      throw refused(
          "The backup needs %d bytes, but the volume of %s has only %d bytes free."
              .formatted(backup.bytes(), directory, free));
    }
  }

  /** Opens the copy once, which checks its format, and writes the audit entry. */
  private void prepare(Backup backup, Path copy, String name) {
    try {
      RocksShardStore.renewIdentity(copy, MEMORY);
      try (RocksShardStore opened = RocksShardStore.open(copy, MEMORY)) {
        long now = clock.millis();
        AuditEntry entry =
            new AuditEntry(
                now, "the command line", "this machine", "backup.restore", null, name, "");
        // The shard's own numbers have the upper bit set, so this one is free.
        opened.put(Directory.auditKey(now, 0), entry.encode());
        opened.commit(true);
      }
    } catch (StoreException e) {
      throw new StartException(
          String.valueOf(e.getMessage()).replace(copy.toString(), backup.store().toString()), e);
    }
  }

  private @Nullable Path moveAside() throws IOException {
    Path check = directory.resolve(EncryptionKeySource.CHECK);
    if (!isThere(store)) {
      Files.deleteIfExists(store);
      Files.deleteIfExists(check);
      return null;
    }
    Path aside = directory.resolve("before-restore-" + clock.millis());
    Files.createDirectory(aside);
    Files.move(store, aside.resolve("store"), StandardCopyOption.ATOMIC_MOVE);
    if (Files.exists(check)) {
      Files.move(check, aside.resolve(EncryptionKeySource.CHECK), StandardCopyOption.ATOMIC_MOVE);
    }
    return aside;
  }

  private static StartException refused(String line) {
    return new StartException(line, null);
  }
}
