package io.posthorn.engine;

/**
 * The health of an engine.
 *
 * @param detail a sentence for users
 */
public record EngineHealth(State state, String detail) {
  /** The state of an engine. */
  public enum State {
    /** Not connected yet: refuses calls. */
    STARTING,
    /** Accepts events, but some of its shards are being assigned or restored. */
    RESTORING,
    /** Accepts events and delivers. */
    RUNNING,
    /** Delivers but refuses events. */
    VOLUME_FULL,
    /** Cut off from the brokers: starts no request until a broker responds. */
    CUT_OFF,
    /** Records requests in flight and refuses calls. */
    STOPPING,
    /** Stopped normally. */
    STOPPED,
    /** Failed: all calls are refused, and the host should end the process. */
    FAILED
  }

  public static final EngineHealth RUNNING = new EngineHealth(State.RUNNING, "Running.");
  public static final EngineHealth STOPPING =
      new EngineHealth(State.STOPPING, "Stopping: waiting for the requests in flight.");
  public static final EngineHealth STOPPED = new EngineHealth(State.STOPPED, "Stopped.");

  public static EngineHealth failed(Throwable cause) {
    return new EngineHealth(State.FAILED, "Failed: " + cause);
  }

  /** Returns whether events are accepted. */
  public boolean takesEvents() {
    return state == State.RUNNING || state == State.RESTORING;
  }

  /** Returns whether messages are sent, of all shards that this engine has. */
  public boolean delivers() {
    return state == State.RUNNING || state == State.VOLUME_FULL;
  }
}
