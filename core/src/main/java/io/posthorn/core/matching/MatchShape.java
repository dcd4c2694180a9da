package io.posthorn.core.matching;

import io.posthorn.core.filter.EqualityField;
import io.posthorn.core.filter.EqualityKey;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * The criteria of a group of subscriptions: whether they name a code, a type, an object, and the
 * field their filters compare for equality. A customer may have many subscriptions but has few
 * shapes; an event is looked up once for each shape.
 */
final class MatchShape {
  /** The criteria without the number of the shape. */
  record Form(boolean anyCode, boolean anyType, boolean oneObject, @Nullable EqualityField field) {
    static Form of(Subscription subscription) {
      EqualityKey equalityKey = subscription.filters().equalityKey();
      return new Form(
          subscription.objCode().equals(Subscription.ANY),
          subscription.eventType().equals(Subscription.ANY),
          subscription.objId() != null,
          equalityKey == null ? null : field(equalityKey, subscription.version()));
    }

    private static EqualityField field(EqualityKey equalityKey, PayloadVersion version) {
      return version == PayloadVersion.V1 ? equalityKey.field().unwrapped() : equalityKey.field();
    }
  }

  private final Form form;
  private final int number;

  /** The number of keys of this shape; for the writer alone. */
  private int addresses;

  MatchShape(Form form, int number) {
    this.form = form;
    this.number = number;
  }

  Form form() {
    return form;
  }

  int number() {
    return number;
  }

  void addKey() {
    addresses++;
  }

  /** Returns whether no subscription is left. */
  boolean removeKey() {
    addresses--;
    return addresses == 0;
  }
}
