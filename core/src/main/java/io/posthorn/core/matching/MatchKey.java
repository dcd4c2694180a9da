package io.posthorn.core.matching;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.EqualityKey;
import io.posthorn.core.subscription.Subscription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of a bucket of subscriptions: their shape, code, type and object, and the equality key of
 * their filters.
 */
final class MatchKey {
  private final MatchShape shape;
  private final String objCode;
  private final String eventType;
  private final @Nullable String objId;
  private final @Nullable String key;
  final long code;
  final long type;
  final long value;
  final int hash;

  private MatchKey(
      MatchShape shape,
      String objCode,
      String eventType,
      @Nullable String objId,
      @Nullable String key) {
    this.shape = shape;
    this.objCode = objCode;
    this.eventType = eventType;
    this.objId = objId;
    this.key = key;
    this.code = TextHash.of(objCode);
    this.type = TextHash.of(eventType);
    this.value = key == null ? TextHash.NONE : TextHash.of(key);
    this.hash = hash();
  }

  static MatchKey of(MatchShape shape, Subscription subscription) {
    return new MatchKey(
        shape,
        subscription.objCode(),
        subscription.eventType(),
        subscription.objId(),
        key(subscription));
  }

  /**
   * The key under which an event finds subscriptions of a shape; object and value are set if the
   * shape needs them.
   */
  static MatchKey of(MatchShape shape, Event event, @Nullable String key) {
    MatchShape.Form form = shape.form();
    return new MatchKey(
        shape,
        form.anyCode() ? Subscription.ANY : event.objCode(),
        form.anyType() ? Subscription.ANY : event.eventType(),
        form.oneObject() ? event.objId() : null,
        key);
  }

  private static @Nullable String key(Subscription subscription) {
    EqualityKey equalityKey = subscription.filters().equalityKey();
    return equalityKey == null ? null : equalityKey.key();
  }

  private int hash() {
    // Odd numbers without a pattern; the multiplications carry every bit upwards.
    long mixed = code * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 32 ^ type) * 0xC2B2AE3D27D4EB4FL;
    mixed = (mixed ^ mixed >>> 29 ^ value) * 0x9E3779B97F4A7C15L;
    mixed ^= objId == null ? 0 : objId.hashCode();
    mixed = (mixed ^ mixed >>> 32 ^ shape.number()) * 0xC2B2AE3D27D4EB4FL;
    return (int) (mixed >>> 32);
  }

  /** The hash that is compared first; never zero. */
  long head() {
    return (long) shape.number() << 32 | (hash & 0xFFFF_FFFFL);
  }

  static int hashIn(long head) {
    return (int) head;
  }

  static int numberIn(long head) {
    return (int) (head >>> 32);
  }

  /** Returns whether equal numbers imply equal keys, so that no further comparison is needed. */
  boolean isExact() {
    return objId == null
        && TextHash.isExact(code)
        && TextHash.isExact(type)
        && TextHash.isExact(value);
  }

  /** Returns whether a subscription with the same numbers belongs to this key. */
  boolean isOf(Subscription one) {
    return one.objCode().equals(objCode)
        && one.eventType().equals(eventType)
        && Objects.equals(one.objId(), objId)
        && Objects.equals(key(one), key);
  }
}
