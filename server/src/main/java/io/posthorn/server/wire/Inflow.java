package io.posthorn.server.wire;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes of all large requests that are being read or worked on. */
final class Inflow {
  private final long most;
  private final AtomicLong now = new AtomicLong();

  Inflow(long most) {
    this.most = most;
  }

  /** Whether there was room; if not, nothing is taken. */
  boolean take(long bytes) {
    if (now.addAndGet(bytes) <= most) {
      return true;
    }
    give(bytes);
    return false;
  }

  void give(long bytes) {
    now.addAndGet(-bytes);
  }

  long now() {
    return now.get();
  }
}
