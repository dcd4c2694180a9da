package io.posthorn.server.backup;

import io.posthorn.engine.BackupSource;
import io.posthorn.engine.FreeSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The backups of a server, all in one directory. One backup is created at a time, in a hidden
 * directory that is renamed when complete, so every visible backup can be restored.
 */
public final class Backups {
  /** Names are file names that need no quoting; none begins with a dot. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private static final String UNFINISHED = ".unfinished";

  private static final DateTimeFormatter BY_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

  private final Path directory;
  private final BackupSource source;
  private final SpaceLimit space;
  private final String version;
  private final Clock clock;
  private final ReentrantLock making = new ReentrantLock();

  /**
   * The free space for backups, and the part of it that must stay free.
   *
   * @param free the free space of the volume with the backups
   */
  public record SpaceLimit(FreeSpace free, long minFree) {}

  public Backups(
      Path directory, BackupSource source, SpaceLimit space, String version, Clock clock) {
    this.directory = directory.toAbsolutePath().normalize();
    this.source = source;
    this.space = space;
    this.version = version;
    this.clock = clock;
  }

  /** Returns whether a name is valid for a backup. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Creates a backup.
   *
   * @param name null for the current time
   * @param beforeItCounts called before the backup gets its name; if it throws, there is no backup
   * @throws NoBackupException if it cannot be created now
   */
  public Backup make(@Nullable String name, Consumer<String> beforeItCounts) throws IOException {
    if (!making.tryLock()) {
      throw NoBackupException.conflict("Another backup is running; retry when it has finished.");
    }
    try {
      Instant now = clock.instant();
      String chosen = name == null ? BY_TIME.format(now) : name;
      Path target = directory.resolve(chosen);
      if (Files.exists(target)) {
        throw NoBackupException.conflict(
            "A backup named " + chosen + " exists; choose another name, or delete it first.");
      }
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      checkSpace();
      return make(target, now, beforeItCounts);
    } finally {
      making.unlock();
    }
  }

  private Backup make(Path target, Instant now, Consumer<String> beforeItCounts)
      throws IOException {
    Path unfinished = directory.resolve(UNFINISHED);
    FileTree.remove(unfinished); // left over from a process that was killed
    Files.createDirectory(unfinished);
    try {
      source.copyTo(unfinished);
      long bytes = FileTree.bytes(unfinished);
      new Backup(unfinished, now.toEpochMilli(), bytes, version).writeManifest();
      FileTree.sync(unfinished);
      beforeItCounts.accept(String.valueOf(target.getFileName()));
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      FileTree.sync(directory);
      return new Backup(target, now.toEpochMilli(), bytes, version);
    } finally {
      FileTree.remove(unfinished);
    }
  }

  /** Requires free space for a full copy, unless backups share the store's volume and its files. */
  private void checkSpace() throws IOException {
    boolean shared = Files.getFileStore(directory).equals(Files.getFileStore(source.directory()));
    long needed = space.minFree() + (shared ? 0 : source.bytes());
    if (space.free().bytes() < needed) {
      throw NoBackupException.full(
          "Not enough free space for a backup in %s; it needs %d bytes, including data.min-free."
              .formatted(directory, needed));
    }
  }

  /** Returns all backups, newest first. */
  public List<Backup> list() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> isName(String.valueOf(entry.getFileName())))
          .flatMap(entry -> Backup.in(entry).stream())
          .sorted(
              Comparator.comparingLong(Backup::createdAt).thenComparing(Backup::name).reversed())
          .toList();
    }
  }

  /** Returns the backup with a name; empty if the directory is not a complete backup. */
  public Optional<Backup> find(String name) {
    return isName(name) ? Backup.in(directory.resolve(name)) : Optional.empty();
  }

  /** Deletes a backup. It removes the manifest first, so that a crash leaves no broken backup. */
  public void delete(Backup backup) throws IOException {
    Files.deleteIfExists(backup.directory().resolve(Backup.MANIFEST));
    FileTree.remove(backup.directory());
  }
}
