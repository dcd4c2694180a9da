package io.posthorn.embedded;

/**
 * How an engine is.
 *
 * @param detail a sentence for a person
 */
public record Health(State state, String detail) {
  /** What it does. */
  public enum State {
    /** Takes events and delivers. */
    RUNNING,
    /** Delivers, but takes no events. */
    VOLUME_FULL,
    /** Records what is still in flight, and takes nothing. */
    STOPPING,
    /** Stopped as it was told to. */
    STOPPED,
    /** Broken: it answers nobody any more, and its host should end the process. */
    FAILED
  }

  static final Health RUNNING = new Health(State.RUNNING, "Running.");
  static final Health STOPPING =
      new Health(State.STOPPING, "Stopping: waiting for the requests in flight.");
  static final Health STOPPED = new Health(State.STOPPED, "Stopped.");

  static Health failed(Throwable cause) {
    return new Health(State.FAILED, "Failed: " + cause);
  }
}
