package io.posthorn.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The run of many seeds on several threads; each seed has a world of its own. */
public final class SeedSweep {
  /** Called when a seed ends, by any thread, one at a time. */
  public interface Progress {
    void passed(SeedResult result);

    void failed(SimulationFailure failure);
  }

  private final long first;
  private final long count;
  private final int threads;

  /**
   * Creates a sweep.
   *
   * @param first its first seed
   * @param count how many seeds it has
   * @param threads how many run at the same time
   */
  public SeedSweep(long first, long count, int threads) {
    this.first = first;
    this.count = count;
    this.threads = threads;
  }

  /** Runs all seeds. A failure ends its seed, not the sweep. */
  public SweepResult run(Progress progress) {
    SweepResult.Sum sum = new SweepResult.Sum();
    AtomicLong next = new AtomicLong();
    Consumer<Runnable> oneAtATime =
        report -> {
          synchronized (sum) {
            report.run();
          }
        };
    Runnable worker =
        () -> {
          for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            runOne(first + i, sum, progress, oneAtATime);
          }
        };
    runAll(worker);
    return sum.result();
  }

  private static void runOne(
      long seed, SweepResult.Sum sum, Progress progress, Consumer<Runnable> oneAtATime) {
    try {
      SeedResult result = SeedRun.run(seed);
      oneAtATime.accept(
          () -> {
            sum.add(result);
            progress.passed(result);
          });
    } catch (SimulationFailure failure) {
      oneAtATime.accept(
          () -> {
            sum.add(failure);
            progress.failed(failure);
          });
    }
  }

  private void runAll(Runnable worker) {
    if (threads <= 1) {
      worker.run();
      return;
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        workers.add(pool.submit(worker));
      }
      for (Future<?> running : workers) {
        running.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the sweep was interrupted", e);
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("the sweep itself failed", e.getCause());
    }
  }
}
