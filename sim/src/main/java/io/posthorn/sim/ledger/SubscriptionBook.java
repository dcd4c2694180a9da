package io.posthorn.sim.ledger;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;

/** Notes who wants what, and which messages come of it or go with it. */
final class SubscriptionBook {
  private final Ledger ledger;
  private final BulkBook bulk;

  SubscriptionBook(Ledger ledger, BulkBook bulk) {
    this.ledger = ledger;
    this.bulk = bulk;
  }

  void accepted(Command.AcceptEvents command, Reply reply) {
    if (!(reply instanceof Reply.Accepted accepted)) {
      return;
    }
    for (int i = 0; i < command.events().size(); i++) {
      Arrival arrival = command.events().get(i);
      if (!accepted.events().get(i).duplicate()) {
        String customer = arrival.event().customerId();
        ledger.events().put(new EventName(customer, arrival.event().id()), arrival.key());
        for (Message message : messagesOf(arrival)) {
          KnownMessage known = new KnownMessage(arrival.event(), message, false);
          ledger.note(known);
          bulk.arrived(known);
        }
      }
    }
  }

  /** One message for each subscription that still is; two while its version is being switched. */
  private List<Message> messagesOf(Arrival arrival) {
    List<Message> messages = new ArrayList<>();
    for (SubscriptionId id : arrival.matched()) {
      Subscription wish = ledger.subscriptions().get(id);
      if (wish == null) {
        continue;
      }
      messages.add(message(arrival, messages.size(), wish, false));
      long sinceSwitch = arrival.key().acceptedAt() - wish.versionSwitchedAt();
      if (wish.previousVersion() != wish.version()
          && sinceSwitch < ledger.rules().limits().versionOverlap()) {
        messages.add(message(arrival, messages.size(), wish, true));
      }
    }
    return messages;
  }

  private static Message message(Arrival arrival, int ordinal, Subscription wish, boolean old) {
    return Message.fresh(
        new MessageId(arrival.key(), ordinal),
        wish.endpointId(),
        wish.id(),
        new Rendering(old ? wish.previousVersion() : wish.version(), wish.format(), wish.base64()));
  }

  /** A new subscription, or an old one in its new form; its waiting messages move with it. */
  void put(Subscription wish, long now) {
    if (ledger.erased().has(wish.customerId())) {
      forgetErased(); // it was only taken because the erasing is over
    }
    Subscription before = ledger.subscriptions().get(wish.id());
    ledger.subscriptions().put(wish.id(), wish);
    EndpointId endpoint = wish.endpointId();
    if (!ledger.endpoints().has(endpoint)) {
      NaiveCircuit circuit = NaiveCircuit.created(ledger.rules().circuit(), now);
      ledger
          .endpoints()
          .put(
              endpoint,
              EndpointFacts.created(endpoint, wish.customerId(), wish.url().text(), circuit));
    }
    if (before != null && !before.endpointId().equals(endpoint)) {
      for (KnownMessage known : waitingFor(wish.id())) {
        ledger.note(known.with(known.message().movedTo(endpoint)));
      }
      ledger.settle(false);
    }
  }

  void deleted(SubscriptionId id) {
    ledger.subscriptions().remove(id);
    for (KnownMessage known : waitingFor(id)) {
      ledger.doomed().put(known.id(), new Doom(EndReason.SUBSCRIPTION_DELETED, true, true));
    }
    ledger.settle(false);
  }

  void erased(String customerId) {
    ledger.erased().put(customerId, true);
    for (Subscription wish : List.copyOf(ledger.subscriptions().values())) {
      if (wish.customerId().equals(customerId)) {
        ledger.subscriptions().remove(wish.id());
      }
    }
    for (KnownMessage known : ledger.waiting()) {
      if (known.customerId().equals(customerId)) {
        ledger.doomed().put(known.id(), new Doom(EndReason.CUSTOMER_DELETED, true, true));
      }
    }
    ledger.settle(false);
  }

  /** Once the sweeps are through, nothing is left of an erased customer. */
  void forgetErased() {
    for (KnownMessage known : List.copyOf(ledger.messages().values())) {
      if (ledger.erased().has(known.customerId())) {
        ledger.flights().end(known.id());
        ledger.erase(known.id());
      }
    }
    for (EventName name : List.copyOf(ledger.events().keys())) {
      if (ledger.erased().has(name.customerId())) {
        ledger.events().remove(name);
      }
    }
    for (EndpointFacts endpoint : List.copyOf(ledger.endpoints().values())) {
      if (ledger.erased().has(endpoint.customerId())) {
        ledger.endpoints().remove(endpoint.id());
        ledger.flights().forgetStarts(endpoint.id());
      }
    }
    for (String customer : List.copyOf(ledger.erased().keys())) {
      ledger.pause(customer, false);
      ledger.erased().remove(customer);
    }
  }

  private List<KnownMessage> waitingFor(SubscriptionId id) {
    return ledger.waiting().stream()
        .filter(known -> known.message().subscription().equals(id))
        .toList();
  }

  /** Where a message goes now; for a subscription that is gone, where it went last. */
  EndpointId current(KnownMessage known) {
    Subscription wish = ledger.subscriptions().get(known.message().subscription());
    return wish == null ? known.message().endpoint() : wish.endpointId();
  }
}
