package io.posthorn.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the launcher gives to the Java machine: its settings, and the memory of an earlier start,
 * which halves the time of a start. It is made here where the jar is newer, as the launcher does.
 */
final class QuickStart {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SETTINGS = ROOT.resolve("packaging/java.options");
  private static final long PATIENCE_SECONDS = 180;

  private QuickStart() {}

  static List<String> options(Path java, Path jar) {
    Path cache = jar.resolveSibling("posthorn.aot");
    try {
      if (!Files.exists(cache) || isOlder(cache, jar)) {
        make(java, jar, cache);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of("@" + SETTINGS, "-XX:AOTCache=" + cache);
  }

  private static boolean isOlder(Path cache, Path jar) throws IOException {
    return Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) <= 0;
  }

  /** Where it cannot be made, starts take longer, and nothing else. */
  private static void make(Path java, Path jar, Path cache) throws IOException {
    Process made =
        new ProcessBuilder(
                ROOT.resolve("bin/aot-cache").toString(),
                java.toString(),
                jar.toString(),
                SETTINGS.toString(),
                cache.toString())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    try {
      if (!made.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        made.destroy();
      }
    } catch (InterruptedException e) {
      made.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
