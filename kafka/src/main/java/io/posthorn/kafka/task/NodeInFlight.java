package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.InFlightBudget;
import io.posthorn.core.shard.protocol.Rules;
import java.util.HashMap;
import java.util.Map;

/**
 * The in-flight limits of a node, shared by its shards. A shard gets a budget with each turn, and
 * reports after it what it has in flight and whether it needs more. Thread-safe.
 *
 * <p>Half of what is free goes to the shard that makes a turn, so that turns of other threads find
 * something too; a shard that needs more makes its next turn at once. While a shard that has less
 * than its part of the total waits, the others may not have more than their part, and start no
 * request until they have less: a part is the total divided by the number of shards.
 */
public final class NodeInFlight {
  /** The largest message has to fit. */
  static final long LEAST_BYTES = 4L << 20;

  private final DeliveryLimits limits;
  private final Map<Integer, Use> uses = new HashMap<>();
  private long requests;
  private long bytes;
  private int waitForRequests;
  private int waitForBytes;

  /** The use of one shard. While it makes a turn, its counts are those of its budget. */
  private static final class Use {
    long requests;
    long bytes;
    boolean waitsForRequests;
    boolean waitsForBytes;
    InFlightBudget last = new InFlightBudget(0, 0, 1);
  }

  public NodeInFlight(DeliveryLimits limits) {
    this.limits = limits;
  }

  /** The rules with which a shard opens: its part of the limits of hosts. */
  synchronized Rules opening(int shard, Rules rules) {
    uses.computeIfAbsent(shard, added -> new Use());
    return rules.withLimits(
        rules.limits().withInFlightPerHost(perHost(), divided(limits.startInFlightPerHost())));
  }

  /** The budget of a turn; {@link #end} or {@link #remove} has to follow. */
  synchronized InFlightBudget begin(int shard) {
    Use use = uses.computeIfAbsent(shard, added -> new Use());
    InFlightBudget budget = budget(use);
    use.last = budget;
    count(use, Math.max(use.requests, budget.requests()), Math.max(use.bytes, budget.bytes()));
    return budget;
  }

  /** Reports what a shard has in flight after its turn, and what it waits for. */
  synchronized void end(
      int shard, int inFlight, long bytesInFlight, boolean forRequests, boolean forBytes) {
    Use use = uses.get(shard);
    if (use != null) {
      count(use, inFlight, bytesInFlight);
      waits(use, forRequests, forBytes);
    }
  }

  /** Forgets a shard that has left or has to be opened again. */
  synchronized void remove(int shard) {
    Use use = uses.get(shard);
    if (use != null) {
      count(use, 0, 0);
      waits(use, false, false);
      uses.remove(shard);
    }
  }

  /** Returns whether a shard waits and would get more now than in its last turn. */
  synchronized boolean grew(int shard) {
    Use use = uses.get(shard);
    if (use == null || !(use.waitsForRequests || use.waitsForBytes)) {
      return false;
    }
    InFlightBudget now = budget(use);
    return (use.waitsForRequests && now.requests() > use.last.requests())
        || (use.waitsForBytes && now.bytes() > use.last.bytes());
  }

  synchronized boolean waits(int shard) {
    Use use = uses.get(shard);
    return use != null && (use.waitsForRequests || use.waitsForBytes);
  }

  /** The shards that have messages to send and wait for capacity of the node. */
  public synchronized int waiting() {
    int count = 0;
    for (Use use : uses.values()) {
      count += use.waitsForRequests || use.waitsForBytes ? 1 : 0;
    }
    return count;
  }

  private InFlightBudget budget(Use use) {
    long maxRequests = limits.maxInFlight();
    long maxBytes = limits.maxBytesInFlight();
    boolean othersWait = waitForRequests > 0 && othersWaitForRequests(use);
    long most = most(use.requests, requests, maxRequests, othersWait);
    othersWait = waitForBytes > 0 && othersWaitForBytes(use);
    long mostBytes = most(use.bytes, bytes, maxBytes, othersWait);
    return new InFlightBudget(
        Math.toIntExact(most), Math.max(Math.min(LEAST_BYTES, maxBytes), mostBytes), perHost());
  }

  /** The part of a total that a shard may have, if all shards together have a sum of it. */
  private long most(long own, long sum, long total, boolean othersWait) {
    long free = total - sum;
    long most = Math.max(0, own + (free <= 0 ? free : (free + 1) / 2));
    return othersWait ? Math.min(most, part(total)) : most;
  }

  private boolean othersWaitForRequests(Use use) {
    for (Use other : uses.values()) {
      if (other != use && other.waitsForRequests && other.requests < part(limits.maxInFlight())) {
        return true;
      }
    }
    return false;
  }

  private boolean othersWaitForBytes(Use use) {
    for (Use other : uses.values()) {
      if (other != use && other.waitsForBytes && other.bytes < part(limits.maxBytesInFlight())) {
        return true;
      }
    }
    return false;
  }

  private long part(long total) {
    return Math.max(1, total / Math.max(1, uses.size()));
  }

  private int perHost() {
    return divided(limits.maxInFlightPerHost());
  }

  private int divided(int total) {
    return Math.toIntExact(part(total));
  }

  private void count(Use use, long nowRequests, long nowBytes) {
    requests += nowRequests - use.requests;
    bytes += nowBytes - use.bytes;
    use.requests = nowRequests;
    use.bytes = nowBytes;
  }

  private void waits(Use use, boolean forRequests, boolean forBytes) {
    waitForRequests += (forRequests ? 1 : 0) - (use.waitsForRequests ? 1 : 0);
    waitForBytes += (forBytes ? 1 : 0) - (use.waitsForBytes ? 1 : 0);
    use.waitsForRequests = forRequests;
    use.waitsForBytes = forBytes;
  }
}
