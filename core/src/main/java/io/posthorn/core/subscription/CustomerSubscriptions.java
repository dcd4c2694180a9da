package io.posthorn.core.subscription;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.AnchorField;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One customer's subscriptions. One writer, many readers. */
final class CustomerSubscriptions {
  /** So many ways to ask are all tried; of more, only those that the event's code has. */
  private static final int FEW_ASKS = 3;

  private final FlatTable table = new FlatTable();
  private volatile Ask[] asks = {};

  /** For the writer alone; never iterated. */
  private final Map<Ask.Form, Ask> byForm = new HashMap<>();

  /** No number is given twice, so that no reader takes a new way to ask for an old one. */
  private int lastNumber;

  /** How often a subscription went from one bucket to another, see {@link #find}. */
  private final AtomicInteger moves = new AtomicInteger();

  private volatile Bucket all = Bucket.EMPTY;

  void put(Subscription subscription, @Nullable Subscription previous) {
    all = all.with(subscription);
    Ask.Form form = Ask.Form.of(subscription);
    Ask ask = byForm.computeIfAbsent(form, this::newAsk);
    Address address = Address.of(ask, subscription);
    if (table.put(address, subscription)) {
      ask.addAddress();
    }
    if (previous != null && !(form.equals(Ask.Form.of(previous)) && address.isOf(previous))) {
      moves.incrementAndGet(); // between the two, as find() explains
      takeOut(previous);
    }
  }

  private Ask newAsk(Ask.Form form) {
    Ask ask = new Ask(form, ++lastNumber);
    Ask[] more = Arrays.copyOf(asks, asks.length + 1);
    more[more.length - 1] = ask;
    asks = more;
    return ask;
  }

  private void takeOut(Subscription subscription) {
    Ask ask = Objects.requireNonNull(byForm.get(Ask.Form.of(subscription)), "nobody asks so");
    boolean emptied = table.remove(Address.of(ask, subscription), subscription.id());
    if (emptied && ask.removeAddress()) {
      byForm.remove(ask.form());
      asks = Arrays.stream(asks).filter(one -> one != ask).toArray(Ask[]::new);
    }
  }

  void remove(Subscription subscription) {
    all = all.without(subscription.id());
    takeOut(subscription);
  }

  int count() {
    return all.size();
  }

  List<Subscription> all() {
    return all.toList();
  }

  /**
   * What an event finds, in the order of ids.
   *
   * <p>A subscription that moves to another bucket is put there, then counted as a move, then taken
   * from the old one. A search that looked too early in the new bucket and too late in the old one
   * missed it, but sees the count changed and looks again; one that saw both keeps one.
   */
  List<Subscription> find(Event event) {
    while (true) {
      int movesBefore = moves.get();
      Findings findings = new Findings(event);
      show(event, findings);
      if (moves.get() == movesBefore) {
        return findings.inOrder();
      }
    }
  }

  void show(Event event, Search search) {
    Ask[] known = asks;
    long ofCode = known.length <= FEW_ASKS ? -1 : table.asksOf(event.objCode());
    for (Ask ask : known) {
      // A shift counts modulo 64, as the bits do.
      if (ask.form().anyCode() || (ofCode >>> ask.number() & 1) != 0) {
        show(ask, event, search);
      }
    }
  }

  private void show(Ask ask, Event event, Search search) {
    if (ask.form().oneObject() && event.objId() == null) {
      return;
    }
    AnchorField field = ask.form().field();
    String key = field == null ? null : field.keyIn(search.states());
    if (field == null || key != null) {
      table.show(Address.of(ask, event, key), search);
    }
  }
}
