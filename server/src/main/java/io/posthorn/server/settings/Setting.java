package io.posthorn.server.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The definition of one setting.
 *
 * @param fallback the default, as it would be written; null for none
 * @param fallbackOnKafka the default with engine: kafka; null for the same
 * @param whenUnset the default for display
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

  /** Returns a copy with another default for engine: kafka. */
  Setting<T> onKafka(String other) {
    return new Setting<>(key, type, fallback, other, whenUnset, description);
  }

  /** Returns the default as it would be written; null for none. */
  @Nullable String fallback(boolean onKafka) {
    return onKafka && fallbackOnKafka != null ? fallbackOnKafka : fallback;
  }

  /** Returns the default for display. */
  String whenUnset(boolean onKafka) {
    return onKafka && fallbackOnKafka != null ? fallbackOnKafka : whenUnset;
  }

  /** Returns the environment variable of the setting. */
  String variable() {
    return variable(key);
  }

  static String variable(String key) {
    return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** Returns the first part of the key. */
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
