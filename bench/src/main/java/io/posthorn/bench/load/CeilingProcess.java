package io.posthorn.bench.load;

import io.posthorn.bench.process.Child;
import io.posthorn.bench.process.ProcessUsage;
import java.nio.file.Path;

/** The plain client as the benchmark sees it. */
public final class CeilingProcess implements AutoCloseable {
  /** As many as HttpClient does best with here; more of them change little. */
  private static final int CONNECTIONS = 64;

  private final Child child;

  public CeilingProcess(Path log) {
    child = Child.start(Ceiling.class, log);
  }

  /** What was sent in which time. */
  public record Sent(long messages, double seconds) {}

  /** Sends as much as it can. */
  public Sent run(int port, int bytes, long millis) {
    String line = "run %d %d %d %d".formatted(port, bytes, CONNECTIONS, millis);
    String[] words = child.ask(line).split(" ", -1);
    return new Sent(
        Long.parseLong(words[0]), (Long.parseLong(words[3]) - Long.parseLong(words[2])) / 1e6);
  }

  public ProcessUsage usage() {
    return new ProcessUsage(child.pid());
  }

  @Override
  public void close() {
    child.close();
  }
}
