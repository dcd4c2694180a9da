package io.posthorn.app.boot;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.embedded.rocks.StoreException;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.backup.Backup;
import io.posthorn.server.backup.FileTree;
import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.Settings.EngineKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store that is made of a backup, where no server runs. All is looked at before anything is
 * touched: the copy is made beside the old store, opened once, and only then takes its place. The
 * backup stays as it is.
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
   * @throws StartException where it is not on this machine
   */
  public RestoredStore(Settings settings, Clock clock) {
    if (settings.engine() == EngineKind.KAFKA) {
      throw refused("On Kafka the brokers keep the data: there is no store to restore.");
    }
    this.settings = settings;
    this.directory = settings.data().dir();
    this.store = directory.resolve("store");
    this.clock = clock;
  }

  /**
   * Puts a backup in the place of the store.
   *
   * @param force whether a store that is there is moved aside
   * @return where the old one was moved; null where there was none
   * @throws StartException with one line that says why not
   */
  public @Nullable Path restore(Path place, boolean force) {
    try {
      Backup backup = backup(place);
      checkTarget(force);
      checkKey(backup);
      Files.createDirectories(directory);
      checkRoom(backup);
      Path copy = directory.resolve(".restoring");
      try {
        prepare(backup, copy);
        Path aside = moveAside();
        Files.copy(backup.encryptionCheck(), directory.resolve(EncryptionKeySource.CHECK));
        Files.move(copy, store, StandardCopyOption.ATOMIC_MOVE);
        FileTree.sync(directory);
        return aside;
      } finally {
        FileTree.remove(copy);
      }
    } catch (IOException e) {
      throw new StartException(
          "The backup could not be restored: " + (e.getMessage() == null ? e : e.getMessage()), e);
    }
  }

  private static Backup backup(Path place) {
    Backup found = Backup.in(place).orElse(null);
    if (found == null
        || !Files.exists(found.store().resolve("CURRENT"))
        || !Files.exists(found.encryptionCheck())) {
      throw refused(place + " is not a whole backup: name a directory that posthorn backup made.");
    }
    return found;
  }

  private void checkTarget(boolean force) throws IOException {
    if (isLocked()) {
      throw refused("A server runs on the store in " + directory + ": stop it first.");
    }
    if (isThere(store) && !force) {
      throw refused("There is a store in %s already: --force moves it aside.".formatted(directory));
    }
  }

  /** RocksDB holds a lock on this file as long as the store is open; it need not be readable. */
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

  /** A server that started without the right key would make one, and open no secret with it. */
  private void checkKey(Backup backup) throws IOException {
    EncryptionKeySource sealing = new EncryptionKeySource(settings.security(), directory);
    SecretBox box = sealing.box();
    if (box == null) {
      throw refused(
          "The encryption key is not in the backup: put the one of its server at %s first."
              .formatted(sealing.file()));
    }
    KeyFile.check(backup.encryptionCheck(), box);
  }

  private void checkRoom(Backup backup) {
    long free = directory.toFile().getUsableSpace();
    if (free < backup.bytes()) {
      throw refused(
          "The backup takes %d bytes, and only %d are free on the volume of %s."
              .formatted(backup.bytes(), free, directory));
    }
  }

  private void prepare(Backup backup, Path copy) throws IOException {
    FileTree.remove(copy); // of a run that was cut short
    FileTree.copy(backup.store(), copy);
    try {
      RocksShardStore.renewIdentity(copy, MEMORY);
      try (RocksShardStore opened = RocksShardStore.open(copy, MEMORY)) {
        long now = clock.millis();
        AuditEntry entry =
            new AuditEntry(
                now, "the command line", "this machine", "backup.restore", null, backup.name(), "");
        // The shard's own numbers have the upper bit set, so this one is nobody's.
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
