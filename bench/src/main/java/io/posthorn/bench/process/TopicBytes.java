package io.posthorn.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The bytes appended to a broker's topics, measured by its files. A deleted or compacted segment
 * counts with its last observed size: Kafka keeps such files for a minute.
 */
public final class TopicBytes {
  private final Path logs;
  private final Map<String, Long> largest = new HashMap<>();

  public TopicBytes(Path logs) {
    this.logs = logs;
  }

  /** Bytes by topic, all partitions together. */
  public Map<String, Long> appended() {
    measure();
    Map<String, Long> byTopic = new TreeMap<>();
    largest.forEach((file, bytes) -> byTopic.merge(topic(file), bytes, Long::sum));
    return byTopic;
  }

  private void measure() {
    try (Stream<Path> directories = Files.list(logs)) {
      for (Path directory : directories.filter(Files::isDirectory).toList()) {
        for (Path file : files(directory)) {
          String name = String.valueOf(file.getFileName());
          if (name.endsWith(".log") || name.endsWith(".log.deleted")) {
            String segment = directory.getFileName() + "/" + name.replace(".deleted", "");
            largest.merge(segment, size(file), Math::max);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0; // removed meanwhile
    }
  }

  /** The topic of a partition directory. */
  static String topic(String segment) {
    String directory = segment.substring(0, segment.indexOf('/'));
    return directory.substring(0, directory.lastIndexOf('-'));
  }
}
