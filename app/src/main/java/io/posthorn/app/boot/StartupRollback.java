package io.posthorn.app.boot;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a start has opened so far: closed again, the last first, unless the start went well. */
final class StartupRollback implements AutoCloseable {
  private final Deque<Runnable> endings = new ArrayDeque<>();

  <T> T add(T part, Runnable ending) {
    endings.push(ending);
    return part;
  }

  /** The start went well: from now on whoever has the parts closes them. */
  void keep() {
    endings.clear();
  }

  @Override
  public void close() {
    for (Runnable ending : endings) {
      try {
        ending.run();
      } catch (RuntimeException e) {
        // The start has failed for another reason, and that is the one to tell.
      }
    }
  }
}
