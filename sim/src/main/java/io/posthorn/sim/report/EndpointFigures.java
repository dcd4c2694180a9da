package io.posthorn.sim.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The figures of one endpoint in a report. Attempts count when their outcome is recorded; times are
 * milliseconds since the start.
 */
public final class EndpointFigures {
  long accepted;
  long firstAttempts;
  long retries;
  long probes;
  long failed;
  long delivered;
  long slowest;
  long exhausted;
  long expired;
  long rejected;
  long waiting;
  long held;
  long mostWaiting;
  final List<Long> disabledAt = new ArrayList<>();
  final List<Long> enabledAt = new ArrayList<>();
  final List<Long> frozenAt = new ArrayList<>();

  EndpointFigures() {}

  /** The sum over several endpoints, without the times. */
  static EndpointFigures sum(List<EndpointFigures> all) {
    EndpointFigures sum = new EndpointFigures();
    for (EndpointFigures one : all) {
      sum.accepted += one.accepted;
      sum.firstAttempts += one.firstAttempts;
      sum.retries += one.retries;
      sum.probes += one.probes;
      sum.failed += one.failed;
      sum.delivered += one.delivered;
      sum.slowest = Math.max(sum.slowest, one.slowest);
      sum.exhausted += one.exhausted;
      sum.expired += one.expired;
      sum.rejected += one.rejected;
      sum.waiting += one.waiting;
      sum.held += one.held;
    }
    return sum;
  }

  public long accepted() {
    return accepted;
  }

  /** Attempts in slot 0 that were not probes. */
  public long firstAttempts() {
    return firstAttempts;
  }

  public long retries() {
    return retries;
  }

  public long probes() {
    return probes;
  }

  /** Attempts of all three kinds that failed. */
  public long failed() {
    return failed;
  }

  public long delivered() {
    return delivered;
  }

  /** The longest time from acceptance to delivery. */
  public long slowest() {
    return slowest;
  }

  /** Dropped: the last retry failed. */
  public long exhausted() {
    return exhausted;
  }

  /** Dropped: held up to the last slot. */
  public long expired() {
    return expired;
  }

  /** Dropped: the response had a final status. */
  public long rejected() {
    return rejected;
  }

  /** Neither delivered nor dropped at the end. */
  public long waiting() {
    return waiting;
  }

  /** Of those waiting, the ones that would have been attempted, were their endpoint enabled. */
  public long held() {
    return held;
  }

  /** The most that ever waited at one time. */
  public long mostWaiting() {
    return mostWaiting;
  }

  public List<Long> disabledAt() {
    return List.copyOf(disabledAt);
  }

  public List<Long> enabledAt() {
    return List.copyOf(enabledAt);
  }

  public List<Long> frozenAt() {
    return List.copyOf(frozenAt);
  }
}
