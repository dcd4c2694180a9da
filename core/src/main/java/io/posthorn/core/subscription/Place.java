package io.posthorn.core.subscription;

import io.posthorn.core.filter.Anchor;
import io.posthorn.core.filter.AnchorField;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one code, type and object: those whose filters ask for a certain value of a
 * field are found by that value, the others are in one bucket. One writer, many readers.
 *
 * <p>A thousand subscriptions that each want the tasks of one project cost an event one look-up.
 */
final class Place extends FlatTable.Entry<Place> {
  private static final AnchorField[] NONE = {};

  private final String objCode;
  private final String eventType;
  private final @Nullable String objId;
  private final AnchoredSubscriptions anchored;

  private volatile AnchorField[] fields = NONE;
  private volatile Bucket others = Bucket.EMPTY;
  private volatile Bucket everyone = Bucket.EMPTY;

  /** By how many values each of the fields is asked for; for the writer alone. */
  private int[] values = {};

  Place(String objCode, String eventType, @Nullable String objId, AnchoredSubscriptions anchored) {
    super(hash(objCode, eventType, objId));
    this.objCode = objCode;
    this.eventType = eventType;
    this.objId = objId;
    this.anchored = anchored;
  }

  static int hash(String objCode, String eventType, @Nullable String objId) {
    int ofObject = objId == null ? 0 : objId.hashCode();
    return FlatTable.spread((objCode.hashCode() * 31 + eventType.hashCode()) * 31 + ofObject);
  }

  boolean isFor(String code, String type, @Nullable String object) {
    return objCode.equals(code) && eventType.equals(type) && Objects.equals(objId, object);
  }

  void put(Subscription subscription) {
    everyone = everyone.with(subscription);
    Anchor anchor = subscription.filters().anchor();
    if (anchor == null) {
      others = others.with(subscription);
    } else {
      anchored.put(this, anchor, subscription);
    }
  }

  void remove(Subscription subscription) {
    everyone = everyone.without(subscription.id());
    removeFromBucket(subscription);
  }

  /** Takes out the former form of a subscription whose filters now ask for something else. */
  void removeFromBucket(Subscription former) {
    Anchor anchor = former.filters().anchor();
    if (anchor == null) {
      others = others.without(former.id());
    } else {
      anchored.remove(this, anchor, former.id());
    }
  }

  /** Whether two subscriptions of one place are in the same bucket of it. */
  static boolean sameBucket(Subscription one, Subscription other) {
    Anchor first = one.filters().anchor();
    Anchor second = other.filters().anchor();
    if (first == null || second == null) {
      return first == null && second == null;
    }
    return first.field().equals(second.field()) && first.key().equals(second.key());
  }

  boolean isEmpty() {
    return everyone.size() == 0;
  }

  /** Notes that one value more of a field is asked for here. */
  void addValueOf(AnchorField field) {
    int at = indexOf(field);
    if (at < 0) {
      at = fields.length;
      values = Arrays.copyOf(values, at + 1);
      AnchorField[] more = Arrays.copyOf(fields, at + 1);
      more[at] = field;
      fields = more;
    }
    values[at]++;
  }

  /** Notes that one value less of a field is asked for here. */
  void removeValueOf(AnchorField field) {
    int at = indexOf(field);
    if (--values[at] == 0) {
      int last = fields.length - 1;
      AnchorField[] fewer = Arrays.copyOf(fields, last);
      if (at < last) {
        fewer[at] = fields[last];
        values[at] = values[last];
      }
      values = Arrays.copyOf(values, last);
      fields = fewer;
    }
  }

  private int indexOf(AnchorField field) {
    return Arrays.asList(fields).indexOf(field);
  }

  /** Shows a search all that it has to look at here. */
  void show(Search search) {
    if (search.everything()) {
      everyone.show(search);
      return;
    }
    others.show(search);
    for (AnchorField field : fields) {
      String key = field.keyIn(search.states());
      Bucket wanted = key == null ? null : anchored.find(this, field, key);
      if (wanted != null) {
        wanted.show(search);
      }
    }
  }
}
