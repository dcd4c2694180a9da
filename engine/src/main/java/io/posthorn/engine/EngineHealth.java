package io.posthorn.engine;

/**
 * The health of an engine.
 *
 * @param detail a sentence for a person
 */
public record EngineHealth(State state, String detail) {
  /** The state that an engine is in. */
  public enum State {
    /** Takes over what it has to run: shards are being assigned or restored. */
    STARTING,
    /** Takes events and delivers. */
    RUNNING,
    /** Delivers, but takes no events. */
    VOLUME_FULL,
    /** Cut off from the brokers: starts no request until it hears from them again. */
    CUT_OFF,
    /** Records what is still in flight, and takes nothing. */
    STOPPING,
    /** Stopped as it was told to. */
    STOPPED,
    /** Broken: it answers nobody any more, and its host should end the process. */
    FAILED
  }

  public static final EngineHealth RUNNING = new EngineHealth(State.RUNNING, "Running.");
  public static final EngineHealth STOPPING =
      new EngineHealth(State.STOPPING, "Stopping: waiting for the requests in flight.");
  public static final EngineHealth STOPPED = new EngineHealth(State.STOPPED, "Stopped.");

  public static EngineHealth failed(Throwable cause) {
    return new EngineHealth(State.FAILED, "Failed: " + cause);
  }

  /** Whether events are taken. */
  public boolean takesEvents() {
    return state == State.RUNNING;
  }

  /** Whether messages are sent. */
  public boolean delivers() {
    return state == State.RUNNING || state == State.VOLUME_FULL;
  }
}
