package io.posthorn.e2e.crash;

/**
 * A subscription that comes and goes under load, with the moments between which that happened.
 *
 * @param begun when its creation was asked for; before that it was not there
 * @param made when its creation was answered; from then on it is there
 * @param leaving when its deletion was asked for; up to then it is there
 * @param gone when its deletion was answered; from then on it is not
 */
record TrackedSubscription(
    String id, String objCode, long begun, long made, long leaving, long gone) {
  private static final long NEVER = Long.MAX_VALUE;

  static TrackedSubscription made(String id, String objCode, long begun, long made) {
    return new TrackedSubscription(id, objCode, begun, made, NEVER, NEVER);
  }

  /** One that is there all the time. */
  static TrackedSubscription lasting(String id, String objCode) {
    return made(id, objCode, Long.MIN_VALUE, Long.MIN_VALUE);
  }

  TrackedSubscription leaving(long moment) {
    return new TrackedSubscription(id, objCode, begun, made, moment, NEVER);
  }

  TrackedSubscription gone(long moment) {
    return new TrackedSubscription(id, objCode, begun, made, leaving, moment);
  }

  /** Its deletion got no answer, and was not done. */
  TrackedSubscription staying() {
    return leaving(NEVER);
  }

  boolean isLasting() {
    return made == Long.MIN_VALUE;
  }

  /** It is there, and nobody has asked to delete it. */
  boolean isThere() {
    return leaving == NEVER;
  }

  boolean isGone() {
    return gone != NEVER;
  }

  /** The event came while this was there for certain. */
  boolean mustMatch(PostedEvent event) {
    return objCode.equals(event.objCode()) && made < event.begun() && event.answered() < leaving;
  }

  /** The event came when this was not there for certain, or is of another kind. */
  boolean mustNotMatch(PostedEvent event) {
    return !objCode.equals(event.objCode()) || event.answered() < begun || gone < event.begun();
  }
}
