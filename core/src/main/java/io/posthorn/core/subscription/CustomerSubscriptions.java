package io.posthorn.core.subscription;

import static io.posthorn.core.subscription.Subscription.ANY;

import io.posthorn.core.event.Event;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One customer's subscriptions, by code, type and object, and there by what their filters ask for.
 * One writer, many readers.
 */
final class CustomerSubscriptions {
  // A shape says which of the three a subscription leaves open or names; an event looks only for
  // the shapes that there are.
  private static final int ANY_CODE = 1;
  private static final int ANY_TYPE = 2;
  private static final int ONE_OBJECT = 4;
  private static final int SHAPES = 8;

  private final FlatTable<Place> places = new FlatTable<>();
  private final AnchoredSubscriptions anchored = new AnchoredSubscriptions();

  /** How many places there are of each shape; for the writer alone. */
  private final int[] placesOf = new int[SHAPES];

  /** A bit for each shape that there is. */
  private volatile int shapes;

  /** How often a subscription went from one bucket to another, see {@link #find}. */
  private final AtomicInteger moves = new AtomicInteger();

  private volatile Bucket all = Bucket.EMPTY;

  void put(Subscription subscription, @Nullable Subscription previous) {
    all = all.with(subscription);
    Place place = placeOf(subscription);
    if (place == null) {
      place =
          new Place(
              subscription.objCode(), subscription.eventType(), subscription.objId(), anchored);
      places.add(place);
      countPlaces(subscription, 1);
    }
    place.put(subscription);
    if (previous != null) {
      moveFrom(previous, subscription, place);
    }
  }

  private void moveFrom(Subscription previous, Subscription subscription, Place place) {
    boolean samePlace = samePlace(previous, subscription);
    if (samePlace && Place.sameBucket(previous, subscription)) {
      return;
    }
    moves.incrementAndGet(); // after the one and before the other, as find() explains
    if (samePlace) {
      place.removeFromBucket(previous);
    } else {
      removeFromPlace(previous);
    }
  }

  void remove(Subscription subscription) {
    all = all.without(subscription.id());
    removeFromPlace(subscription);
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
  List<Subscription> find(Event event, boolean filtered) {
    while (true) {
      int movesBefore = moves.get();
      Findings findings = new Findings(event, filtered);
      show(event, findings);
      if (moves.get() == movesBefore) {
        return findings.inOrder();
      }
    }
  }

  void show(Event event, Search search) {
    int left = shapes;
    while (left != 0) {
      int shape = Integer.numberOfTrailingZeros(left);
      left &= left - 1;
      String objId = (shape & ONE_OBJECT) == 0 ? null : event.objId();
      if (objId != null || (shape & ONE_OBJECT) == 0) {
        String objCode = (shape & ANY_CODE) == 0 ? event.objCode() : ANY;
        String eventType = (shape & ANY_TYPE) == 0 ? event.eventType() : ANY;
        Place place = place(objCode, eventType, objId);
        if (place != null) {
          place.show(search);
        }
      }
    }
  }

  private @Nullable Place placeOf(Subscription subscription) {
    return place(subscription.objCode(), subscription.eventType(), subscription.objId());
  }

  private @Nullable Place place(String objCode, String eventType, @Nullable String objId) {
    Place place = places.first(Place.hash(objCode, eventType, objId));
    while (place != null && !place.isFor(objCode, eventType, objId)) {
      place = place.next();
    }
    return place;
  }

  private void countPlaces(Subscription subscription, int change) {
    int shape =
        (subscription.objCode().equals(ANY) ? ANY_CODE : 0)
            | (subscription.eventType().equals(ANY) ? ANY_TYPE : 0)
            | (subscription.objId() == null ? 0 : ONE_OBJECT);
    placesOf[shape] += change;
    int others = shapes & ~(1 << shape);
    shapes = placesOf[shape] == 0 ? others : others | 1 << shape;
  }

  private static boolean samePlace(Subscription one, Subscription other) {
    return one.objCode().equals(other.objCode())
        && one.eventType().equals(other.eventType())
        && Objects.equals(one.objId(), other.objId());
  }

  /** Leaves no empty places behind: codes that come and go must not fill the memory. */
  private void removeFromPlace(Subscription subscription) {
    Place place = Objects.requireNonNull(placeOf(subscription), "a subscription without a place");
    place.remove(subscription);
    if (place.isEmpty()) {
      places.remove(place);
      countPlaces(subscription, -1);
    }
  }
}
