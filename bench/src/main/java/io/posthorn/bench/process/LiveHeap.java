package io.posthorn.bench.process;

import io.posthorn.testkit.JavaRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The live heap of a Java process after a full collection, measured with {@code jcmd}. */
public final class LiveHeap {
  private LiveHeap() {}

  public static long bytes(long pid) {
    try {
      Process jcmd =
          new ProcessBuilder(JavaRuntime.tool("jcmd"), Long.toString(pid), "GC.class_histogram")
              .start();
      String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      // The last line: Total <instances> <bytes>
      return output
          .lines()
          .filter(line -> line.startsWith("Total"))
          .mapToLong(line -> Long.parseLong(line.strip().split("\\s+", -1)[2]))
          .findFirst()
          .orElseThrow(() -> new BenchException("unexpected output of jcmd: " + output));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
