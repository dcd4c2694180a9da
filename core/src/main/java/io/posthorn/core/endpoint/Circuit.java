package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/**
 * The circuit breaker of one endpoint: counts every result and decides when the endpoint is
 * disabled, enabled again and frozen.
 *
 * <p>The steps of {@link #succeeded} and {@link #failed} follow the order of the contract; changing
 * that order changes the product. Times are milliseconds; 0 means "never".
 */
public final class Circuit {
  private final CircuitRules rules;
  private final FailureWindow window;
  private CircuitState state = CircuitState.ENABLED;
  private long createdAt;
  private long consecutiveFailures;
  private long lastSuccessAt;
  private long lastFailureAt;
  private long enabledByApiAt;
  private long disabledAt;
  private long frozenAt;
  private long lastProbeAt;

  public Circuit(CircuitRules rules, long createdAt) {
    this.rules = rules;
    this.window = new FailureWindow(rules.window());
    this.createdAt = createdAt;
  }

  /**
   * Counts a success. A probe's success enables a disabled endpoint; no success ever disables one.
   *
   * @return whether this enabled the endpoint
   */
  public boolean succeeded(long now, boolean probe) {
    lastSuccessAt = now;
    consecutiveFailures = 0;
    window.count(false, now);
    if (probe && state == CircuitState.DISABLED) {
      enabled();
      return true;
    }
    return false;
  }

  /**
   * Counts a failure.
   *
   * @return whether this disabled or froze the endpoint
   */
  public boolean failed(long now) {
    lastFailureAt = now;
    consecutiveFailures++;
    window.count(true, now);
    if (state == CircuitState.FROZEN) {
      return false;
    }
    if (hopeless(now)) {
      state = CircuitState.FROZEN;
      frozenAt = now;
      return true;
    }
    if (state == CircuitState.ENABLED && failing(now)) {
      state = CircuitState.DISABLED;
      disabledAt = now;
      lastProbeAt = 0;
      return true;
    }
    return false;
  }

  /**
   * Enables the endpoint at a person's request, from disabled, frozen or paused, and resets the
   * counts.
   */
  public void enable(long now) {
    enabled();
    consecutiveFailures = 0;
    enabledByApiAt = now;
  }

  private void enabled() {
    state = CircuitState.ENABLED;
    window.clear();
    disabledAt = 0;
    frozenAt = 0;
    lastProbeAt = 0;
  }

  private boolean hopeless(long now) {
    return (consecutiveFailures > rules.freezeConsecutive()
            && now - healthyAsOf() > rules.freezeSinceSuccess())
        || consecutiveFailures >= rules.freezeConsecutiveAnyTime();
  }

  private boolean failing(long now) {
    long attempts = window.attempts(now);
    return (attempts > rules.minAttempts()
            && 1_000_000 * window.failures(now) > rules.failureRate() * attempts)
        || consecutiveFailures >= rules.disableConsecutive();
  }

  /** The last evidence of health: a success, the creation, or being enabled by a person. */
  public long healthyAsOf() {
    return Math.max(lastSuccessAt, Math.max(createdAt, enabledByApiAt));
  }

  /** When a disabled endpoint may be probed next. */
  public long nextProbeAt() {
    return Math.max(disabledAt, lastProbeAt) + rules.probeInterval();
  }

  public void probeStarted(long now) {
    lastProbeAt = now;
  }

  public CircuitState state() {
    return state;
  }

  public long consecutiveFailures() {
    return consecutiveFailures;
  }

  public long attemptsInWindow(long now) {
    return window.attempts(now);
  }

  public long failuresInWindow(long now) {
    return window.failures(now);
  }

  public long createdAt() {
    return createdAt;
  }

  public long lastSuccessAt() {
    return lastSuccessAt;
  }

  public long lastFailureAt() {
    return lastFailureAt;
  }

  public long disabledAt() {
    return disabledAt;
  }

  public long frozenAt() {
    return frozenAt;
  }

  public long lastProbeAt() {
    return lastProbeAt;
  }

  public void write(ByteWriter out) {
    out.u8(state.number())
        .varint(createdAt)
        .varint(consecutiveFailures)
        .varint(lastSuccessAt)
        .varint(lastFailureAt)
        .varint(enabledByApiAt)
        .varint(disabledAt)
        .varint(frozenAt)
        .varint(lastProbeAt);
    window.write(out);
  }

  public void read(ByteReader in) {
    state = CircuitState.of(in.u8());
    createdAt = in.varint();
    consecutiveFailures = in.varint();
    lastSuccessAt = in.varint();
    lastFailureAt = in.varint();
    enabledByApiAt = in.varint();
    disabledAt = in.varint();
    frozenAt = in.varint();
    lastProbeAt = in.varint();
    window.read(in);
  }
}
