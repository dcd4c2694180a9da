package io.posthorn.core.subscription;

import io.posthorn.core.filter.Anchor;
import io.posthorn.core.filter.AnchorField;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One customer's subscriptions that ask for a certain value of a field, by place, field and the key
 * of the value. One writer, many readers.
 */
final class AnchoredSubscriptions {
  private final FlatTable<Anchored> byKey = new FlatTable<>();

  /**
   * How many keys there are of each field, so that all places share one object for it: it is then
   * near at hand, and a field is compared by identity. For the writer alone.
   */
  private final Map<AnchorField, FieldUse> fields = new HashMap<>(); // never iterated

  private static final class FieldUse {
    private final AnchorField field;
    private int keys;

    FieldUse(AnchorField field) {
      this.field = field;
    }
  }

  /** The subscriptions of one place that ask for one value of one field. */
  private static final class Anchored extends FlatTable.Entry<Anchored> {
    private final Place place;
    private final AnchorField field;
    private final String key;
    private volatile Bucket bucket;

    Anchored(Place place, AnchorField field, String key, Bucket bucket) {
      super(hash(place, field, key));
      this.place = place;
      this.field = field;
      this.key = key;
      this.bucket = bucket;
    }

    static int hash(Place place, AnchorField field, String key) {
      return FlatTable.spread((place.hash() ^ field.hashCode()) * 31 + key.hashCode());
    }
  }

  /** What asks for a value; the field is one that the place was told of. */
  @Nullable Bucket find(Place place, AnchorField field, String key) {
    Anchored found = entry(place, field, key);
    return found == null ? null : found.bucket;
  }

  private @Nullable Anchored entry(Place place, AnchorField field, String key) {
    Anchored entry = byKey.first(Anchored.hash(place, field, key));
    while (entry != null
        && !(entry.place == place && entry.field == field && entry.key.equals(key))) {
      entry = entry.next();
    }
    return entry;
  }

  void put(Place place, Anchor anchor, Subscription subscription) {
    FieldUse use = fields.computeIfAbsent(anchor.field(), FieldUse::new);
    Anchored there = entry(place, use.field, anchor.key());
    if (there == null) {
      use.keys++;
      Bucket alone = Bucket.EMPTY.with(subscription);
      byKey.add(new Anchored(place, use.field, anchor.key(), alone));
      place.addValueOf(use.field);
    } else {
      there.bucket = there.bucket.with(subscription);
    }
  }

  void remove(Place place, Anchor anchor, SubscriptionId id) {
    FieldUse use = fields.get(anchor.field());
    Anchored there = use == null ? null : entry(place, use.field, anchor.key());
    if (use == null || there == null) {
      return;
    }
    there.bucket = there.bucket.without(id);
    if (there.bucket.size() == 0) {
      place.removeValueOf(use.field);
      byKey.remove(there);
      if (--use.keys == 0) {
        fields.remove(use.field);
      }
    }
  }
}
