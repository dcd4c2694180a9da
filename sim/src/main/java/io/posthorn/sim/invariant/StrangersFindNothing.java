package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.KnownMessage;
import io.posthorn.sim.ledger.Ledger;

/** No customer reaches what is another's. */
public final class StrangersFindNothing implements Invariant {
  @Override
  public String contract() {
    return "A command for an endpoint, subscription or message of another customer is answered as"
        + " if that did not exist.";
  }

  @Override
  public void onReply(Ledger ledger, Command command, Reply reply, long now) {
    if (foreign(ledger, command) && !(reply instanceof Reply.NotFound)) {
      throw broken("%s was answered by %s".formatted(command, reply));
    }
  }

  private static boolean foreign(Ledger ledger, Command command) {
    return switch (command) {
      case Command.EnableEndpoint c -> foreign(ledger, c.endpoint(), c.customerId());
      case Command.PauseEndpoint c -> foreign(ledger, c.endpoint(), c.customerId());
      case Command.ConfigureEndpoint c -> foreign(ledger, c.endpoint(), c.customerId());
      case Command.ReplayMessage c -> foreign(ledger, c.message(), c.customerId());
      case Command.CancelMessage c -> foreign(ledger, c.message(), c.customerId());
      case Command.DeleteSubscription c -> foreign(ledger, c.subscription(), c.customerId());
      default -> false; // names nothing that could be another's
    };
  }

  private static boolean foreign(Ledger ledger, EndpointId id, String customer) {
    EndpointFacts facts = ledger.endpoints().get(id);
    return facts != null && !facts.customerId().equals(customer);
  }

  private static boolean foreign(Ledger ledger, MessageId id, String customer) {
    KnownMessage known = ledger.messages().get(id);
    return known != null && !known.customerId().equals(customer);
  }

  private static boolean foreign(Ledger ledger, SubscriptionId id, String customer) {
    Subscription wish = ledger.subscriptions().get(id);
    return wish != null && !wish.customerId().equals(customer);
  }
}
