package io.posthorn.core.matching;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.EqualityField;
import io.posthorn.core.subscription.Subscription;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One customer's subscriptions, indexed. One writer, many readers. */
final class CustomerSubscriptions {
  /** Up to this many shapes, all are tried; above it, only the shapes that the event's code has. */
  private static final int FEW_SHAPES = 3;

  private final SubscriptionHashTable table = new SubscriptionHashTable();
  private volatile MatchShape[] shapes = {};

  /** For the writer alone; never iterated. */
  private final Map<MatchShape.Form, MatchShape> byForm = new HashMap<>();

  /** Numbers are never reused, so that no reader mistakes a new shape for an old one. */
  private int lastNumber;

  /** Counts subscriptions that moved from one bucket to another; see {@link #find}. */
  private final AtomicInteger moves = new AtomicInteger();

  private volatile SubscriptionBucket all = SubscriptionBucket.EMPTY;

  void put(Subscription subscription, @Nullable Subscription previous) {
    all = all.with(subscription);
    MatchShape.Form form = MatchShape.Form.of(subscription);
    MatchShape shape = byForm.computeIfAbsent(form, this::newShape);
    MatchKey key = MatchKey.of(shape, subscription);
    if (table.put(key, subscription)) {
      shape.addKey();
    }
    if (previous != null && !(form.equals(MatchShape.Form.of(previous)) && key.isOf(previous))) {
      moves.incrementAndGet(); // between the two, as find() explains
      takeOut(previous);
    }
  }

  private MatchShape newShape(MatchShape.Form form) {
    MatchShape shape = new MatchShape(form, ++lastNumber);
    MatchShape[] more = Arrays.copyOf(shapes, shapes.length + 1);
    more[more.length - 1] = shape;
    shapes = more;
    return shape;
  }

  private void takeOut(Subscription subscription) {
    MatchShape shape =
        Objects.requireNonNull(byForm.get(MatchShape.Form.of(subscription)), "no such shape");
    boolean emptied = table.remove(MatchKey.of(shape, subscription), subscription.id());
    if (emptied && shape.removeKey()) {
      byForm.remove(shape.form());
      shapes = Arrays.stream(shapes).filter(one -> one != shape).toArray(MatchShape[]::new);
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
   * The subscriptions that match an event, in the order of ids.
   *
   * <p>A subscription that moves to another bucket is added there, then counted as a move, then
   * removed from the old one. A search that read the new bucket too early and the old one too late
   * misses it, but sees that the count changed and searches again; a search that saw both keeps
   * one.
   */
  List<Subscription> find(Event event) {
    while (true) {
      int movesBefore = moves.get();
      MatchCollector findings = new MatchCollector(event);
      show(event, findings);
      if (moves.get() == movesBefore) {
        return findings.inOrder();
      }
    }
  }

  void show(Event event, MatchVisitor search) {
    MatchShape[] known = shapes;
    long ofCode = known.length <= FEW_SHAPES ? -1 : table.shapesOf(event.objCode());
    for (MatchShape shape : known) {
      // The shift distance is taken modulo 64, like the bits.
      if (shape.form().anyCode() || (ofCode >>> shape.number() & 1) != 0) {
        show(shape, event, search);
      }
    }
  }

  private void show(MatchShape shape, Event event, MatchVisitor search) {
    if (shape.form().oneObject() && event.objId() == null) {
      return;
    }
    EqualityField field = shape.form().field();
    String key = field == null ? null : field.keyIn(search.states());
    if (field == null || key != null) {
      table.show(MatchKey.of(shape, event, key), search);
    }
  }
}
