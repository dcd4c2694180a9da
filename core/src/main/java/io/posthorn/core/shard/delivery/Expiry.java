package io.posthorn.core.shard.delivery;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ReadBudget;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The sweep that drops messages held until their last slot, in bounded steps after the due work. If
 * an endpoint is enabled before its step runs, its late messages are attempted instead.
 */
public final class Expiry {
  /** Small enough not to delay healthy endpoints, large enough for several 100,000 a second. */
  private static final int STEP = 500;

  /** The most keys that one step reads to follow the messages of ordering keys. */
  private static final int KEYS = 1_000;

  private final ShardState state;
  private final MessageTransitions transitions;

  public Expiry(ShardState state, MessageTransitions transitions) {
    this.state = state;
    this.transitions = transitions;
  }

  public void step() {
    Iterator<Endpoint> expiring = state.expiring.iterator();
    int left = STEP;
    while (left > 0 && expiring.hasNext()) {
      Endpoint endpoint = expiring.next();
      expiring.remove();
      left -= Math.max(1, expire(endpoint, left)); // an endpoint without any costs reads too
    }
  }

  private int expire(Endpoint endpoint, int most) {
    if (!state.held(endpoint) || state.endpoints.get(endpoint.id()) == null) {
      return 0;
    }
    long lastStart = state.now() - state.schedule(endpoint).lifetime();
    ReadBudget budget = state.store.budget(KEYS);
    int expired = 0;
    // The lane entry is enough to know a message that was never attempted: its event, which may be
    // large, is not read.
    for (LaneEntry entry : state.lanes.firstStartedUpTo(endpoint, lastStart, most)) {
      if (expired < most) {
        Message message = state.messages.of(endpoint, entry);
        expired += expire(endpoint, message, lastStart, budget, most - expired);
      }
    }
    for (MessageId id : state.lanes.othersStartedUpTo(endpoint, lastStart, most - expired)) {
      if (expired < most) {
        Message message = state.messages.get(endpoint.customerId(), id);
        if (message == null) {
          throw new IllegalStateException("lane entry without a message: " + id);
        }
        expired += expire(endpoint, message, lastStart, budget, most - expired);
      }
    }
    endpoint.forgetNextExpiry();
    state.touch(endpoint);
    return expired;
  }

  /**
   * Drops a message and, if it is ordered, those behind it that expire with it: the next one is the
   * head at once, and is found without a scan of the lanes for each.
   *
   * @return how many were dropped, cancelled or moved
   */
  private int expire(
      Endpoint endpoint, Message first, long lastStart, ReadBudget budget, int most) {
    int expired = 0;
    Message message = first;
    while (message != null) {
      if (!transitions.settle(endpoint, message)) {
        transitions.end(endpoint, message, MessageStatus.DROPPED, EndReason.EXPIRED);
      }
      expired++;
      boolean more = expired < most && !budget.spent();
      message = more ? nextHead(endpoint, message, lastStart) : null;
    }
    return expired;
  }

  /** The message that is the head after another one, if it has expired too. */
  private @Nullable Message nextHead(Endpoint endpoint, Message before, long lastStart) {
    ObjectOrder order = before.order();
    MessageId head = order == null ? null : state.objects.get(endpoint.id(), order.key()).head();
    if (head == null || endpoint.isInFlight(head)) {
      return null;
    }
    Message next = state.messages.get(endpoint.customerId(), head);
    return next == null || next.start() > lastStart ? null : next;
  }

  public boolean pending() {
    return !state.expiring.isEmpty();
  }
}
