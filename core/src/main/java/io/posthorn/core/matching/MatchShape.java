package io.posthorn.core.matching;

import io.posthorn.core.filter.EqualityField;
import io.posthorn.core.filter.EqualityKey;
import io.posthorn.core.subscription.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * What subscriptions go by: whether they name a code, a type, an object, and the field whose value
 * their filters ask for. A customer's subscriptions are many, but the ways they ask in are few; for
 * each of them an event is looked up once.
 */
final class MatchShape {
  /** The ways to ask, apart from the number that tells them from those of other times. */
  record Form(boolean anyCode, boolean anyType, boolean oneObject, @Nullable EqualityField field) {
    static Form of(Subscription subscription) {
      EqualityKey anchor = subscription.filters().anchor();
      return new Form(
          subscription.objCode().equals(Subscription.ANY),
          subscription.eventType().equals(Subscription.ANY),
          subscription.objId() != null,
          anchor == null ? null : anchor.field());
    }
  }

  private final Form form;
  private final int number;

  /** How many addresses there are; for the writer alone. */
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

  void addAddress() {
    addresses++;
  }

  /** Whether none is left. */
  boolean removeAddress() {
    addresses--;
    return addresses == 0;
  }
}
