package io.posthorn.core.shard.sweep;

/**
 * Long-running work, done in bounded steps after the due work and resumed after a crash: its
 * progress is stored with each step.
 */
public interface Sweep {
  /** The most entries that one step may examine. */
  int STEP = 200;

  /** The key of its record. */
  byte[] key();

  /** Does a bounded step. */
  void step();

  boolean finished();

  /** Whether it only waits for requests in flight; their outcomes start the turn it waits for. */
  boolean idle();

  /** Its record: the work and its progress. */
  byte[] encode();

  /** Whether its record stays after it is finished, because the API shows it. */
  boolean keepsRecord();
}
