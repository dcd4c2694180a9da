package io.posthorn.sim.invariant;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ReferenceModel;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The invariant that the same event id makes no second message. */
public final class EventIdsAreIdempotent implements Invariant {
  @Override
  public String contract() {
    return "A known event id returns the first event's key and creates no second message, within"
        + " one batch and across crashes too.";
  }

  @Override
  public void onReply(ReferenceModel model, Command command, Reply reply, long now) {
    if (!(command instanceof Command.AcceptEvents events) || reply instanceof Reply.OverLimit) {
      return;
    }
    if (reply instanceof Reply.NotFound && model.erased().has(customer(events))) {
      return; // a customer that is being erased accepts nothing
    }
    if (!(reply instanceof Reply.Accepted accepted)
        || accepted.events().size() != events.events().size()) {
      throw broken("%d events got the reply %s".formatted(events.events().size(), reply));
    }
    Map<ReferenceModel.EventName, EventKey> batch = new HashMap<>();
    for (int i = 0; i < events.events().size(); i++) {
      MatchedEvent arrival = events.events().get(i);
      ReferenceModel.EventName name =
          new ReferenceModel.EventName(arrival.event().customerId(), arrival.event().id());
      Reply.Receipt receipt = accepted.events().get(i);
      EventKey first = batch.containsKey(name) ? batch.get(name) : model.events().get(name);
      check(model, arrival, receipt, first, now);
      batch.put(name, receipt.key());
    }
  }

  /** A caller of the simulation posts for one customer at a time. */
  private static String customer(Command.AcceptEvents events) {
    return events.events().getFirst().event().customerId();
  }

  private void check(
      ReferenceModel model,
      MatchedEvent arrival,
      Reply.Receipt receipt,
      @Nullable EventKey first,
      long now) {
    if (!receipt.eventId().equals(arrival.event().id())) {
      throw broken("%s got the reply %s".formatted(arrival.event().id(), receipt.eventId()));
    }
    if (first == null) {
      if (receipt.duplicate() || !receipt.key().equals(arrival.key())) {
        throw broken("%s is new but was treated as known".formatted(receipt.eventId()));
      }
      return;
    }
    boolean mustBeKept = now - first.acceptedAt() < model.rules().retention().eventIds();
    boolean known = receipt.duplicate() && receipt.key().equals(first);
    if (!known && (mustBeKept || receipt.duplicate())) {
      throw broken(
          "%s was accepted as %s but got the reply %s"
              .formatted(receipt.eventId(), first, receipt.key()));
    }
  }
}
