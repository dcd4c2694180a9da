package io.posthorn.kafka;

import org.jspecify.annotations.Nullable;

/**
 * How a node is.
 *
 * @param detail a sentence for a person
 */
public record NodeHealth(State state, String detail) {
  /** What it does. */
  public enum State {
    /** Takes its shards over: they are being assigned or restored. */
    STARTING,
    /** Takes events, and runs its shards. */
    RUNNING,
    /** Has not heard from the brokers for a while, and starts no request until it does. */
    CUT_OFF,
    /** Records what is still in flight, and takes nothing. */
    STOPPING,
    /** Stopped as it was told to. */
    STOPPED,
    /** Broken: its host should end the process. */
    FAILED
  }

  static final NodeHealth RUNNING = new NodeHealth(State.RUNNING, "Running.");
  static final NodeHealth STOPPING =
      new NodeHealth(State.STOPPING, "Stopping: waiting for the requests in flight.");
  static final NodeHealth STOPPED = new NodeHealth(State.STOPPED, "Stopped.");
  static final NodeHealth CUT_OFF =
      new NodeHealth(State.CUT_OFF, "No broker has answered for more than 5 s.");

  static NodeHealth starting(long recordsLeft, @Nullable String trouble) {
    String work =
        recordsLeft > 0
            ? "Taking shards over: %d records are left to restore.".formatted(recordsLeft)
            : "Taking shards over.";
    return new NodeHealth(State.STARTING, trouble == null ? work : work + " " + trouble);
  }

  static NodeHealth failed(Throwable cause) {
    return new NodeHealth(State.FAILED, "Failed: " + cause);
  }
}
