package io.posthorn.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A control group of Linux with a memory limit, as containers have. Beyond the limit the kernel
 * kills the process. Creating one needs root.
 */
public final class MemoryCgroup implements AutoCloseable {
  private static final Path MOUNT = Path.of("/sys/fs/cgroup");

  /** The file names of both versions: limit, swap limit, highest use, kills. */
  private enum Version {
    V1(
        "memory.limit_in_bytes",
        "memory.memsw.limit_in_bytes",
        "memory.max_usage_in_bytes",
        "memory.oom_control"),
    V2("memory.max", "memory.swap.max", "memory.peak", "memory.events");

    private final String limit;
    private final String swap;
    private final String peak;
    private final String kills;

    Version(String limit, String swap, String peak, String kills) {
      this.limit = limit;
      this.swap = swap;
      this.peak = peak;
      this.kills = kills;
    }
  }

  private final Version version;
  private final Path directory;

  private MemoryCgroup(Version version, Path directory) {
    this.version = version;
    this.directory = directory;
  }

  /** Creates one without swap; empty if this machine or this user cannot. */
  public static Optional<MemoryCgroup> create(long bytes) {
    String name = "posthorn-bench-" + ProcessHandle.current().pid();
    Path old = MOUNT.resolve("memory");
    MemoryCgroup group =
        Files.isDirectory(old)
            ? new MemoryCgroup(Version.V1, old.resolve(name))
            : new MemoryCgroup(Version.V2, MOUNT.resolve(name));
    try {
      if (group.version == Version.V2) {
        Files.writeString(MOUNT.resolve("cgroup.subtree_control"), "+memory");
      }
      Files.createDirectory(group.directory);
      Files.writeString(group.directory.resolve(group.version.limit), Long.toString(bytes));
    } catch (IOException e) {
      group.close();
      return Optional.empty();
    }
    group.forbidSwap(bytes);
    return Optional.of(group);
  }

  /** A kernel without swap accounting lacks the file, and usually swap. */
  private void forbidSwap(long bytes) {
    try {
      Files.writeString(
          directory.resolve(version.swap), version == Version.V1 ? Long.toString(bytes) : "0");
    } catch (IOException e) {
      // limits memory only
    }
  }

  /** The words before a command that make it run in this group, under the same process id. */
  public List<String> prefix() {
    String join = "echo $$ > " + directory.resolve("cgroup.procs") + " && exec \"$@\"";
    return List.of("/bin/sh", "-c", join, "sh");
  }

  /** The highest use so far, the page cache included; NaN if the kernel does not say. */
  public double peakBytes() {
    try {
      return Double.parseDouble(Files.readString(directory.resolve(version.peak)).strip());
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /** The number of processes that the kernel has killed because of it. */
  public long kills() {
    try {
      return Files.readAllLines(directory.resolve(version.kills)).stream()
          .filter(line -> line.startsWith("oom_kill "))
          .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length())))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes it; its processes must have ended. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // A group without processes costs nothing; the kernel may need a moment to empty it.
    }
  }
}
