package io.posthorn.bench.row;

import io.posthorn.bench.Plan;
import io.posthorn.bench.load.LoadOrder;

/** The kinds of load. */
final class Orders {
  static final String BATCH = "C";
  static final String FAN = "F";

  /** Posts of 100 under way: enough to keep a commit busy while the last one is synced. */
  private static final int BATCH_CALLERS = 8;

  private static final int SINGLE_CALLERS = 64;

  /** Four thousand messages under way, which is more than the endpoints have places. */
  private static final int FAN_CALLERS = 4;

  private Orders() {}

  static LoadOrder batch(int port, Plan plan) {
    return new LoadOrder(port, "", BATCH, plan.codes(), 100, plan.textBytes(), BATCH_CALLERS, 0, 0);
  }

  static LoadOrder single(int port, Plan plan) {
    return new LoadOrder(port, "", BATCH, plan.codes(), 1, plan.textBytes(), SINGLE_CALLERS, 0, 0);
  }

  static LoadOrder fanOut(int port, Plan plan) {
    return new LoadOrder(port, "", FAN, 1, 1, plan.textBytes(), FAN_CALLERS, 0, 0);
  }
}
