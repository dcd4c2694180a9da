package io.posthorn.e2e.crash.reconciliation;

/**
 * An accepted event. It may have been posted several times.
 *
 * @param begun when it was first posted; it did not exist before
 * @param responded when the response arrived; it exists from then on
 */
public record PostedEvent(String id, String objCode, long begun, long responded) {}
