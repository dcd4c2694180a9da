package io.posthorn.sim.world;

/** Where in a turn a host dies. */
public enum CrashPoint {
  /** The shard has decided; nothing of it is on disk. */
  BEFORE_COMMIT,
  /** The write is under way: it is there whole, or torn and so not there. */
  IN_COMMIT,
  /** All is on disk; nobody has heard of it. */
  AFTER_COMMIT,
  /** Some effects are out, the rest never will be. */
  WHILE_RELEASING
}
