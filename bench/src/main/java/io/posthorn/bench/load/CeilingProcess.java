package io.posthorn.bench.load;

import io.posthorn.bench.process.HelperProcess;
import io.posthorn.bench.process.ProcessUsage;
import java.nio.file.Path;

/** The handle on the {@link Ceiling} process. */
public final class CeilingProcess implements AutoCloseable {
  /** The number of connections at which HttpClient is fastest; more change little. */
  private static final int CONNECTIONS = 64;

  private final HelperProcess child;

  public CeilingProcess(Path log) {
    child = HelperProcess.start(Ceiling.class, log);
  }

  /** The number of messages sent, and the time it took. */
  public record Sent(long messages, double seconds) {}

  /** Sends as many messages as possible. */
  public Sent run(int port, int bytes, long millis) {
    String line = "run %d %d %d %d".formatted(port, bytes, CONNECTIONS, millis);
    String[] words = child.call(line).split(" ", -1);
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
