package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that no customer can access what belongs to another. */
public final class OtherCustomersFindNothing implements Invariant {
  @Override
  public String contract() {
    return "A command for another customer's endpoint, subscription or message is refused as if"
        + " that did not exist.";
  }

  @Override
  public void onReply(ReferenceModel model, Command command, Reply reply, long now) {
    if (foreign(model, command) && !(reply instanceof Reply.NotFound)) {
      throw broken("%s got the reply %s".formatted(command, reply));
    }
  }

  private static boolean foreign(ReferenceModel model, Command command) {
    return switch (command) {
      case Command.EnableEndpoint c -> foreign(model, c.endpoint(), c.customerId());
      case Command.PauseEndpoint c -> foreign(model, c.endpoint(), c.customerId());
      case Command.ResumeEndpoint c -> foreign(model, c.endpoint(), c.customerId());
      case Command.ConfigureEndpoint c -> foreign(model, c.endpoint(), c.customerId());
      case Command.ReplayMessage c -> foreign(model, c.message(), c.customerId());
      case Command.CancelMessage c -> foreign(model, c.message(), c.customerId());
      case Command.RetryMessage c -> foreign(model, c.message(), c.customerId());
      case Command.DeleteSubscription c -> foreign(model, c.subscription(), c.customerId());
      default -> false; // names nothing that could belong to another
    };
  }

  private static boolean foreign(ReferenceModel model, EndpointId id, String customer) {
    ExpectedEndpoint facts = model.endpoints().get(id);
    return facts != null && !facts.customerId().equals(customer);
  }

  private static boolean foreign(ReferenceModel model, MessageId id, String customer) {
    ExpectedMessage known = model.messages().get(id);
    return known != null && !known.customerId().equals(customer);
  }

  private static boolean foreign(ReferenceModel model, SubscriptionId id, String customer) {
    Subscription subscription = model.subscriptions().get(id);
    return subscription != null && !subscription.customerId().equals(customer);
  }
}
