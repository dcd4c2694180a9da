package io.posthorn.embedded;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Blocks commits until the test releases them. */
final class CommitGate implements WatchedStore.Watcher {
  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore opened = new Semaphore(0);

  @Override
  public void commit(boolean sync, Runnable commit) {
    arrived.release();
    take(opened);
    commit.run();
  }

  /** Waits until the engine is about to commit. */
  void awaitArrival() {
    take(arrived);
  }

  /** Releases a number of commits. */
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
