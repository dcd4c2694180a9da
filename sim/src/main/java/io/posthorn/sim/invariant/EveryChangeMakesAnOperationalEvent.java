package io.posthorn.sim.invariant;

import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.NaiveMatching;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The invariant that every change of an endpoint makes an operational event, which never goes to
 * that endpoint.
 */
public final class EveryChangeMakesAnOperationalEvent implements Invariant {
  private static final String ENDPOINT = "POSTHORN_ENDPOINT";

  /**
   * A change that must become known.
   *
   * @param subscriptions those that may get it: without format slack if it comes too soon
   */
  private record Due(
      ExpectedEndpoint.Change note, List<Subscription> subscriptions, boolean tooSoon) {}

  private final List<Due> due = new ArrayList<>();
  private final List<StoreReader.OperationalEvent> reported = new ArrayList<>();
  private long now;

  @Override
  public String contract() {
    return "Each change of an endpoint makes one event, in the same commit, for every"
        + " subscription that matches, in format slack only if a minute has passed since the"
        + " last; none goes to the endpoint it is about.";
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    due.clear();
    reported.clear();
    now = turn.now();
  }

  @Override
  public void onChange(ReferenceModel model, ExpectedEndpoint.Change note) {
    boolean tooSoon =
        model.endpoint(note.endpoint()).reports().tooSoon(now, model.rules().limits());
    List<Subscription> subscriptions =
        model.subscriptions().values().stream()
            .filter(subscription -> !tooSoon || subscription.format() != PayloadFormat.SLACK)
            .toList();
    due.add(new Due(note, subscriptions, tooSoon));
  }

  @Override
  public void onOperationalEvent(ReferenceModel model, StoreReader.OperationalEvent found) {
    for (Message message : found.messages()) {
      if (message.endpoint().toString().equals(found.event().objId())) {
        throw broken("%s gets an event about itself".formatted(message.endpoint()));
      }
    }
    if (found.event().objCode().equals(ENDPOINT) && !found.delayed()) {
      reported.add(found);
    }
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    for (Due change : due) {
      String customer = model.endpoint(change.note().endpoint()).customerId();
      StoreReader.OperationalEvent operational = take(change.note(), customer);
      if (operational != null) {
        checkReaders(change, operational);
      } else if (!model.erased().has(customer) // it would be erased in the same commit
          && change.subscriptions().stream()
              .anyMatch(subscription -> certainlyMatches(subscription, model, change))) {
        throw broken(
            "no event says that %s is %s"
                .formatted(change.note().endpoint(), change.note().change().text()));
      }
      checkOperator(model, change);
    }
    if (!reported.isEmpty()) {
      throw broken(
          "an event reports a change that did not happen: %s"
              .formatted(reported.getFirst().event()));
    }
  }

  /** The operator gets a copy of every customer's events, except those about its own endpoint. */
  private void checkOperator(ReferenceModel model, Due change) {
    OperatorSubscription operational = model.rules().operatorSubscription();
    Subscription operator = operational == null ? null : operational.subscription();
    ExpectedEndpoint.Change note = change.note();
    if (operator != null
        && !operator.endpointId().equals(note.endpoint())
        && !(change.tooSoon() && operator.format() == PayloadFormat.SLACK)
        && take(note, operator.customerId()) == null) {
      throw broken("the operator got no event about %s".formatted(note));
    }
  }

  private StoreReader.@Nullable OperationalEvent take(
      ExpectedEndpoint.Change note, String customer) {
    Iterator<StoreReader.OperationalEvent> events = reported.iterator();
    while (events.hasNext()) {
      StoreReader.OperationalEvent found = events.next();
      if (found.event().customerId().equals(customer)
          && note.endpoint().toString().equals(found.event().objId())
          && note.change().text().equals(found.event().eventType())) {
        events.remove();
        return found;
      }
    }
    return null;
  }

  private void checkReaders(Due change, StoreReader.OperationalEvent operational) {
    List<SubscriptionId> wanted =
        NaiveMatching.of(operational.event(), change.subscriptions()).stream()
            .filter(subscription -> !subscription.endpointId().equals(change.note().endpoint()))
            .map(Subscription::id)
            .sorted()
            .toList();
    List<SubscriptionId> got =
        operational.messages().stream().map(Message::subscription).distinct().sorted().toList();
    if (!wanted.equals(got)) {
      throw broken("an event for %s went to %s".formatted(wanted, got));
    }
  }

  /**
   * Returns whether a subscription matches without regard to the event's states, so without
   * filters.
   */
  private static boolean certainlyMatches(
      Subscription subscription, ReferenceModel model, Due change) {
    return subscription.objCode().equals(ENDPOINT)
        && (subscription.eventType().equals(Subscription.ANY)
            || subscription.eventType().equals(change.note().change().text()))
        && subscription.objId() == null
        && subscription.filters().isEmpty()
        && subscription.customerId().equals(model.endpoint(change.note().endpoint()).customerId())
        && !subscription.endpointId().equals(change.note().endpoint());
  }
}
