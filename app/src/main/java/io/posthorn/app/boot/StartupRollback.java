package io.posthorn.app.boot;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The resources that a start has opened so far. Unless the start succeeds, they are closed in
 * reverse order.
 */
final class StartupRollback implements AutoCloseable {
  private final Deque<Runnable> closers = new ArrayDeque<>();

  <T> T add(T part, Runnable closer) {
    closers.push(closer);
    return part;
  }

  /** Marks the start as successful: the owner of the parts now closes them. */
  void keep() {
    closers.clear();
  }

  @Override
  public void close() {
    for (Runnable closer : closers) {
      try {
        closer.run();
      } catch (RuntimeException e) {
        // The start failed for another reason, which is the one to report.
      }
    }
  }
}
