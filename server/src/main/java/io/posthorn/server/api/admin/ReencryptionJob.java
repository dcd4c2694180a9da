package io.posthorn.server.api.admin;

import io.posthorn.engine.Engine;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The re-encryption of all stored secrets, in the background: passes follow each other until one
 * finds nothing under a previous key. Then a start with the current key alone is accepted.
 * Thread-safe.
 */
final class ReencryptionJob {
  /** The first finds most, the last finds nothing, and those between meet concurrent changes. */
  private static final int MOST_PASSES = 20;

  private final Engine engine;
  private final SecretBox box;
  private final Clock clock;
  private final ReencryptionSettings reencryption;

  private State state = State.IDLE;
  private long startedAt;
  private long endedAt;
  private long reencryptedBefore;
  private ReencryptionPass.Counts counts = new ReencryptionPass.Counts();
  private @Nullable String error;

  enum State {
    IDLE,
    RUNNING,
    DONE,
    FAILED;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The progress of the job on this node.
   *
   * @param examined values that the current pass has read, or the last one
   * @param reencrypted values that all passes have encrypted with the current key
   * @param remaining values of that pass that are still under a previous key
   * @param unreadable values of that pass that no key opens
   */
  record Progress(
      State state,
      long startedAt,
      long endedAt,
      long examined,
      long reencrypted,
      long remaining,
      long unreadable,
      @Nullable String error) {}

  ReencryptionJob(Engine engine, SecretBox box, Clock clock, ReencryptionSettings reencryption) {
    this.engine = engine;
    this.box = box;
    this.clock = clock;
    this.reencryption = reencryption;
  }

  synchronized boolean isRunning() {
    return state == State.RUNNING;
  }

  synchronized Progress progress() {
    return new Progress(
        state,
        startedAt,
        endedAt,
        counts.examined.get(),
        reencryptedBefore + counts.reencrypted.get(),
        counts.remaining.get(),
        counts.unreadable.get(),
        error);
  }

  /**
   * Starts, unless it runs.
   *
   * @param done is called with a summary before the state is {@code done}
   */
  synchronized void start(Consumer<String> done) {
    if (state == State.RUNNING) {
      return;
    }
    state = State.RUNNING;
    startedAt = clock.millis();
    endedAt = 0;
    reencryptedBefore = 0;
    counts = new ReencryptionPass.Counts();
    error = null;
    reencryption.executor().execute(() -> run(done));
  }

  private void run(Consumer<String> done) {
    try {
      passes();
      reencryption.keys().retirePrevious();
      Progress last = progress();
      done.accept("%d values, %d re-encrypted".formatted(last.examined(), last.reencrypted()));
      end(State.DONE, null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end(State.FAILED, "interrupted");
    } catch (IOException | RuntimeException e) {
      Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
      end(State.FAILED, cause.getMessage() == null ? cause.toString() : cause.getMessage());
    }
  }

  private void passes() throws InterruptedException {
    for (int passes = 0; passes < MOST_PASSES; passes++) {
      if (pass() && passes > 0) {
        return;
      }
      Thread.sleep(reencryption.settling());
    }
    throw new ReencryptionPass.InterruptedPassException(
        "%d values were changed at the same time; start the re-encryption again."
            .formatted(progress().remaining()));
  }

  /** Returns whether a pass found every value under the current key. */
  private boolean pass() {
    ReencryptionPass.Counts fresh = new ReencryptionPass.Counts();
    synchronized (this) {
      reencryptedBefore += counts.reencrypted.get();
      counts = fresh;
    }
    new ReencryptionPass(engine, box, clock, fresh).run();
    return fresh.reencrypted.get() + fresh.remaining.get() == 0;
  }

  private synchronized void end(State last, @Nullable String reason) {
    endedAt = clock.millis();
    state = last;
    error = reason;
  }
}
