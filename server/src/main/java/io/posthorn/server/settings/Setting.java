package io.posthorn.server.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One key that can be set: everything that is known about it.
 *
 * @param fallback the value where none is given, as it would be written; null if there is none
 * @param whenUnset what holds where none is given, for people
 * @param description one sentence
 */
record Setting<T>(
    String key, Kind<T> kind, @Nullable String fallback, String whenUnset, String description) {
  static final String VARIABLE_PREFIX = "POSTHORN_";

  static <T> Setting<T> of(String key, Kind<T> kind, String fallback, String description) {
    return new Setting<>(key, kind, fallback, fallback, description);
  }

  static <T> Setting<T> optional(String key, Kind<T> kind, String whenUnset, String description) {
    return new Setting<>(key, kind, null, whenUnset, description);
  }

  /** The environment variable that sets it. */
  String variable() {
    return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** The first part of its key. */
  String group() {
    int dot = key.indexOf('.');
    return dot < 0 ? key : key.substring(0, dot);
  }

  boolean isSecret() {
    return kind.form() == Kind.Form.SECRET;
  }

  boolean isList() {
    return kind.form() == Kind.Form.LIST;
  }
}
