package io.posthorn.sim.invariant;

import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.audit.FoundEvent;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.ledger.ChangeNote;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.ledger.Wishes;
import io.posthorn.sim.world.TurnRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every change of an endpoint is news, for all who want it but the endpoint itself. */
public final class NewsOfEveryChange implements Invariant {
  private static final String ENDPOINT = "POSTHORN_ENDPOINT";

  private record Due(ChangeNote note, List<Subscription> wishes) {}

  private final List<Due> due = new ArrayList<>();
  private final List<FoundEvent> told = new ArrayList<>();

  @Override
  public String contract() {
    return "Each change of an endpoint makes one event, in the same commit, for every subscription"
        + " that matches it; no news goes to the endpoint it is about.";
  }

  @Override
  public void onTurn(Ledger ledger, TurnRecord turn) {
    due.clear();
    told.clear();
  }

  @Override
  public void onChange(Ledger ledger, ChangeNote note) {
    due.add(new Due(note, List.copyOf(ledger.subscriptions().values())));
  }

  @Override
  public void onNews(Ledger ledger, FoundEvent found) {
    for (Message message : found.messages()) {
      if (message.endpoint().toString().equals(found.event().objId())) {
        throw broken("%s is told about itself".formatted(message.endpoint()));
      }
    }
    if (found.event().objCode().equals(ENDPOINT)) {
      told.add(found);
    }
  }

  @Override
  public void onTurnEnd(Ledger ledger, TurnRecord turn, StoreReader store) {
    for (Due change : due) {
      String customer = ledger.endpoint(change.note().endpoint()).customerId();
      FoundEvent news = take(change.note(), customer);
      if (news != null) {
        checkReaders(change, news);
      } else if (change.wishes().stream().anyMatch(wish -> surelyWants(wish, ledger, change))) {
        throw broken(
            "nobody was told that %s is %s"
                .formatted(change.note().endpoint(), change.note().change().text()));
      }
      checkOperator(ledger, change.note());
    }
    if (!told.isEmpty()) {
      throw broken("there is news of what did not happen: %s".formatted(told.getFirst().event()));
    }
  }

  /** The operator gets a copy of every customer's news, but for that of its own endpoint. */
  private void checkOperator(Ledger ledger, ChangeNote note) {
    OperatorSubscription news = ledger.rules().operatorNews();
    Subscription operator = news == null ? null : news.subscription();
    if (operator != null
        && !operator.endpointId().equals(note.endpoint())
        && take(note, operator.customerId()) == null) {
      throw broken("the operator was not told of %s".formatted(note));
    }
  }

  private @Nullable FoundEvent take(ChangeNote note, String customer) {
    Iterator<FoundEvent> events = told.iterator();
    while (events.hasNext()) {
      FoundEvent found = events.next();
      if (found.event().customerId().equals(customer)
          && note.endpoint().toString().equals(found.event().objId())
          && note.change().text().equals(found.event().eventType())) {
        events.remove();
        return found;
      }
    }
    return null;
  }

  private void checkReaders(Due change, FoundEvent news) {
    List<SubscriptionId> wanted =
        Wishes.of(news.event(), change.wishes()).stream()
            .filter(wish -> !wish.endpointId().equals(change.note().endpoint()))
            .map(Subscription::id)
            .sorted()
            .toList();
    List<SubscriptionId> got =
        news.messages().stream().map(Message::subscription).distinct().sorted().toList();
    if (!wanted.equals(got)) {
      throw broken("news for %s went to %s".formatted(wanted, got));
    }
  }

  /** Without the event its states are not known: only wishes without filters are sure. */
  private static boolean surelyWants(Subscription wish, Ledger ledger, Due change) {
    return wish.objCode().equals(ENDPOINT)
        && (wish.eventType().equals(Subscription.ANY)
            || wish.eventType().equals(change.note().change().text()))
        && wish.objId() == null
        && wish.filters().isEmpty()
        && wish.customerId().equals(ledger.endpoint(change.note().endpoint()).customerId())
        && !wish.endpointId().equals(change.note().endpoint());
  }
}
