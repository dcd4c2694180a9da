package io.posthorn.sim.ledger;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Outcome;

/** How many places an endpoint has, a second time. */
public final class NaiveAllowance {
  public static final int START = 4;
  public static final int AFTER_HOLD = 1;

  private NaiveAllowance() {}

  static int after(Outcome outcome, int places, int most) {
    int status = outcome.status();
    if (status >= 200 && status <= 299) {
      return outcome.durationMillis() <= 1_000 ? Math.min(places + 1, most) : places;
    }
    boolean strain =
        status == 429
            || status >= 500
            || outcome.error() == ErrorKind.TIMEOUT
            || outcome.error() == ErrorKind.REFUSED;
    return strain ? Math.max(1, Math.min(places, most) / 2) : places;
  }

  /** A quarter for retries, at least one; a single place is for either lane. */
  public static int placesOf(Lane lane, int places) {
    if (places == 1) {
      return 1;
    }
    int retries = places < 8 ? 1 : places / 4;
    return lane == Lane.RETRY ? retries : places - retries;
  }
}
