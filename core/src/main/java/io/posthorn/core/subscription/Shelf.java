package io.posthorn.core.subscription;

import io.posthorn.core.filter.Anchor;
import io.posthorn.core.filter.AnchorField;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one code, type and object: those whose filters ask for a certain value of a
 * field by that value, the others in one bucket. One writer, many readers.
 *
 * <p>A thousand subscriptions that each want the tasks of one project cost an event one look-up.
 */
final class Shelf {
  private static final Compartment[] NONE = {};

  private volatile Bucket others = Bucket.EMPTY;
  private volatile Compartment[] compartments = NONE;

  /** The subscriptions that are anchored in one field, by the key of the value they want. */
  private record Compartment(AnchorField field, ConcurrentHashMap<String, Bucket> byKey) {}

  void put(Subscription subscription) {
    Anchor anchor = subscription.filters().anchor();
    if (anchor == null) {
      others = others.with(subscription);
    } else {
      ConcurrentHashMap<String, Bucket> byKey = compartment(anchor.field());
      Bucket there = byKey.getOrDefault(anchor.key(), Bucket.EMPTY);
      byKey.put(anchor.key(), there.with(subscription));
    }
  }

  private ConcurrentHashMap<String, Bucket> compartment(AnchorField field) {
    Compartment found = find(field);
    if (found == null) {
      found = new Compartment(field, new ConcurrentHashMap<>());
      Compartment[] more = Arrays.copyOf(compartments, compartments.length + 1);
      more[more.length - 1] = found;
      compartments = more;
    }
    return found.byKey();
  }

  void remove(Subscription subscription) {
    Anchor anchor = subscription.filters().anchor();
    if (anchor == null) {
      others = others.without(subscription.id());
      return;
    }
    Compartment compartment = find(anchor.field());
    if (compartment != null) {
      compartment
          .byKey()
          .computeIfPresent(
              anchor.key(),
              (key, old) -> SubscriptionIndex.orNothing(old.without(subscription.id())));
      if (compartment.byKey().isEmpty()) {
        compartments =
            Arrays.stream(compartments)
                .filter(one -> !one.field().equals(anchor.field()))
                .toArray(Compartment[]::new);
      }
    }
  }

  /** Whether two subscriptions of one shelf stand in the same bucket of it. */
  static boolean samePlace(Subscription one, Subscription other) {
    Anchor first = one.filters().anchor();
    Anchor second = other.filters().anchor();
    if (first == null || second == null) {
      return first == null && second == null;
    }
    return first.field().equals(second.field()) && first.key().equals(second.key());
  }

  private @Nullable Compartment find(AnchorField field) {
    for (Compartment compartment : compartments) {
      if (compartment.field().equals(field)) {
        return compartment;
      }
    }
    return null;
  }

  boolean isEmpty() {
    return others.size() == 0 && compartments.length == 0;
  }

  /** Shows a search all that it has to look at here. */
  void show(Search search) {
    others.forEach(search);
    for (Compartment compartment : compartments) {
      if (search.everything()) {
        compartment.byKey().values().forEach(bucket -> bucket.forEach(search));
      } else {
        String key = compartment.field().keyIn(search.states());
        Bucket wanted = key == null ? null : compartment.byKey().get(key);
        if (wanted != null) {
          wanted.forEach(search);
        }
      }
    }
  }
}
