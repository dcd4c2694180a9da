package io.posthorn.kafka.read;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parallel reads of several shards, each of which may be on another node. */
final class ParallelReads {
  /** Upper bound of concurrent reads per operation. */
  private static final int MAX_PARALLEL = 16;

  private ParallelReads() {}

  /** Runs all reads and returns their results in order; the first failure fails the whole call. */
  static <T extends @Nullable Object> List<T> each(int count, IntFunction<T> question) {
    List<T> replies = new ArrayList<>();
    if (count <= 1) {
      for (int i = 0; i < count; i++) {
        replies.add(question.apply(i));
      }
      return replies;
    }
    Semaphore permits = new Semaphore(MAX_PARALLEL);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> asked = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        asked.add(threads.submit(() -> withPermit(permits, () -> question.apply(number))));
      }
      for (Future<T> one : asked) {
        replies.add(one.get());
      }
      return replies;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading shards", e);
    }
  }

  private static <T extends @Nullable Object> T withPermit(Semaphore permits, Supplier<T> question)
      throws InterruptedException {
    permits.acquire();
    try {
      return question.get();
    } finally {
      permits.release();
    }
  }
}
