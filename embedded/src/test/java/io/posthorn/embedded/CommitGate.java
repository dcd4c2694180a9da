package io.posthorn.embedded;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Holds commits up until the test lets them through. */
final class CommitGate implements WatchedStore.Watcher {
  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore opened = new Semaphore(0);

  @Override
  public void commit(boolean sync, Runnable commit) {
    arrived.release();
    take(opened);
    commit.run();
  }

  /** Waits until the engine stands before a commit. */
  void awaitArrival() {
    take(arrived);
  }

  /** Lets so many commits through. */
  void open(int commits) {
    opened.release(commits);
  }

  private static void take(Semaphore semaphore) {
    try {
      if (!semaphore.tryAcquire(20, TimeUnit.SECONDS)) {
        throw new AssertionError("nothing happened for 20 seconds");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
