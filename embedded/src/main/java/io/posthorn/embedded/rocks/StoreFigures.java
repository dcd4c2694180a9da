package io.posthorn.embedded.rocks;

/**
 * Counters of a store since it was opened.
 *
 * @param commits how many commits
 * @param syncs how many of them waited for the disk
 * @param bytes written by them
 * @param nanos spent in them
 */
public record StoreFigures(long commits, long syncs, long bytes, long nanos) {
  static final StoreFigures ZERO = new StoreFigures(0, 0, 0, 0);

  StoreFigures plus(boolean sync, long moreBytes, long moreNanos) {
    return new StoreFigures(
        commits + 1, syncs + (sync ? 1 : 0), bytes + moreBytes, nanos + moreNanos);
  }
}
