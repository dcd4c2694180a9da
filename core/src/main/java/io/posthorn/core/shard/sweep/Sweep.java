package io.posthorn.core.shard.sweep;

/**
 * Long-running work, done in bounded steps after the due work and resumed after a crash: its
 * progress is stored with each step.
 */
public interface Sweep {
  /** The most entries that one step may examine. */
  int STEP = 200;

  /**
   * The most keys that one step may read, but for the last entry; a large value counts as several.
   */
  int KEYS = 4 * STEP;

  /** The key of its record. */
  byte[] key();

  /** Does a bounded step. */
  void step();

  boolean finished();

  /**
   * Returns whether it only waits for requests in flight or for another shard; the outcome or the
   * command starts the turn it waits for.
   */
  boolean idle();

  /** Its record: the work and its progress. */
  byte[] encode();

  /** Returns whether its record stays after it is finished, because the API shows it. */
  boolean keepsRecord();
}
