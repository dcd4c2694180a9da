package io.posthorn.core.shard.delivery;

import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.FormerOwners;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.MatchedEvent.Forwarding;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forwarding of events in an installation with several shards, for subscriptions that have
 * moved between them.
 *
 * <ul>
 *   <li>An event that was matched before the move and reaches the old owner is sent to the new one.
 *   <li>Each shard knows the ids of its own events only. So the owner first sends an event that it
 *       does not know to the former owners of the subscription, one after the other: one that knows
 *       the event with this subscription drops it, the last one sends it back. This ends once no
 *       former owner can know any id from the time before the move.
 * </ul>
 */
final class EventForwarder {
  private final ShardState state;

  /** The longest time for which a shard knows the id of an event. */
  private final long idsKnown;

  EventForwarder(ShardState state) {
    this.state = state;
    // An endpoint's own schedule may be longer than the installation's, and that of an ordered
    // message begins when it is the head of its key.
    long schedule = Math.max(state.rules.retry().lifetime(), RetryPolicy.LATEST);
    long lifetime = state.rules.limits().orderedWait() + schedule;
    idsKnown =
        Math.max(state.rules.retention().eventIds(), lifetime + state.rules.retention().records());
  }

  /**
   * Forwards the matches that belong to other shards.
   *
   * @param known the event as this shard has it already, or null
   * @return the matches that belong here and are new, or null if there are none and all are
   *     forwarded
   */
  @Nullable List<SubscriptionId> forward(MatchedEvent arrival, @Nullable StoredEvent known) {
    List<SubscriptionId> here = new ArrayList<>();
    List<Destination> away = new ArrayList<>();
    for (SubscriptionId id : arrival.matched()) {
      if (known == null || !known.isFor(id)) {
        Destination destination = destination(id, arrival.forwarding());
        if (destination == null) {
          here.add(id);
        } else {
          away.add(destination);
        }
      }
    }
    boolean counted = arrival.counted() && known == null && here.isEmpty();
    for (Destination destination : away) {
      state.forward(destination.shard(), destination.command(arrival, counted));
      counted = false;
    }
    return here.isEmpty() && !away.isEmpty() ? null : here;
  }

  /** The next shard of an event for one subscription. */
  private record Destination(int shard, SubscriptionId subscription, Forwarding forwarding) {
    Command command(MatchedEvent arrival, boolean counted) {
      return Command.AcceptEvents.promised(
          List.of(
              new MatchedEvent(
                  MatchedEvent.NO_KEY,
                  arrival.event(),
                  List.of(subscription),
                  counted,
                  forwarding)));
    }
  }

  /** The next shard that a match belongs to, or null if it belongs here. */
  private @Nullable Destination destination(SubscriptionId id, @Nullable Forwarding forwarding) {
    Forwarding last = forwarding == null ? Forwarding.TO_OWNER : forwarding;
    if (!last.route().isEmpty()) {
      return next(id, last.moves(), last.route());
    }
    SubscriptionRegistry.Listed listed = state.subscriptions.get(id);
    if (listed != null && state.isForeign(listed.endpoint())) {
      return new Destination(state.assignment.shardOf(listed.endpoint()), id, last);
    }
    FormerOwners former = state.moves.formerOwners(id);
    if (listed == null || former.moves() == last.moves()) {
      return null; // deleted, never moved, or not moved since former owners were asked
    }
    List<Integer> route = new ArrayList<>(former.leftSince(state.now() - idsKnown));
    if (route.isEmpty()) {
      return null;
    }
    route.add(state.identity.shard());
    return next(id, former.moves(), route);
  }

  private static Destination next(SubscriptionId id, int moves, List<Integer> route) {
    return new Destination(
        route.getFirst(), id, new Forwarding(moves, List.copyOf(route.subList(1, route.size()))));
  }
}
