package io.posthorn.sim.model;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import org.jspecify.annotations.Nullable;

/**
 * The circuit, written a second time: no counters and no buckets, only the list of everything that
 * happened, read from its end whenever a rule asks.
 *
 * @param newest the latest entry; null before the first
 * @param lastProbeAt the start of the last probe whose outcome is recorded; 0 for none
 */
public record NaiveCircuit(
    CircuitRules rules,
    long createdAt,
    CircuitState state,
    @Nullable Entry newest,
    long disabledAt,
    long lastProbeAt) {
  /** One thing that happened, linked to all before it. */
  public record Entry(Kind kind, long at, @Nullable Entry before) {}

  /** The kinds of entries. */
  public enum Kind {
    SUCCESS,
    FAILURE,
    ENABLED_BY_PROBE,
    ENABLED_BY_API
  }

  /** A window has this many buckets: the current one and the 47 before it. */
  private static final int BUCKETS = 48;

  public static NaiveCircuit created(CircuitRules rules, long at) {
    return new NaiveCircuit(rules, at, CircuitState.ENABLED, null, 0, 0);
  }

  public NaiveCircuit succeeded(boolean probe, long at) {
    NaiveCircuit counted = with(Kind.SUCCESS, at);
    return probe && state == CircuitState.DISABLED
        ? counted.with(Kind.ENABLED_BY_PROBE, at).in(CircuitState.ENABLED, 0)
        : counted;
  }

  public NaiveCircuit failed(long at) {
    NaiveCircuit counted = with(Kind.FAILURE, at);
    if (state == CircuitState.FROZEN) {
      return counted;
    }
    if (counted.mustFreeze(at)) {
      return counted.in(CircuitState.FROZEN, disabledAt);
    }
    return state == CircuitState.ENABLED && counted.mustDisable(at)
        ? counted.in(CircuitState.DISABLED, at)
        : counted;
  }

  public NaiveCircuit enabledByApi(long at) {
    return with(Kind.ENABLED_BY_API, at).in(CircuitState.ENABLED, 0);
  }

  public NaiveCircuit probed(long startedAt) {
    return new NaiveCircuit(rules, createdAt, state, newest, disabledAt, startedAt);
  }

  /** Returns when a disabled endpoint may be probed next. */
  public long nextProbeAt() {
    return Math.max(disabledAt, lastProbeAt) + rules.probeInterval();
  }

  private boolean mustFreeze(long now) {
    long consecutive = consecutiveFailures();
    return (consecutive > rules.freezeConsecutive()
            && now - lastGoodSign() > rules.freezeSinceSuccess())
        || consecutive >= rules.freezeConsecutiveAnyTime();
  }

  private boolean mustDisable(long now) {
    long oldestBucket = Math.floorDiv(now, bucketMillis()) - (BUCKETS - 1);
    long attempts = 0;
    long failures = 0;
    for (Entry e = newest; e != null && isResult(e); e = e.before()) {
      if (Math.floorDiv(e.at(), bucketMillis()) < oldestBucket) {
        break;
      }
      attempts++;
      failures += e.kind() == Kind.FAILURE ? 1 : 0;
    }
    return (attempts > rules.minAttempts() && failures * 1_000_000 > rules.failureRate() * attempts)
        || consecutiveFailures() >= rules.disableConsecutive();
  }

  /** Failures since the last success, and since it was last enabled. */
  public long consecutiveFailures() {
    long count = 0;
    for (Entry e = newest; e != null && e.kind() == Kind.FAILURE; e = e.before()) {
      count++;
    }
    return count;
  }

  /** The last success, enabling by API, or else creation. */
  private long lastGoodSign() {
    for (Entry e = newest; e != null; e = e.before()) {
      if (e.kind() != Kind.FAILURE) {
        return e.at();
      }
    }
    return createdAt;
  }

  private long bucketMillis() {
    return rules.window() / BUCKETS;
  }

  private static boolean isResult(Entry e) {
    return e.kind() == Kind.SUCCESS || e.kind() == Kind.FAILURE;
  }

  private NaiveCircuit with(Kind kind, long at) {
    Entry entry = new Entry(kind, at, newest);
    return new NaiveCircuit(rules, createdAt, state, entry, disabledAt, lastProbeAt);
  }

  private NaiveCircuit in(CircuitState changed, long disabled) {
    return new NaiveCircuit(rules, createdAt, changed, newest, disabled, 0);
  }
}
