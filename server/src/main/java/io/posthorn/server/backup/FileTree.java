package io.posthorn.server.backup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The operations on a directory and its contents, none of which follows symbolic links. */
public final class FileTree {
  private FileTree() {}

  /** Returns the total size of the files. */
  public static long bytes(Path root) throws IOException {
    long sum = 0;
    for (Path file : files(root)) {
      sum += Files.size(file);
    }
    return sum;
  }

  /** Copies a directory to a new path and syncs the copy to disk. */
  public static void copy(Path root, Path target) throws IOException {
    Files.createDirectories(target);
    for (Path file : files(root)) {
      Path copy = target.resolve(root.relativize(file).toString());
      Files.createDirectories(copy.resolveSibling(""));
      Files.copy(file, copy);
      try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
    sync(target);
  }

  /** Deletes a directory if it exists. */
  public static void remove(Path root) throws IOException {
    try {
      Files.walkFileTree(root, new Remover());
    } catch (NoSuchFileException e) {
      // Already deleted.
    }
  }

  /** Syncs the entries of a directory to disk. */
  public static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> Files.isRegularFile(file)).sorted().toList();
    }
  }

  /** Visits files before their directories. */
  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
