package io.posthorn.e2e.crash.reconciliation;

/**
 * A subscription that is created and deleted under load, with the times of both.
 *
 * @param begun when its creation was requested; it did not exist before
 * @param made when its creation was acknowledged; it exists from then on
 * @param leaving when its deletion was requested; it exists until then
 * @param gone when its deletion was acknowledged; it does not exist from then on
 */
public record TrackedSubscription(
    String id, String objCode, long begun, long made, long leaving, long gone) {
  private static final long NEVER = Long.MAX_VALUE;

  public static TrackedSubscription made(String id, String objCode, long begun, long made) {
    return new TrackedSubscription(id, objCode, begun, made, NEVER, NEVER);
  }

  /** A subscription that is never deleted. */
  public static TrackedSubscription lasting(String id, String objCode) {
    return made(id, objCode, Long.MIN_VALUE, Long.MIN_VALUE);
  }

  public TrackedSubscription leaving(long time) {
    return new TrackedSubscription(id, objCode, begun, made, time, NEVER);
  }

  public TrackedSubscription gone(long time) {
    return new TrackedSubscription(id, objCode, begun, made, leaving, time);
  }

  /** Its deletion got no response and did not happen. */
  public TrackedSubscription staying() {
    return leaving(NEVER);
  }

  public boolean isLasting() {
    return made == Long.MIN_VALUE;
  }

  /** Returns whether it exists and its deletion has not been requested. */
  public boolean exists() {
    return leaving == NEVER;
  }

  public boolean isGone() {
    return gone != NEVER;
  }

  /** Returns whether the event was certainly posted while this existed. */
  public boolean mustMatch(PostedEvent event) {
    return objCode.equals(event.objCode()) && made < event.begun() && event.responded() < leaving;
  }

  /**
   * Returns whether the event was certainly posted while this did not exist, or has another code.
   */
  public boolean mustNotMatch(PostedEvent event) {
    return !objCode.equals(event.objCode()) || event.responded() < begun || gone < event.begun();
  }
}
