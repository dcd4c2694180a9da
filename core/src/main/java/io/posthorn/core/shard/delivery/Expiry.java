package io.posthorn.core.shard.delivery;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import java.util.Iterator;

/**
 * The sweep that drops messages held until their last slot, in bounded steps after the due work. If
 * an endpoint is enabled before its step runs, its late messages are attempted instead.
 */
public final class Expiry {
  /** Small enough not to delay healthy endpoints, large enough for several 100,000 a second. */
  private static final int STEP = 500;

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
    int expired = 0;
    // The lane entry is enough to know a message that was never attempted: its event, which may be
    // large, is not read.
    for (LaneEntry entry : state.lanes.firstStartedUpTo(endpoint, lastStart, most)) {
      expire(endpoint, state.messages.of(endpoint, entry));
      expired++;
    }
    for (MessageId id : state.lanes.othersStartedUpTo(endpoint, lastStart, most - expired)) {
      Message message = state.messages.get(endpoint.customerId(), id);
      if (message == null) {
        throw new IllegalStateException("lane entry without a message: " + id);
      }
      expire(endpoint, message);
      expired++;
    }
    endpoint.forgetNextExpiry();
    state.touch(endpoint);
    return expired;
  }

  private void expire(Endpoint endpoint, Message message) {
    if (!transitions.settle(endpoint, message)) {
      transitions.end(endpoint, message, MessageStatus.DROPPED, EndReason.EXPIRED);
    }
  }

  public boolean pending() {
    return !state.expiring.isEmpty();
  }
}
