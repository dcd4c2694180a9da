package io.posthorn.server.http.limits;

import java.util.concurrent.atomic.AtomicLong;

/** The memory budget of all large requests that are being read or processed. */
final class InboundByteBudget {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  InboundByteBudget(long limit) {
    this.limit = limit;
  }

  /** Takes bytes from the budget; returns false without taking any if too few are left. */
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
