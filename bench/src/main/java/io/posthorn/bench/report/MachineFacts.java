package io.posthorn.bench.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDB;

/** The environment that figures depend on: machine, versions, disk. */
public final class MachineFacts {
  private static final int FSYNCS = 200;
  private static final int BLOCK = 4 << 10;

  private MachineFacts() {}

  /**
   * Collects the facts.
   *
   * @param directory the directory of the stores
   */
  public static Map<String, String> read(Path directory) throws IOException {
    Map<String, String> found = new LinkedHashMap<>();
    found.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    found.put("cpu", line(Path.of("/proc/cpuinfo"), "model name"));
    found.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    found.put("memory", line(Path.of("/proc/meminfo"), "MemTotal"));
    found.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    found.put("load", Files.readString(Path.of("/proc/loadavg")).strip());
    found.put("java", System.getProperty("java.runtime.version", "?"));
    found.put("rocksdb", rocksVersion());
    found.put("commit", commit());
    found.put("fileStore", Files.getFileStore(directory).type());
    found.put("fsyncMicrosP50", Long.toString(fsyncMicros(directory)));
    return found;
  }

  private static String line(Path file, String key) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(key)) {
        return line.substring(line.indexOf(':') + 1).strip();
      }
    }
    return "?";
  }

  private static String rocksVersion() {
    RocksDB.loadLibrary();
    return String.valueOf(RocksDB.rocksdbVersion());
  }

  private static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return output.isEmpty() ? "?" : output;
    } catch (IOException e) {
      return "?";
    }
  }

  /** The median of 200 writes of 4 KiB with fsync. */
  private static long fsyncMicros(Path directory) throws IOException {
    Path file = directory.resolve("fsync");
    long[] micros = new long[FSYNCS];
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocate(BLOCK);
      for (int i = 0; i < FSYNCS; i++) {
        block.clear();
        long start = System.nanoTime();
        channel.write(block);
        channel.force(false);
        micros[i] = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
      }
    }
    Files.delete(file);
    java.util.Arrays.sort(micros);
    return micros[FSYNCS / 2];
  }
}
