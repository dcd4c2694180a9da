package io.posthorn.server.http.limits;

import java.util.concurrent.atomic.AtomicLong;

/** The limit for the bytes of all large requests that are being read or worked on. */
final class InboundByteBudget {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  InboundByteBudget(long limit) {
    this.limit = limit;
  }

  /** Takes bytes out of the budget; false, and nothing taken, if there are not as many left. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) <= limit) {
      return true;
    }
    giveBack(bytes);
    return false;
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }
}
