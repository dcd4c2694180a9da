package io.posthorn.core.subscription;

import org.jspecify.annotations.Nullable;

/**
 * A patch's change to one field: keep it, or set it to a value (null if the field may be absent).
 */
public sealed interface Change<T extends @Nullable Object> {
  /** The field was not mentioned. */
  record Keep<T extends @Nullable Object>() implements Change<T> {}

  /** The field gets this value. */
  record To<T extends @Nullable Object>(T value) implements Change<T> {}

  static <T extends @Nullable Object> Change<T> keep() {
    return new Keep<>();
  }

  static <T extends @Nullable Object> Change<T> to(T value) {
    return new To<>(value);
  }

  default boolean isKept() {
    return this instanceof Keep;
  }

  /** The value after the change, given the one before it. */
  default T over(T current) {
    return switch (this) {
      case Keep<T> kept -> current;
      case To<T> to -> to.value();
    };
  }
}
