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
 * The directory of the backups, the one place that they are written to. One is made at a time, in a
 * hidden directory that gets its name when it is whole: what has a name can be restored.
 */
public final class Backups {
  /** Names are file names that need no quoting; none begins with a dot. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private static final String UNFINISHED = ".unfinished";

  private static final DateTimeFormatter BY_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

  private final Path directory;
  private final BackupSource source;
  private final Room room;
  private final String version;
  private final Clock clock;
  private final ReentrantLock making = new ReentrantLock();

  /**
   * How much room there is, and how much of it stays free.
   *
   * @param free of the volume that the backups lie on
   */
  public record Room(FreeSpace free, long minFree) {}

  public Backups(Path directory, BackupSource source, Room room, String version, Clock clock) {
    this.directory = directory.toAbsolutePath().normalize();
    this.source = source;
    this.room = room;
    this.version = version;
    this.clock = clock;
  }

  /** Whether a backup can be called that. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Makes a backup.
   *
   * @param name null for one that says when
   * @param beforeItCounts told of the backup before it has its name; where it throws there is none
   * @throws NoBackupException where it cannot be made now
   */
  public Backup make(@Nullable String name, Consumer<String> beforeItCounts) throws IOException {
    if (!making.tryLock()) {
      throw NoBackupException.conflict("Another backup is running; retry when it has finished.");
    }
    try {
      Instant now = clock.instant();
      String chosen = name == null ? BY_TIME.format(now) : name;
      Path place = directory.resolve(chosen);
      if (Files.exists(place)) {
        throw NoBackupException.conflict(
            "A backup named " + chosen + " exists; choose another name, or delete it first.");
      }
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      checkRoom();
      return make(place, now, beforeItCounts);
    } finally {
      making.unlock();
    }
  }

  private Backup make(Path place, Instant now, Consumer<String> beforeItCounts) throws IOException {
    Path unfinished = directory.resolve(UNFINISHED);
    FileTree.remove(unfinished); // of a process that was ended meanwhile
    Files.createDirectory(unfinished);
    try {
      source.copyTo(unfinished);
      long bytes = FileTree.bytes(unfinished);
      new Backup(unfinished, now.toEpochMilli(), bytes, version).writeManifest();
      FileTree.sync(unfinished);
      beforeItCounts.accept(String.valueOf(place.getFileName()));
      Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
      FileTree.sync(directory);
      return new Backup(place, now.toEpochMilli(), bytes, version);
    } finally {
      FileTree.remove(unfinished);
    }
  }

  /** On the store's volume its files are shared; elsewhere they are copied. */
  private void checkRoom() throws IOException {
    boolean shared = Files.getFileStore(directory).equals(Files.getFileStore(source.directory()));
    long needed = room.minFree() + (shared ? 0 : source.bytes());
    if (room.free().bytes() < needed) {
      throw NoBackupException.full(
          "Not enough free space for a backup in %s; it needs %d bytes, including data.min-free."
              .formatted(directory, needed));
    }
  }

  /** All backups, newest first. */
  public List<Backup> list() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> places = Files.list(directory)) {
      return places
          .filter(place -> isName(String.valueOf(place.getFileName())))
          .flatMap(place -> Backup.in(place).stream())
          .sorted(
              Comparator.comparingLong(Backup::createdAt).thenComparing(Backup::name).reversed())
          .toList();
    }
  }

  /** The backup of a name; what is no backup is not found here, whatever lies there. */
  public Optional<Backup> find(String name) {
    return isName(name) ? Backup.in(directory.resolve(name)) : Optional.empty();
  }

  /** Removes one. First it stops being a backup, so that a crash leaves nothing half a one. */
  public void delete(Backup backup) throws IOException {
    Files.deleteIfExists(backup.place().resolve(Backup.MANIFEST));
    FileTree.remove(backup.place());
  }
}
