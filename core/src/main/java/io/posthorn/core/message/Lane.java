package io.posthorn.core.message;

/** The queues of an endpoint. Numbers are stored and never reused. */
public enum Lane {
  /** First attempts, oldest first. */
  FIRST(0),
  /** Retries, by the moment they are due. */
  RETRY(1),
  /**
   * Messages whose probe failed, in the order in which it did: behind all others, so that one
   * poisonous message does not keep an endpoint shut. Each goes back to the lane it came from when
   * the endpoint is enabled.
   */
  PROBED(2);

  private final int number;

  Lane(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  public static Lane of(int number) {
    for (Lane lane : values()) {
      if (lane.number == number) {
        return lane;
      }
    }
    throw new IllegalStateException("damaged record: lane " + number);
  }
}
