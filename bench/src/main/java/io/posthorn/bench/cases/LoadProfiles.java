package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadSpec;
import java.util.List;

/** The load profiles of the rows. */
final class LoadProfiles {
  static final String BATCH = "C";
  static final String FAN = "F";
  static final String UNMATCHED = "U";
  static final String ORDERED = "O";

  /** Concurrent posts of 100 events: enough to fill a commit while the last one is synced. */
  private static final int BATCH_CALLERS = 8;

  private static final int SINGLE_CALLERS = 64;

  /** Four thousand concurrent messages: more than the endpoints' in-flight limits. */
  private static final int FAN_CALLERS = 4;

  private LoadProfiles() {}

  static LoadSpec batch(int port, BenchPlan plan) {
    return batch(List.of(port), plan);
  }

  /** The same, spread over several servers. */
  static LoadSpec batch(List<Integer> ports, BenchPlan plan) {
    return new LoadSpec(ports, "", BATCH, plan.codes(), 100, plan.textBytes(), BATCH_CALLERS, 0, 0);
  }

  /** The same for ordered subscriptions. */
  static LoadSpec ordered(int port, BenchPlan plan) {
    return ordered(port, plan, ORDERED);
  }

  static LoadSpec ordered(int port, BenchPlan plan, String prefix) {
    return new LoadSpec(
        List.of(port), "", prefix, plan.codes(), 100, plan.textBytes(), BATCH_CALLERS, 0, 0);
  }

  static LoadSpec single(int port, BenchPlan plan) {
    return new LoadSpec(
        List.of(port), "", BATCH, plan.codes(), 1, plan.textBytes(), SINGLE_CALLERS, 0, 0);
  }

  /** Batches of events that match many subscriptions, with fewer concurrent posts. */
  static LoadSpec fanned(List<Integer> ports, BenchPlan plan, String prefix, int perPost) {
    return new LoadSpec(ports, "", prefix, 1, perPost, plan.textBytes(), FAN_CALLERS, 0, 0);
  }

  /** Batches of events that match no subscription: nothing is delivered. */
  static LoadSpec unmatched(int port, BenchPlan plan) {
    return new LoadSpec(
        List.of(port), "", UNMATCHED, plan.codes(), 100, plan.textBytes(), BATCH_CALLERS, 0, 0);
  }

  static LoadSpec fanOut(int port, BenchPlan plan) {
    return new LoadSpec(List.of(port), "", FAN, 1, 1, plan.textBytes(), FAN_CALLERS, 0, 0);
  }
}
