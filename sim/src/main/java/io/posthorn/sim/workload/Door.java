package io.posthorn.sim.workload;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;

/** The way in, as callers know it. */
public interface Door {
  /** Whether anybody is there to answer. */
  boolean open();

  /** The time of the host. */
  long now();

  /** What events are matched against. */
  SubscriptionIndex subscriptions();

  void submit(Command command);
}
