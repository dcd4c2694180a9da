package io.posthorn.core.shard.delivery;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Accepts events in an installation with several shards: an event matched to a subscription that
 * has moved since is forwarded to the new owner, under the key that the event has there.
 */
final class EventForwarder {
  private final ShardState state;
  private final Intake intake;

  EventForwarder(ShardState state, Intake intake) {
    this.state = state;
    this.intake = intake;
  }

  /** The same key again brings messages for more subscriptions; another key is a duplicate. */
  Reply.Receipt accept(MatchedEvent arrival) {
    Event event = arrival.event();
    EventKey known = state.events.known(event.customerId(), event.id());
    if (known != null && !known.equals(arrival.key())) {
      state.countKnownEvent();
      return new Reply.Receipt(event.id(), known, true);
    }
    List<SubscriptionId> here = new ArrayList<>();
    boolean sentOn = sendOn(arrival, here);
    if (known != null) {
      intake.join(arrival.key(), event, here);
      return new Reply.Receipt(event.id(), known, true);
    }
    if (!here.isEmpty() || !sentOn) {
      state.countAcceptedEvent();
      intake.store(arrival.key(), event, here);
    }
    return new Reply.Receipt(event.id(), arrival.key(), false);
  }

  /**
   * Forwards what belongs to other shards and collects what belongs here; returns whether it
   * forwarded anything.
   */
  private boolean sendOn(MatchedEvent arrival, List<SubscriptionId> here) {
    TreeMap<Integer, List<SubscriptionId>> away = new TreeMap<>();
    for (SubscriptionId id : arrival.matched()) {
      SubscriptionRegistry.Listed listed = state.subscriptions.get(id);
      if (listed != null && state.isForeign(listed.endpoint())) {
        int shard = state.assignment.shardOf(listed.endpoint());
        away.computeIfAbsent(shard, s -> new ArrayList<>()).add(id);
      } else {
        here.add(id);
      }
    }
    away.forEach(
        (shard, ids) -> {
          MatchedEvent there = new MatchedEvent(arrival.key().inShard(shard), arrival.event(), ids);
          state.forward(shard, Command.AcceptEvents.promised(List.of(there)));
        });
    return !away.isEmpty();
  }
}
