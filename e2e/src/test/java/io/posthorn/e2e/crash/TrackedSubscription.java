package io.posthorn.e2e.crash;

/**
 * A subscription that is created and deleted under load, with the times of both.
 *
 * @param begun when its creation was requested; it did not exist before
 * @param made when its creation was acknowledged; it exists from then on
 * @param leaving when its deletion was requested; it exists until then
 * @param gone when its deletion was acknowledged; it does not exist from then on
 */
record TrackedSubscription(
    String id, String objCode, long begun, long made, long leaving, long gone) {
  private static final long NEVER = Long.MAX_VALUE;

  static TrackedSubscription made(String id, String objCode, long begun, long made) {
    return new TrackedSubscription(id, objCode, begun, made, NEVER, NEVER);
  }

  /** A subscription that is never deleted. */
  static TrackedSubscription lasting(String id, String objCode) {
    return made(id, objCode, Long.MIN_VALUE, Long.MIN_VALUE);
  }

  TrackedSubscription leaving(long moment) {
    return new TrackedSubscription(id, objCode, begun, made, moment, NEVER);
  }

  TrackedSubscription gone(long moment) {
    return new TrackedSubscription(id, objCode, begun, made, leaving, moment);
  }

  /** Its deletion got no response and did not happen. */
  TrackedSubscription staying() {
    return leaving(NEVER);
  }

  boolean isLasting() {
    return made == Long.MIN_VALUE;
  }

  /** Returns whether it exists and its deletion has not been requested. */
  boolean exists() {
    return leaving == NEVER;
  }

  boolean isGone() {
    return gone != NEVER;
  }

  /** Returns whether the event was certainly posted while this existed. */
  boolean mustMatch(PostedEvent event) {
    return objCode.equals(event.objCode()) && made < event.begun() && event.responded() < leaving;
  }

  /**
   * Returns whether the event was certainly posted while this did not exist, or has another code.
   */
  boolean mustNotMatch(PostedEvent event) {
    return !objCode.equals(event.objCode()) || event.responded() < begun || gone < event.begun();
  }
}
