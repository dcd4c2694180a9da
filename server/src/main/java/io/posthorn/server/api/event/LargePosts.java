package io.posthorn.server.api.event;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The limit on the total size of large event posts, from parsing to the response.
 *
 * <p>All large posts together fit into the intake. A post that exceeds the limit waits a moment
 * before it is parsed; otherwise a few callers with large posts would make the server parse events
 * again and again that the intake then refuses.
 */
final class LargePosts {
  /** Smaller posts need no permit: they cost less than the wait. */
  static final int LARGE = 256 << 10;

  private static final Duration PATIENCE = Refusal.INTAKE_FULL.retryAfter();

  private final Semaphore bytes;
  private final Duration patience;

  LargePosts(int bytes, Duration patience) {
    this.bytes = new Semaphore(bytes, true);
    this.patience = patience;
  }

  /**
   * The default, 60 MiB: a little less than the intake takes in total, more than any single post.
   */
  static LargePosts inDefaultIntake() {
    return new LargePosts(60 << 20, PATIENCE);
  }

  /** The permit of a post, until it is closed. */
  interface Permit extends AutoCloseable {
    Permit NONE = () -> {};

    @Override
    void close();
  }

  /**
   * Waits for a permit.
   *
   * @param length of the body
   * @throws RefusedException if there is none in time
   */
  Permit enter(int length) {
    if (length < LARGE) {
      return Permit.NONE;
    }
    try {
      if (!bytes.tryAcquire(length, patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new RefusedException(Refusal.INTAKE_FULL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(Refusal.STOPPED);
    }
    return () -> bytes.release(length);
  }
}
