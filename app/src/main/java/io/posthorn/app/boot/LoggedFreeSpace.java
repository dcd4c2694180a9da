package io.posthorn.app.boot;

import io.posthorn.engine.FreeSpace;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * The free space of a volume, which is told of when it becomes too little for events and when there
 * is enough again: once each, however many calls are refused in between.
 */
final class LoggedFreeSpace implements FreeSpace {
  private final FreeSpace space;
  private final long least;
  private final BiConsumer<String, String> log;
  private final AtomicBoolean full = new AtomicBoolean();

  /**
   * Watches a volume.
   *
   * @param least what has to be free
   * @param log told what happened, as the name of an event and a sentence
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
            "The volume of data.dir has %d bytes free and should have %d (data.min-free): no events are taken."
                .formatted(free, least));
      } else {
        log.accept(
            "intake_goes_on",
            "The volume of data.dir has %d bytes free: events are taken again.".formatted(free));
      }
    }
    return free;
  }
}
