package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadOrder;
import java.util.List;

/** The kinds of load. */
final class Orders {
  static final String BATCH = "C";
  static final String FAN = "F";
  static final String UNMATCHED = "U";

  /** Posts of 100 under way: enough to keep a commit busy while the last one is synced. */
  private static final int BATCH_CALLERS = 8;

  private static final int SINGLE_CALLERS = 64;

  /** Four thousand messages under way, which is more than the endpoints have places. */
  private static final int FAN_CALLERS = 4;

  private Orders() {}

  static LoadOrder batch(int port, Plan plan) {
    return batch(List.of(port), plan);
  }

  /** The same, spread over several servers. */
  static LoadOrder batch(List<Integer> ports, Plan plan) {
    return new LoadOrder(
        ports, "", BATCH, plan.codes(), 100, plan.textBytes(), BATCH_CALLERS, 0, 0);
  }

  static LoadOrder single(int port, Plan plan) {
    return new LoadOrder(
        List.of(port), "", BATCH, plan.codes(), 1, plan.textBytes(), SINGLE_CALLERS, 0, 0);
  }

  /** Batches again, of events that many want: some are under way, or it would be too much. */
  static LoadOrder fanned(List<Integer> ports, Plan plan, String prefix, int perPost) {
    return new LoadOrder(ports, "", prefix, 1, perPost, plan.textBytes(), FAN_CALLERS, 0, 0);
  }

  /** Batches of events that nobody wants: they are matched, and nothing is delivered. */
  static LoadOrder unmatched(int port, Plan plan) {
    return new LoadOrder(
        List.of(port), "", UNMATCHED, plan.codes(), 100, plan.textBytes(), BATCH_CALLERS, 0, 0);
  }

  static LoadOrder fanOut(int port, Plan plan) {
    return new LoadOrder(List.of(port), "", FAN, 1, 1, plan.textBytes(), FAN_CALLERS, 0, 0);
  }
}
