package io.posthorn.e2e.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a process has written to one of its streams so far, line by line. */
public final class Lines {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  Lines(InputStream stream) {
    reader = Thread.ofPlatform().daemon().start(() -> read(stream));
  }

  private void read(InputStream stream) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      String line;
      while ((line = in.readLine()) != null) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("(no more can be read: " + e.getMessage() + ")");
    }
  }

  public List<String> all() {
    return List.copyOf(lines);
  }

  /** Waits until the process has closed the stream. */
  void awaitEnd() throws InterruptedException {
    reader.join(Patience.LONG);
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
