package io.posthorn.server.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One key that can be set: everything that is known about it.
 *
 * @param fallback the value where none is given, as it would be written; null if there is none
 * @param fallbackOnKafka the same where the engine is Kafka; null if that makes no difference
 * @param whenUnset what holds where none is given, for people
 * @param description one sentence
 */
record Setting<T>(
    String key,
    ValueType<T> type,
    @Nullable String fallback,
    @Nullable String fallbackOnKafka,
    String whenUnset,
    String description) {
  static final String VARIABLE_PREFIX = "POSTHORN_";

  static <T> Setting<T> of(String key, ValueType<T> type, String fallback, String description) {
    return new Setting<>(key, type, fallback, null, fallback, description);
  }

  static <T> Setting<T> optional(
      String key, ValueType<T> type, String whenUnset, String description) {
    return new Setting<>(key, type, null, null, whenUnset, description);
  }

  /** The same with another default where the engine is Kafka. */
  Setting<T> onKafka(String other) {
    return new Setting<>(key, type, fallback, other, whenUnset, description);
  }

  /** The value where none is given, as it would be written; null if there is none. */
  @Nullable String fallback(boolean onKafka) {
    return onKafka && fallbackOnKafka != null ? fallbackOnKafka : fallback;
  }

  /** What holds where none is given, for people. */
  String whenUnset(boolean onKafka) {
    return onKafka && fallbackOnKafka != null ? fallbackOnKafka : whenUnset;
  }

  /** The environment variable that sets it. */
  String variable() {
    return variable(key);
  }

  static String variable(String key) {
    return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** The first part of its key. */
  String group() {
    int dot = key.indexOf('.');
    return dot < 0 ? key : key.substring(0, dot);
  }

  boolean isSecret() {
    return type.form() == ValueType.Form.SECRET;
  }

  boolean isList() {
    return type.form() == ValueType.Form.LIST;
  }
}
