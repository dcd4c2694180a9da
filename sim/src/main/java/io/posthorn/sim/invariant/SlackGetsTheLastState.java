package io.posthorn.sim.invariant;

import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Changes and drops that come too soon for format slack are reported at the end of the minute. */
public final class SlackGetsTheLastState implements Invariant {
  private final List<StoreReader.OperationalEvent> reported = new ArrayList<>();
  private final List<StoreReader.OperationalEvent> drops = new ArrayList<>();

  @Override
  public String contract() {
    return "Changes of an endpoint within a minute of an event in format slack make one event"
        + " when the minute is over, with the state of that time, for every subscription of this"
        + " format that matches, over any crash; drops share that minute, after the changes.";
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    reported.clear();
    drops.clear();
  }

  @Override
  public void onOperationalEvent(ReferenceModel model, StoreReader.OperationalEvent found) {
    if (found.delayed()) {
      reported.add(found);
    } else if (found.event().objCode().equals("POSTHORN_DROPS")) {
      drops.add(found);
    }
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    for (ExpectedEndpoint endpoint : model.endpoints().values()) {
      List<StoreReader.OperationalEvent> events = about(endpoint, reported);
      if (model.erased().has(endpoint.customerId())) {
        reported.removeAll(events); // until its endpoint is gone, the operator may get them
      } else if (endpoint.owesReport(turn.now(), model.rules().limits())) {
        check(model, endpoint, events);
        reported.removeAll(events);
      }
      if (!model.erased().has(endpoint.customerId())) {
        checkDrops(model, endpoint, turn.now());
      }
    }
    if (!reported.isEmpty()) {
      throw broken("an event reports no change: %s".formatted(reported.getFirst().event()));
    }
  }

  private static List<StoreReader.OperationalEvent> about(
      ExpectedEndpoint endpoint, List<StoreReader.OperationalEvent> events) {
    return events.stream()
        .filter(found -> endpoint.id().toString().equals(found.event().objId()))
        .toList();
  }

  private void checkDrops(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    List<Subscription> readers = readers(model, endpoint, "POSTHORN_DROPS", "dropped");
    List<SubscriptionId> all = readers.stream().map(Subscription::id).toList();
    List<SubscriptionId> got =
        receivers(about(endpoint, drops)).stream().filter(all::contains).toList();
    List<SubscriptionId> wanted = endpoint.owesDrops(now, model.rules().limits()) ? all : List.of();
    if (!got.equals(wanted)) {
      throw broken(
          "the drops of %s were reported to %s instead of %s"
              .formatted(endpoint.id(), got, wanted));
    }
  }

  private static List<SubscriptionId> receivers(List<StoreReader.OperationalEvent> events) {
    return events.stream()
        .flatMap(found -> found.messages().stream())
        .map(Message::subscription)
        .distinct()
        .sorted()
        .toList();
  }

  private void check(
      ReferenceModel model, ExpectedEndpoint endpoint, List<StoreReader.OperationalEvent> events) {
    String change = endpoint.presentChange().text();
    for (StoreReader.OperationalEvent found : events) {
      if (!found.event().eventType().equals(change)) {
        throw broken("%s is reported as %s".formatted(endpoint, found.event().eventType()));
      }
    }
    List<SubscriptionId> got = receivers(events);
    List<SubscriptionId> wanted =
        readers(model, endpoint, "POSTHORN_ENDPOINT", change).stream()
            .map(Subscription::id)
            .toList();
    if (!got.equals(wanted)) {
      throw broken(
          "that %s is %s was reported to %s instead of %s"
              .formatted(endpoint.id(), change, got, wanted));
    }
  }

  /** The subscriptions in format slack that match; their filters never match such an event. */
  private static List<Subscription> readers(
      ReferenceModel model, ExpectedEndpoint endpoint, String objCode, String change) {
    List<Subscription> readers = new ArrayList<>();
    OperatorSubscription operator = model.rules().operatorSubscription();
    if (operator != null) {
      readers.add(operator.subscription());
    }
    for (Subscription subscription : model.subscriptions().values()) {
      if (subscription.customerId().equals(endpoint.customerId())
          && subscription.objCode().equals(objCode)
          && List.of(Subscription.ANY, change).contains(subscription.eventType())
          && subscription.objId() == null
          && subscription.filters().isEmpty()) {
        readers.add(subscription);
      }
    }
    return readers.stream()
        .filter(subscription -> subscription.format() == PayloadFormat.SLACK)
        .filter(subscription -> !subscription.endpointId().equals(endpoint.id()))
        .sorted(Comparator.comparing(Subscription::id))
        .toList();
  }
}
