package io.posthorn.server.console;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The limit of failed logins per minute from one address. It never refuses a valid key: otherwise a
 * caller who floods the page, or shares a proxy with such a caller, would lock everybody out. Keys
 * are too long to be guessed; the limit only slows down callers without one.
 */
final class LoginLimit {
  static final int FROM_ONE_ADDRESS = 10;

  /** The number of addresses that are counted apart; all others share one count. */
  static final int MOST_ADDRESSES = 10_000;

  private static final String OTHERS = "";
  private static final long MINUTE = 60_000;

  private final Clock clock;
  private final Map<String, Integer> failures = new HashMap<>();
  private long minute;

  LoginLimit(Clock clock) {
    this.clock = clock;
  }

  /** Counts a failed login, and returns how long its address has to wait, if at all. */
  synchronized Optional<Duration> failed(String address) {
    startMinute();
    boolean known = failures.containsKey(address) || failures.size() < MOST_ADDRESSES;
    int count = failures.merge(known ? address : OTHERS, 1, Integer::sum);
    return count <= FROM_ONE_ADDRESS
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(minute + MINUTE - clock.millis()));
  }

  private void startMinute() {
    long current = clock.millis() - Math.floorMod(clock.millis(), MINUTE);
    if (current != minute) {
      minute = current;
      failures.clear();
    }
  }
}
