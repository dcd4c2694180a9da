package io.posthorn.app.boot;

import io.posthorn.engine.FreeSpace;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * The free space of a volume, with a log line when it falls below the minimum and when it recovers:
 * one line each, however many calls are refused in between.
 */
final class LoggedFreeSpace implements FreeSpace {
  private final FreeSpace space;
  private final long least;
  private final BiConsumer<String, String> log;
  private final AtomicBoolean full = new AtomicBoolean();

  /**
   * Watches a volume.
   *
   * @param least the minimum free space in bytes
   * @param log receives the name of a log event and a sentence
   */
  LoggedFreeSpace(FreeSpace space, long least, BiConsumer<String, String> log) {
    this.space = space;
    this.least = least;
    this.log = log;
  }

  @Override
  public long bytes() {
    long free = space.bytes();
    boolean tooLittle = free < least;
    if (full.getAndSet(tooLittle) != tooLittle) {
      if (tooLittle) {
        log.accept(
            "intake_stopped",
            "The volume of data.dir has %d bytes free, less than data.min-free (%d): new events are refused."
                .formatted(free, least));
      } else {
        log.accept(
            "intake_resumed",
            "The volume of data.dir has %d bytes free: new events are accepted again."
                .formatted(free));
      }
    }
    return free;
  }
}
