package io.posthorn.kafka.peer;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The nonces of recent requests, in two generations: when the younger is old enough, it replaces
 * the elder. Only verified requests are added, so outsiders cannot fill it.
 */
final class SeenNonces {
  private final long generation;
  private Set<String> young = new HashSet<>();
  private Set<String> old = new HashSet<>();
  private long since;

  /**
   * Remembers nonces for at least this long.
   *
   * @param memory how long a nonce could be replayed
   */
  SeenNonces(Duration memory) {
    generation = memory.toMillis();
  }

  /** Adds a nonce; returns whether it is new. */
  synchronized boolean isNew(String nonce, long now) {
    if (now - since >= generation) {
      old = young;
      young = new HashSet<>();
      since = now;
    }
    return !old.contains(nonce) && young.add(nonce);
  }
}
