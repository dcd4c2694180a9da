package io.posthorn.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The resource usage of a process, from {@code /proc}. */
public final class ProcessUsage {
  /** The unit of CPU time in {@code /proc}: 100 a second on every Linux in use. */
  private static final double TICKS_PER_SECOND = 100;

  private final Path directory;

  public ProcessUsage(long pid) {
    directory = Path.of("/proc", Long.toString(pid));
  }

  /** CPU seconds so far, of all threads, including those that have ended. */
  public double cpuSeconds() {
    return cpuSeconds(directory);
  }

  private static double cpuSeconds(Path directory) {
    String stat = read(directory.resolve("stat"));
    // The name in brackets may contain anything, so fields are counted from its end.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  /** CPU seconds of the whole machine so far, including steal time. */
  public static double machineCpuSeconds() {
    String[] ticks = read(Path.of("/proc/stat")).lines().findFirst().orElseThrow().split(" +", -1);
    // cpu, user, nice, system, idle, iowait, irq, softirq, steal
    long busy = 0;
    for (int field : new int[] {1, 2, 3, 6, 7, 8}) {
      busy += Long.parseLong(ticks[field]);
    }
    return busy / TICKS_PER_SECOND;
  }

  /** CPU seconds by thread name, without numbers. */
  public Map<String, Double> cpuByThread() {
    Map<String, Double> byThread = new TreeMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(directory.resolve("task"))) {
      for (Path thread : threads) {
        try {
          String name = read(thread.resolve("comm")).strip().replaceAll("[-#:\\s]*\\d+$", "");
          byThread.merge(name.isEmpty() ? "virtual" : name, cpuSeconds(thread), Double::sum);
        } catch (UncheckedIOException e) {
          // the thread has ended
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return byThread;
  }

  /** Bytes over the loopback interface so far, of all processes, including TCP and IP headers. */
  public static long loopbackBytes() {
    String[] words =
        read(Path.of("/proc/net/dev"))
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("lo:"))
            .findFirst()
            .orElseThrow()
            .split("\\s+", -1);
    return Long.parseLong(words[1]);
  }

  public long residentBytes() {
    return kibibytes("status", "VmRSS:");
  }

  private long kibibytes(String file, String key) {
    return read(directory.resolve(file))
        .lines()
        .filter(line -> line.startsWith(key))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElseThrow();
  }

  /** Bytes written to disk. */
  public long diskBytesWritten() {
    return read(directory.resolve("io"))
        .lines()
        .filter(line -> line.startsWith("write_bytes:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  /** Open files of a file system; connections are counted by {@link #openSockets}. */
  public long openFiles() {
    return descriptors("/");
  }

  public long openSockets() {
    return descriptors("socket:");
  }

  private long descriptors(String prefix) {
    long count = 0;
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(directory.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        try {
          count += Files.readSymbolicLink(descriptor).toString().startsWith(prefix) ? 1 : 0;
        } catch (IOException e) {
          // closed meanwhile
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return count;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
