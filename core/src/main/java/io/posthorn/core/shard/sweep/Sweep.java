package io.posthorn.core.shard.sweep;

/**
 * Long work, done in bounded steps after the due work and resumed after a crash: where it stands is
 * stored with each step.
 */
public interface Sweep {
  /** How many entries one step may look at. */
  int STEP = 200;

  /** Where it is stored. */
  byte[] key();

  /** Does a bounded step. */
  void step();

  boolean finished();

  /** Whether it only waits for requests in flight; they end the turn that it is waiting for. */
  boolean idle();

  /** What it does and how far it is. */
  byte[] encode();

  /** Whether its record stays when it is finished, because somebody asks for it. */
  boolean keepsRecord();
}
