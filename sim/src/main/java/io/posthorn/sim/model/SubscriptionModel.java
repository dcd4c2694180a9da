package io.posthorn.sim.model;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of the model that applies accepted events and commands about subscriptions, with the
 * messages they affect.
 */
final class SubscriptionModel {
  private final ReferenceModel model;
  private final BulkJobModel bulk;

  SubscriptionModel(ReferenceModel model, BulkJobModel bulk) {
    this.model = model;
    this.bulk = bulk;
  }

  void accepted(Command.AcceptEvents command, Reply reply) {
    if (!(reply instanceof Reply.Accepted accepted)) {
      return;
    }
    for (int i = 0; i < command.events().size(); i++) {
      MatchedEvent arrival = command.events().get(i);
      if (!accepted.events().get(i).duplicate()) {
        String customer = arrival.event().customerId();
        model
            .events()
            .put(new ReferenceModel.EventName(customer, arrival.event().id()), arrival.key());
        for (Message message : messagesOf(arrival)) {
          ExpectedMessage known = new ExpectedMessage(arrival.event(), message, false);
          model.put(known);
          bulk.arrived(known);
        }
      }
    }
  }

  /** One message for each subscription that still exists; two while its version is switched. */
  private List<Message> messagesOf(MatchedEvent arrival) {
    List<Message> messages = new ArrayList<>();
    for (SubscriptionId id : arrival.matched()) {
      Subscription subscription = model.subscriptions().get(id);
      if (subscription == null) {
        continue;
      }
      messages.add(message(arrival, messages.size(), subscription, false));
      long sinceSwitch = arrival.key().acceptedAt() - subscription.versionSwitchedAt();
      if (subscription.previousVersion() != subscription.version()
          && sinceSwitch < model.rules().limits().versionOverlap()) {
        messages.add(message(arrival, messages.size(), subscription, true));
      }
    }
    return messages;
  }

  private Message message(
      MatchedEvent arrival, int ordinal, Subscription subscription, boolean old) {
    Message message =
        Message.fresh(
            new MessageId(arrival.key(), ordinal),
            subscription.endpointId(),
            subscription.id(),
            new Rendering(
                old ? subscription.previousVersion() : subscription.version(),
                subscription.format(),
                subscription.base64()));
    return model.order().accepted(arrival.event(), message, subscription);
  }

  /** Creates or changes a subscription; its waiting messages move with it. */
  void put(Subscription subscription, long now) {
    if (model.erased().has(subscription.customerId())) {
      forgetErased(); // it was only accepted because the erasure is over
    }
    Subscription before = model.subscriptions().get(subscription.id());
    model.subscriptions().put(subscription.id(), subscription);
    EndpointId endpoint = subscription.endpointId();
    if (!model.endpoints().has(endpoint)) {
      NaiveCircuit circuit = NaiveCircuit.created(model.rules().circuit(), now);
      model
          .endpoints()
          .put(
              endpoint,
              ExpectedEndpoint.created(
                  endpoint, subscription.customerId(), subscription.url().text(), circuit));
    }
    if (before != null && !before.endpointId().equals(endpoint)) {
      for (ExpectedMessage known : waitingFor(subscription.id())) {
        model.order().moved(known.id());
        model.put(known.with(known.message().movedTo(endpoint)));
      }
      model.settle(false);
    }
  }

  void deleted(SubscriptionId id) {
    model.subscriptions().remove(id);
    for (ExpectedMessage known : waitingFor(id)) {
      model
          .cancellations()
          .put(
              known.id(),
              new ExpectedMessage.Cancellation(EndReason.SUBSCRIPTION_DELETED, true, true));
    }
    model.settle(false);
  }

  void erased(String customerId) {
    model.erased().put(customerId, true);
    for (Subscription subscription : List.copyOf(model.subscriptions().values())) {
      if (subscription.customerId().equals(customerId)) {
        model.subscriptions().remove(subscription.id());
      }
    }
    for (ExpectedMessage known : model.waiting()) {
      if (known.customerId().equals(customerId)) {
        model
            .cancellations()
            .put(
                known.id(),
                new ExpectedMessage.Cancellation(EndReason.CUSTOMER_DELETED, true, true));
      }
    }
    model.settle(false);
  }

  /** Removes everything of erased customers, once the sweeps have finished. */
  void forgetErased() {
    for (ExpectedMessage known : List.copyOf(model.messages().values())) {
      if (model.erased().has(known.customerId())) {
        model.inFlight().end(known.id());
        model.erase(known.id());
      }
    }
    for (ReferenceModel.EventName name : List.copyOf(model.events().keys())) {
      if (model.erased().has(name.customerId())) {
        model.events().remove(name);
      }
    }
    for (ExpectedEndpoint endpoint : List.copyOf(model.endpoints().values())) {
      if (model.erased().has(endpoint.customerId())) {
        model.endpoints().remove(endpoint.id());
        model.inFlight().forgetStarts(endpoint.id());
        if (model.endpoints().values().stream().noneMatch(e -> e.host().equals(endpoint.host()))) {
          model.inFlight().forgetLimit(endpoint.host());
        }
      }
    }
    for (String customer : List.copyOf(model.erased().keys())) {
      model.pause(customer, false);
      model.erased().remove(customer);
    }
  }

  private List<ExpectedMessage> waitingFor(SubscriptionId id) {
    return model.waiting().stream()
        .filter(known -> known.message().subscription().equals(id))
        .toList();
  }

  /** The endpoint that a message goes to; for a deleted subscription, the last one. */
  EndpointId current(ExpectedMessage known) {
    Subscription subscription = model.subscriptions().get(known.message().subscription());
    return subscription == null ? known.message().endpoint() : subscription.endpointId();
  }
}
