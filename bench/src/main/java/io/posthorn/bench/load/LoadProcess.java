package io.posthorn.bench.load;

import io.posthorn.bench.process.HelperProcess;
import io.posthorn.bench.process.ProcessUsage;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** The handle on the {@link Load} process. */
public final class LoadProcess implements AutoCloseable {
  private final HelperProcess child;

  public LoadProcess(Path log) {
    child = HelperProcess.start(Load.class, log);
  }

  /**
   * The result of a run.
   *
   * @param accepted events with a 202 response
   * @param refused events refused because the intake was full
   * @param startedAt the time of the first post, in microseconds since 1970
   * @param respondedAt the time of the last response, in microseconds since 1970
   */
  public record Posted(long accepted, long refused, long startedAt, long respondedAt) {}

  public Posted run(LoadSpec order) {
    return read(child.call(order.line()));
  }

  public CompletableFuture<Posted> begin(LoadSpec order) {
    return child.begin(order.line()).thenApply(LoadProcess::read);
  }

  private static Posted read(String response) {
    String[] words = response.split(" ", -1);
    return new Posted(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]));
  }

  public ProcessUsage usage() {
    return new ProcessUsage(child.pid());
  }

  @Override
  public void close() {
    child.close();
  }
}
