package io.posthorn.bench.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server is started: as users do.
 *
 * @param jar what is shipped; null where it is started from this process's own classes, in tests
 * @param options those of the launcher
 */
public record ServerCommand(@Nullable Path jar, List<String> options) {
  private static final String MAIN = "io.posthorn.app.Posthorn";

  List<String> line(List<String> more) {
    List<String> line = new ArrayList<>();
    line.add(Java.executable());
    line.addAll(options);
    line.addAll(more);
    if (jar == null) {
      line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", Java.classPath(), MAIN));
    } else {
      line.addAll(List.of("-jar", jar.toString()));
    }
    return line;
  }

  /** Bytes of what is shipped. */
  public long shippedBytes() {
    try {
      return jar == null ? 0 : Files.size(jar);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
