package io.posthorn.core.subscription;

import io.posthorn.core.form.FormErrors;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonBoolean;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The JSON body of a new subscription or of a patch: its fields, and the errors found so far. */
final class SubscriptionBody {
  private final FormErrors errors;

  /** Decoded text, flags as {@code true} or {@code false}, lists as their JSON. */
  private final Map<SubscriptionField, String> values = new EnumMap<>(SubscriptionField.class);

  private final Set<SubscriptionField> nulls = EnumSet.noneOf(SubscriptionField.class);

  /** Fields with a value other than null, valid or not. */
  private final Set<SubscriptionField> given = EnumSet.noneOf(SubscriptionField.class);

  private SubscriptionBody(JsonForm form) {
    this.errors = form.errors();
    for (String name : form.names()) {
      SubscriptionField field = SubscriptionField.named(name);
      if (field == null) {
        errors.add(
            JsonForm.pointer("", name),
            "Unknown field; the fields are " + SubscriptionField.ALL_NAMES + ".");
      } else {
        read(field, form.take(name));
      }
    }
  }

  /** Reads a body. Errors of single fields are reported by {@link #refuseIfWrong}. */
  static SubscriptionBody read(byte[] bytes) {
    return new SubscriptionBody(JsonForm.read(bytes));
  }

  private void read(SubscriptionField field, JsonValue value) {
    if (value instanceof JsonNull) {
      nulls.add(field);
      return;
    }
    given.add(field);
    String text =
        switch (field.kind()) {
          case TEXT -> value instanceof JsonText(String characters) ? characters : null;
          case FLAG -> value instanceof JsonBoolean flag ? flag.toString() : null;
          case LIST -> value instanceof JsonArray list ? CanonicalJson.of(list) : null;
        };
    if (text == null) {
      String rule = "The field must be " + field.kind().phrase() + ".";
      if (JsonForm.isRepeated(field.text())) {
        errors.add(field.pointer(), rule, value);
      } else {
        errors.add(field.pointer(), rule);
      }
    } else {
      values.put(field, text);
    }
  }

  /** The value of a required field; null if it is invalid, with its error collected. */
  <T> @Nullable T required(SubscriptionField field, Function<String, T> rule) {
    if (!given.contains(field)) {
      errors.add(field.pointer(), "The field is required.");
    }
    return optional(field, rule);
  }

  /**
   * The value of an optional field; null if it is absent, null, or invalid with its error
   * collected.
   */
  <T> @Nullable T optional(SubscriptionField field, Function<String, T> rule) {
    String value = values.get(field);
    return value == null ? null : collect(() -> rule.apply(value));
  }

  /** The change of a field that must keep a value. */
  <T> Change<T> change(SubscriptionField field, Function<String, T> rule) {
    if (nulls.contains(field)) {
      errors.add(
          field.pointer(),
          "The field is required and cannot be cleared; omit it to keep its value.");
    }
    T value = optional(field, rule);
    return value == null ? Change.keep() : Change.to(value);
  }

  /** The change of a field that null resets to its default. */
  <T> Change<T> change(SubscriptionField field, Function<String, T> rule, T byDefault) {
    return nulls.contains(field) ? Change.to(byDefault) : change(field, rule);
  }

  /** The change of a field that null clears. */
  <T> Change<@Nullable T> clearable(SubscriptionField field, Function<String, T> rule) {
    T value = optional(field, rule);
    return value == null && !nulls.contains(field) ? Change.keep() : Change.to(value);
  }

  /** The result of a rule; null if it throws, with its error collected. */
  <T> @Nullable T collect(Supplier<T> rule) {
    try {
      return rule.get();
    } catch (InvalidInputException e) {
      errors.addAll(e);
      return null;
    }
  }

  void refuseIfWrong() {
    errors.throwIfAny();
  }
}
