package io.posthorn.sender.http1;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The rate limit of new connections, which spreads their opening over time. Connections open in
 * bursts: messages that failed together are retried together. Each takes an I/O thread and the
 * kernel about a tenth of a millisecond, so an unpaced burst would delay all other traffic. A
 * single connection is opened at once; of a burst, a share proportional to its size goes every
 * millisecond, so that ten thousand take a fifth of a second.
 */
final class ConnectPacer implements AutoCloseable {
  private static final int LEAST_AT_ONCE = 2;
  private static final int PARTS = 32;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
  private final Thread thread;

  ConnectPacer(ThreadFactory threads) {
    thread = threads.newThread(this::run);
    thread.start();
  }

  /** Runs a step soon, on the pacer's thread; it must not throw. */
  void take(Runnable step) {
    waiting.add(step);
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        waiting.take().run();
        for (int more = atOnce(waiting.size()) - 1; more > 0 && !waiting.isEmpty(); more--) {
          waiting.take().run();
        }
        if (!waiting.isEmpty()) {
          TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
        }
      }
    } catch (InterruptedException e) {
      // Closed: the owner ends the steps that still wait.
    }
  }

  static int atOnce(int waiting) {
    return Math.max(LEAST_AT_ONCE, waiting / PARTS);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
