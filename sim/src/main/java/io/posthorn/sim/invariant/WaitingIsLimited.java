package io.posthorn.sim.invariant;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.ledger.EventName;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.world.TurnRecord;
import java.util.HashSet;
import java.util.Set;

/**
 * Events are refused exactly where more messages of their customer would wait than may.
 *
 * <p>Checked where the ledger knows what waits to the message: for the first command of a turn that
 * finds no sweep under way, in a process that has taken a turn before.
 */
public final class WaitingIsLimited implements Invariant {
  private static final long NONE = -1;

  /** The number of the request that the turn began with, where what waits is known for it. */
  private long first = NONE;

  private boolean justOpened = true;

  @Override
  public String contract() {
    return "Events are refused if they would bring what waits for their customer over the limit,"
        + " unless nothing waits yet, and for no other reason.";
  }

  @Override
  public void onOpen(Ledger ledger, StoreReader store, long shardTime) {
    justOpened = true;
  }

  @Override
  public void onTurn(Ledger ledger, TurnRecord turn) {
    boolean clear = !justOpened && ledger.settled() && !turn.batch().isEmpty();
    first =
        clear && turn.batch().getFirst() instanceof Command.AcceptEvents events
            ? events.request()
            : NONE;
    justOpened = false;
  }

  @Override
  public void onReply(Ledger ledger, Command command, Reply reply, long now) {
    if (!(command instanceof Command.AcceptEvents events)) {
      return;
    }
    long limit = ledger.rules().limits().waitingMessages();
    boolean refused = reply instanceof Reply.OverLimit;
    if (refused && limit == DeliveryLimits.UNLIMITED) {
      throw broken("events were refused, and there is no limit");
    }
    // A caller of the simulation posts for one customer at a time.
    String customer = events.events().getFirst().event().customerId();
    if (events.request() != first
        || limit == DeliveryLimits.UNLIMITED
        || unsure(ledger, events, now)) {
      return;
    }
    long waiting =
        ledger.waiting().stream().filter(known -> known.customerId().equals(customer)).count();
    long more = newMessages(ledger, events);
    boolean over = waiting > 0 && more > 0 && waiting + more > limit;
    if (refused != over) {
      throw broken(
          "%d messages wait, %d would come, %d may wait, and the answer was %s"
              .formatted(waiting, more, limit, reply));
    }
  }

  /** Whether retention may have set an id free. */
  private static boolean unsure(Ledger ledger, Command.AcceptEvents events, long now) {
    for (Arrival arrival : events.events()) {
      EventKey key = ledger.events().get(name(arrival));
      if (key != null && now - key.acceptedAt() >= ledger.rules().retention().eventIds()) {
        return true;
      }
    }
    return false;
  }

  private static long newMessages(Ledger ledger, Command.AcceptEvents events) {
    Set<EventName> seen = new HashSet<>();
    long count = 0;
    for (Arrival arrival : events.events()) {
      if (seen.add(name(arrival)) && ledger.events().get(name(arrival)) == null) {
        for (SubscriptionId id : arrival.matched()) {
          Subscription wish = ledger.subscriptions().get(id);
          long overlap = ledger.rules().limits().versionOverlap();
          count += wish == null ? 0 : wish.renderingsAt(arrival.key().acceptedAt(), overlap).size();
        }
      }
    }
    return count;
  }

  private static EventName name(Arrival arrival) {
    return new EventName(arrival.event().customerId(), arrival.event().id());
  }
}
