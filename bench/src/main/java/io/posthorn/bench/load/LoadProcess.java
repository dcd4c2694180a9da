package io.posthorn.bench.load;

import io.posthorn.bench.process.Child;
import io.posthorn.bench.process.ProcessUsage;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** The callers as the benchmark sees them. */
public final class LoadProcess implements AutoCloseable {
  private final Child child;

  public LoadProcess(Path log) {
    child = Child.start(Load.class, log);
  }

  /**
   * What came of a run.
   *
   * @param accepted events that were answered 202
   * @param refused events that were turned away because the intake was full
   * @param startedAt the first post, and
   * @param answeredAt the last answer, in microseconds since 1970
   */
  public record Posted(long accepted, long refused, long startedAt, long answeredAt) {}

  public Posted run(LoadOrder order) {
    return read(child.ask(order.line()));
  }

  public CompletableFuture<Posted> begin(LoadOrder order) {
    return child.begin(order.line()).thenApply(LoadProcess::read);
  }

  private static Posted read(String answer) {
    String[] words = answer.split(" ", -1);
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
