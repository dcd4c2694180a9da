package io.posthorn.sim.invariant;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.HashSet;
import java.util.Set;

/**
 * The invariant that events are refused exactly when they would exceed their customer's limit of
 * waiting messages.
 *
 * <p>Checked only when the model knows exactly which messages wait: for the first command of a turn
 * without a running sweep, in a process that has taken a turn before.
 */
public final class WaitingIsLimited implements Invariant {
  private static final long NONE = -1;

  /** The first request of the turn, if the waiting messages are known for it. */
  private long first = NONE;

  private boolean justOpened = true;

  @Override
  public String contract() {
    return "Events are refused only if some messages of the customer wait and these would raise"
        + " them above the limit.";
  }

  @Override
  public void onOpen(ReferenceModel model, StoreReader store, long shardTime) {
    justOpened = true;
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    boolean clear = !justOpened && model.settled() && !turn.batch().isEmpty();
    first =
        clear && turn.batch().getFirst() instanceof Command.AcceptEvents events
            ? events.request()
            : NONE;
    justOpened = false;
  }

  @Override
  public void onReply(ReferenceModel model, Command command, Reply reply, long now) {
    if (!(command instanceof Command.AcceptEvents events)) {
      return;
    }
    long limit = model.rules().limits().waitingMessages();
    boolean refused = reply instanceof Reply.OverLimit;
    if (refused && limit == DeliveryLimits.UNLIMITED) {
      throw broken("events were refused without a limit");
    }
    // A caller of the simulation posts for one customer at a time.
    String customer = events.events().getFirst().event().customerId();
    if (events.request() != first
        || limit == DeliveryLimits.UNLIMITED
        || unsure(model, events, now)) {
      return;
    }
    long waiting =
        model.waiting().stream().filter(known -> known.customerId().equals(customer)).count();
    long more = newMessages(model, events);
    boolean over = waiting > 0 && more > 0 && waiting + more > limit;
    if (refused != over) {
      throw broken(
          "%d messages wait, %d would be added, the limit is %d, and the reply was %s"
              .formatted(waiting, more, limit, reply));
    }
  }

  /** Returns whether retention may have released an id. */
  private static boolean unsure(ReferenceModel model, Command.AcceptEvents events, long now) {
    for (MatchedEvent arrival : events.events()) {
      EventKey key = model.events().get(name(arrival));
      if (key != null && now - key.acceptedAt() >= model.rules().retention().eventIds()) {
        return true;
      }
    }
    return false;
  }

  private static long newMessages(ReferenceModel model, Command.AcceptEvents events) {
    Set<ReferenceModel.EventName> seen = new HashSet<>();
    long count = 0;
    for (MatchedEvent arrival : events.events()) {
      if (seen.add(name(arrival)) && model.events().get(name(arrival)) == null) {
        for (SubscriptionId id : arrival.matched()) {
          Subscription subscription = model.subscriptions().get(id);
          long overlap = model.rules().limits().versionOverlap();
          count +=
              subscription == null
                  ? 0
                  : subscription.renderingsAt(arrival.key().acceptedAt(), overlap).size();
        }
      }
    }
    return count;
  }

  private static ReferenceModel.EventName name(MatchedEvent arrival) {
    return new ReferenceModel.EventName(arrival.event().customerId(), arrival.event().id());
  }
}
