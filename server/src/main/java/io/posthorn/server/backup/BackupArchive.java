package io.posthorn.server.backup;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A backup as one stream: a zip archive, which the JDK writes and reads in one pass and which has a
 * checksum of each file. Its last entry is the manifest, so a stream that ends early is recognized
 * as incomplete. The store has compressed its files already, so the archive does not.
 */
public final class BackupArchive {
  public static final String CONTENT_TYPE = "application/zip";

  /** The names that a backup has; everything else is refused. */
  private static final Pattern NAME =
      Pattern.compile("encryption\\.check|store/[A-Za-z0-9_-][\\w.-]*");

  private BackupArchive() {}

  /** Writes a backup, without closing the stream. */
  public static void write(Backup backup, OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.NO_COMPRESSION);
    for (Path file : files(backup.directory())) {
      String name = backup.directory().relativize(file).toString().replace('\\', '/');
      if (!name.equals(Backup.MANIFEST)) {
        add(zip, name, file);
      }
    }
    add(zip, Backup.MANIFEST, backup.directory().resolve(Backup.MANIFEST));
    zip.finish();
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    Files.copy(file, zip);
    zip.closeEntry();
  }

  /**
   * Reads a backup into an empty directory and syncs it to disk.
   *
   * @throws EOFException if the stream ends within a backup
   * @throws ZipException if the stream is not a backup, or was changed
   */
  public static Backup read(InputStream in, Path directory) throws IOException {
    Files.createDirectories(directory.resolve("store"));
    ZipInputStream zip = new ZipInputStream(in);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      boolean last = entry.getName().equals(Backup.MANIFEST);
      if (!last && !NAME.matcher(entry.getName()).matches()) {
        throw new ZipException("a file is not one of a backup: " + printable(entry.getName()));
      }
      Path file = directory.resolve(entry.getName());
      Files.copy(zip, file); // checks the checksum at the end of each entry
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      if (last) {
        FileTree.sync(directory.resolve("store"));
        return complete(directory);
      }
    }
    if (FileTree.bytes(directory) == 0) {
      throw new ZipException("it is not an archive");
    }
    throw new EOFException("it ends before backup.json");
  }

  private static Backup complete(Path directory) throws IOException {
    Backup backup =
        Backup.in(directory).orElseThrow(() -> new ZipException("backup.json cannot be read"));
    long manifest = Files.size(directory.resolve(Backup.MANIFEST));
    if (FileTree.bytes(directory) - manifest != backup.bytes()) {
      throw new ZipException("files are missing from the backup");
    }
    return backup;
  }

  private static String printable(String name) {
    return name.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
