package io.posthorn.core.shard.state;

import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.shard.protocol.ShardFigures.Depth;

/** Collects figures from memory: it visits each endpoint once, and no message. */
public final class ShardFiguresCollector {
  private final ShardState state;
  private int enabled;
  private int disabled;
  private int frozen;
  private int paused;
  private Depth first = Depth.EMPTY;
  private Depth retry = Depth.EMPTY;
  private Depth held = Depth.EMPTY;
  private long oldestDueAt = ShardFigures.NOTHING_DUE;

  private ShardFiguresCollector(ShardState state) {
    this.state = state;
  }

  public static ShardFigures take(ShardState state) {
    ShardFiguresCollector census = new ShardFiguresCollector(state);
    state.endpoints.all().forEach(census::count);
    return new ShardFigures(
        state.eventsAccepted(),
        state.eventsKnown(),
        state.messagesAccepted(),
        census.enabled,
        census.disabled,
        census.frozen,
        census.paused,
        census.first,
        census.retry,
        census.held,
        census.oldestDueAt,
        state.inFlight(),
        state.bytesInFlight());
  }

  private void count(Endpoint endpoint) {
    switch (endpoint.circuit().state()) {
      case ENABLED -> enabled++;
      case DISABLED -> disabled++;
      case FROZEN -> frozen++;
    }
    if (endpoint.paused()) {
      paused++;
    }
    if (state.held(endpoint)) {
      held = held.plus(endpoint.waiting());
      return;
    }
    long fresh = endpoint.waiting(Lane.FIRST);
    first = first.plus(fresh);
    retry = retry.plus(endpoint.waiting() - fresh);
    lookAtHead(endpoint, Lane.FIRST);
    lookAtHead(endpoint, Lane.RETRY);
  }

  private void lookAtHead(Endpoint endpoint, Lane lane) {
    LaneEntry head = endpoint.queue(lane).first();
    if (head != null && head.position().at() <= state.now()) {
      oldestDueAt = Math.min(oldestDueAt, head.position().at());
    }
  }
}
