package io.posthorn.cli.backup;

import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A backup that is created, downloaded as one file and then deleted on the server. If the download
 * fails, it is deleted too: the next run creates a new one.
 *
 * @param name null for the current time
 */
record BackupDownload(PosthornClient posthorn, @Nullable String name) {
  /**
   * A finished download.
   *
   * @param bytes the size of the file
   */
  record Result(String name, long bytes, String sha256) {}

  /** Writes to a hidden file first, so that only complete backups have their final name. */
  Result to(Path file) throws CommandFailedException {
    Path target = file.toAbsolutePath();
    Path unfinished = target.resolveSibling("." + target.getFileName() + ".unfinished");
    try {
      if (Files.exists(target)) {
        throw new CommandFailedException(Printable.line(file + " already exists."));
      }
      Files.deleteIfExists(unfinished);
      try (FileChannel channel =
          FileChannel.open(
              unfinished,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        Result result = to(Channels.newOutputStream(channel));
        channel.force(true);
        Files.move(unfinished, target);
        return result;
      } finally {
        Files.deleteIfExists(unfinished);
      }
    } catch (IOException e) {
      throw new CommandFailedException(
          Printable.line("The backup could not be written to " + file + ": " + e.getMessage()));
    }
  }

  Result to(OutputStream out) throws CommandFailedException {
    String made = posthorn.backups().create(name).name();
    try {
      Counting counting = new Counting(new BufferedOutputStream(out, 1 << 16));
      posthorn.backups().download(made, counting);
      counting.flush();
      return new Result(made, counting.bytes, counting.sha256());
    } catch (IOException e) {
      throw new CommandFailedException(
          Printable.line("The download of the backup failed: " + e.getMessage()));
    } finally {
      posthorn.backups().delete(made);
    }
  }

  /** Counts and digests all bytes that are written. */
  private static final class Counting extends DigestOutputStream {
    private long bytes;

    Counting(OutputStream out) {
      super(out, digest());
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      super.write(buffer, offset, length);
      bytes += length;
    }

    String sha256() {
      return HexFormat.of().formatHex(getMessageDigest().digest());
    }

    private static MessageDigest digest() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
      }
    }
  }
}
