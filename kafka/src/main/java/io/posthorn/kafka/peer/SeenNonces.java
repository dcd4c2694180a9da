package io.posthorn.kafka.peer;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * What was seen lately, in two generations: when the younger is old enough, it becomes the elder.
 * Only those who have the key get in here, so that it cannot be filled from outside.
 */
final class SeenNonces {
  private final long generation;
  private Set<String> young = new HashSet<>();
  private Set<String> old = new HashSet<>();
  private long since;

  /**
   * Remembers for at least this long.
   *
   * @param memory how long something seen may come again
   */
  SeenNonces(Duration memory) {
    generation = memory.toMillis();
  }

  /** Whether it was not seen before; from now on it was. */
  synchronized boolean isNew(String nonce, long now) {
    if (now - since >= generation) {
      old = young;
      young = new HashSet<>();
      since = now;
    }
    return !old.contains(nonce) && young.add(nonce);
  }
}
