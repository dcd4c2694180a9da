package io.posthorn.server.api.common;

import io.posthorn.core.store.Base32;
import io.posthorn.core.subscription.SubscriptionId;
import java.security.SecureRandom;
import java.time.Clock;

/**
 * The generator of ids that sort by time and cannot be guessed: 48 bits of milliseconds, 80 random
 * bits.
 */
public final class NewIds {
  private static final int RANDOM_BITS_BESIDE_TIME = 16;

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  public NewIds(Clock clock) {
    this.clock = clock;
  }

  public SubscriptionId subscription() {
    return new SubscriptionId(high(), random.nextLong());
  }

  /** Returns an id for an event without one. */
  public String event() {
    return "evt_" + Base32.encode128(high(), random.nextLong());
  }

  private long high() {
    return (clock.millis() << RANDOM_BITS_BESIDE_TIME)
        | random.nextInt(1 << RANDOM_BITS_BESIDE_TIME);
  }
}
