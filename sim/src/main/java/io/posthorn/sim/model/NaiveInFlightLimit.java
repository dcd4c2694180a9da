package io.posthorn.sim.model;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Outcome;

/** The in-flight limit of an endpoint, written a second time. */
public final class NaiveInFlightLimit {
  public static final int START = 4;
  public static final int AFTER_HOLD = 1;

  private NaiveInFlightLimit() {}

  static int after(Outcome outcome, int limit, int most) {
    int status = outcome.status();
    if (status >= 200 && status <= 299) {
      return outcome.durationMillis() <= 1_000 ? Math.min(limit + 1, most) : limit;
    }
    boolean strain =
        status == 429
            || status >= 500
            || outcome.error() == ErrorKind.TIMEOUT
            || outcome.error() == ErrorKind.REFUSED;
    return strain ? Math.max(1, Math.min(limit, most) / 2) : limit;
  }

  /** A lane's share: a quarter, at least one, for retries; a limit of one serves both lanes. */
  public static int shareOf(Lane lane, int limit) {
    if (limit == 1) {
      return 1;
    }
    int retries = limit < 8 ? 1 : limit / 4;
    return lane == Lane.RETRY ? retries : limit - retries;
  }
}
