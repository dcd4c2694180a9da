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
    if (mustFreeze(now)) {
      state = CircuitState.FROZEN;
      frozenAt = now;
      return true;
    }
    if (state == CircuitState.ENABLED && mustDisable(now)) {
      state = CircuitState.DISABLED;
      disabledAt = now;
      lastProbeAt = 0;
      return true;
    }
    return false;
  }

  /**
   * Enables the endpoint at a user's request, from disabled, frozen or paused, and resets the
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

  private boolean mustFreeze(long now) {
    return (consecutiveFailures > rules.freezeConsecutive()
            && now - healthyAsOf() > rules.freezeSinceSuccess())
        || consecutiveFailures >= rules.freezeConsecutiveAnyTime();
  }

  private boolean mustDisable(long now) {
    long attempts = window.attempts(now);
    return (attempts > rules.minAttempts()
            && 1_000_000 * window.failures(now) > rules.failureRate() * attempts)
        || consecutiveFailures >= rules.disableConsecutive();
  }

  /** The last evidence of health: a success, the creation, or being enabled by a user. */
  public long healthyAsOf() {
    return Math.max(lastSuccessAt, Math.max(createdAt, enabledByApiAt));
  }

  /** Returns when a disabled endpoint may be probed next. */
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

  /** Returns whether {@link #writePast} would write something else than at the last call. */
  public boolean takePastChanged() {
    return window.takePastChanged();
  }

  /** Writes what changes rarely: once an hour, or when a user enables the endpoint. */
  public void writePast(ByteWriter out) {
    out.varint(createdAt).varint(enabledByApiAt);
    window.writePast(out);
  }

  public void readPast(ByteReader in) {
    createdAt = in.varint();
    enabledByApiAt = in.varint();
    window.readPast(in);
  }

  /** Writes what changes with every result. */
  public void writeState(ByteWriter out) {
    out.u8(state.number())
        .varint(consecutiveFailures)
        .varint(lastSuccessAt)
        .varint(lastFailureAt)
        .varint(disabledAt)
        .varint(frozenAt)
        .varint(lastProbeAt);
    window.writeCurrent(out);
  }

  /** Reads what {@link #writeState} wrote, after {@link #readPast}. */
  public void readState(ByteReader in) {
    state = CircuitState.of(in.u8());
    consecutiveFailures = in.varint();
    lastSuccessAt = in.varint();
    lastFailureAt = in.varint();
    disabledAt = in.varint();
    frozenAt = in.varint();
    lastProbeAt = in.varint();
    window.readCurrent(in);
  }
}
