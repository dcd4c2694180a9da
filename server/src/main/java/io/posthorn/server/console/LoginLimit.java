package io.posthorn.server.console;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The limit of failed logins per minute: a few from one address, and more in total, so that many
 * addresses do not get around it.
 */
final class LoginLimit {
  static final int FROM_ONE_ADDRESS = 10;
  static final int IN_ALL = 300;

  private static final long MINUTE = 60_000;

  private final Clock clock;
  private final Map<String, Integer> failures = new HashMap<>();
  private int all;
  private long minute;

  LoginLimit(Clock clock) {
    this.clock = clock;
  }

  /** Returns how long an address has to wait, if at all. */
  synchronized Optional<Duration> wait(String address) {
    startMinute();
    boolean open = all < IN_ALL && failures.getOrDefault(address, 0) < FROM_ONE_ADDRESS;
    return open
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(minute + MINUTE - clock.millis()));
  }

  synchronized void failed(String address) {
    startMinute();
    all++;
    failures.merge(address, 1, Integer::sum);
  }

  /** Resets the counts every minute, which also bounds the number of addresses. */
  private void startMinute() {
    long current = clock.millis() - Math.floorMod(clock.millis(), MINUTE);
    if (current != minute) {
      minute = current;
      all = 0;
      failures.clear();
    }
  }
}
