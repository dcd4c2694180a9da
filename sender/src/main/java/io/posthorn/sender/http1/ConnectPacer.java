package io.posthorn.sender.http1;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Lets new connections be opened evenly. They come in crowds: what failed together is due again
 * together, and has no connection left. Each keeps an I/O thread and the kernel busy for a tenth of
 * a millisecond, and without a pace whatever else there is to send and to read would wait for the
 * whole crowd. A single one waits for nothing; of a crowd a part goes every millisecond, a larger
 * part of a larger crowd, so that even ten thousand are through in a fifth of a second.
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

  /** Runs a step soon, on the pace's own thread; it must not throw. */
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
      // Closed: whoever waited is ended by whoever closes.
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
