package io.posthorn.core.subscription;

import static io.posthorn.core.subscription.Subscription.ANY;

import io.posthorn.core.event.Event;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One customer's subscriptions, by code, then type, then object, then what their filters ask for.
 *
 * <p>The maps are nested so that a look-up needs no key made for it. One writer, many readers.
 */
final class CustomerSubscriptions {
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, Kind>> byCode =
      new ConcurrentHashMap<>();

  /** How often a subscription went from one bucket to another, see {@link #find}. */
  private final AtomicInteger moves = new AtomicInteger();

  private volatile Bucket all = Bucket.EMPTY;

  /** The subscriptions of one code and type. */
  private static final class Kind {
    private final ConcurrentHashMap<String, Shelf> byObject = new ConcurrentHashMap<>();
    private final Shelf ofAnyObject = new Shelf();

    void put(Subscription subscription) {
      String objId = subscription.objId();
      Shelf shelf =
          objId == null ? ofAnyObject : byObject.computeIfAbsent(objId, id -> new Shelf());
      shelf.put(subscription);
    }

    void remove(Subscription subscription) {
      String objId = subscription.objId();
      if (objId == null) {
        ofAnyObject.remove(subscription);
      } else {
        byObject.computeIfPresent(
            objId,
            (id, shelf) -> {
              shelf.remove(subscription);
              return shelf.isEmpty() ? null : shelf;
            });
      }
    }

    boolean isEmpty() {
      return ofAnyObject.isEmpty() && byObject.isEmpty();
    }

    void show(@Nullable String objId, Search search) {
      ofAnyObject.show(search);
      Shelf ofObject = objId == null ? null : byObject.get(objId);
      if (ofObject != null) {
        ofObject.show(search);
      }
    }
  }

  void put(Subscription subscription, @Nullable Subscription previous) {
    all = all.with(subscription);
    byCode
        .computeIfAbsent(subscription.objCode(), code -> new ConcurrentHashMap<>())
        .computeIfAbsent(subscription.eventType(), type -> new Kind())
        .put(subscription);
    if (previous != null && !samePlace(previous, subscription)) {
      moves.incrementAndGet(); // between the two, as find() explains
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
    show(byCode.get(event.objCode()), event, search);
    show(byCode.get(ANY), event, search);
  }

  private static void show(
      @Nullable ConcurrentHashMap<String, Kind> byType, Event event, Search search) {
    if (byType != null) {
      show(byType.get(event.eventType()), event, search);
      show(byType.get(ANY), event, search);
    }
  }

  private static void show(@Nullable Kind kind, Event event, Search search) {
    if (kind != null) {
      kind.show(event.objId(), search);
    }
  }

  private static boolean samePlace(Subscription one, Subscription other) {
    return one.objCode().equals(other.objCode())
        && one.eventType().equals(other.eventType())
        && Objects.equals(one.objId(), other.objId())
        && Shelf.samePlace(one, other);
  }

  /** Leaves no empty maps behind: codes that come and go must not fill the memory. */
  private void removeFromPlace(Subscription subscription) {
    byCode.computeIfPresent(
        subscription.objCode(),
        (code, byType) -> {
          byType.computeIfPresent(
              subscription.eventType(),
              (type, kind) -> {
                kind.remove(subscription);
                return kind.isEmpty() ? null : kind;
              });
          return byType.isEmpty() ? null : byType;
        });
  }
}
