package io.posthorn.sim.world;

/** What dies, and so what is left. */
public enum CrashKind {
  /** The process alone: the operating system still writes what was committed. */
  PROCESS,
  /** The machine: commits since the last sync may be gone, the later ones first. */
  POWER
}
