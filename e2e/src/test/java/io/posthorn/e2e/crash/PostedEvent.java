package io.posthorn.e2e.crash;

/**
 * An accepted event, however often it was posted.
 *
 * @param begun when it was posted first; before that it was not there
 * @param answered when the answer came; from then on it is
 */
record PostedEvent(String id, String objCode, long begun, long answered) {}
