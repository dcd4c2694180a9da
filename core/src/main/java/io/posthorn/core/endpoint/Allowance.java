package io.posthorn.core.endpoint;

import io.posthorn.core.message.Outcome;

/**
 * How many requests an endpoint may have in flight: grows with quick successes, halves with signs
 * of trouble. A quarter of the places is for retries, the rest for first attempts, so that neither
 * lane waits for the other.
 */
public final class Allowance {
  /** A new endpoint's places. */
  public static final int START = 4;

  /** After disabled, frozen or paused: one request finds out whether it lives. */
  public static final int AFTER_HOLD = 1;

  /** A success answered within this time earns a place. */
  public static final long QUICK_MILLIS = 1_000;

  private int places;

  public Allowance(int places) {
    this.places = places;
  }

  /** Adapts to a result. */
  public void learn(Outcome outcome, int most) {
    if (outcome.success()) {
      if (outcome.durationMillis() <= QUICK_MILLIS) {
        places = Math.min(places + 1, most);
      }
    } else if (outcome.strain()) {
      // Of what it really had: its own limit may be far below what it had earned.
      places = Math.max(1, places(most) / 2);
    }
  }

  public void afterHold() {
    places = AFTER_HOLD;
  }

  /** The places, never above the endpoint's own limit. */
  public int places(int most) {
    return Math.min(places, most);
  }

  /** Of {@code places}, those for retries; with a single place both lanes share it in turns. */
  public static int retryPlaces(int places) {
    return places < 2 ? 1 : Math.max(1, places / 4);
  }

  /** Of {@code places}, those for first attempts. */
  public static int firstPlaces(int places) {
    return places < 2 ? 1 : places - retryPlaces(places);
  }
}
