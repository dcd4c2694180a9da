package io.posthorn.core.filter;

import io.posthorn.core.form.FormErrors;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.text.RejectedValue;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An unvalidated object that a caller sent as a filter or a group. */
record FilterObject(String pointer, JsonObject object, FormErrors errors) {
  boolean has(String key) {
    return object.fields().containsKey(key);
  }

  JsonValue get(String key) {
    return object.get(key);
  }

  /** The text of a required key, or null after an error. */
  @Nullable String requiredText(String key, String example) {
    if (!has(key)) {
      wrong(key, key + " is missing: write " + example + ".");
      return null;
    }
    if (get(key) instanceof JsonText(String text) && !text.isEmpty()) {
      return text;
    }
    wrongValue(key, key + " must be non-empty text, such as " + example + ".");
    return null;
  }

  /** The value of an enumerated key, the default if absent, null after an error. */
  <T> @Nullable T word(
      String key, @Nullable T otherwise, Function<String, @Nullable T> meaning, String known) {
    if (!has(key) && otherwise != null) {
      return otherwise;
    }
    if (!has(key)) {
      wrong(key, key + " is missing: write one of " + known + ".");
      return null;
    }
    if (!(get(key) instanceof JsonText(String word))) {
      wrongValue(key, key + " must be text, one of " + known + ".");
      return null;
    }
    T meant = meaning.apply(word);
    if (meant == null) {
      wrongValue(key, key + " must be one of " + known + ".");
    }
    return meant;
  }

  void refuseOtherKeysThan(List<String> known) {
    for (String key : object.fields().keySet()) {
      if (!known.contains(key)) {
        wrong(
            key, RejectedValue.got("Unknown key: use only " + String.join(", ", known) + ".", key));
      }
    }
  }

  void wrong(String key, String detail) {
    errors.add(JsonForm.pointer(pointer, key), detail);
  }

  /** Records an error of a key and repeats its value. */
  void wrongValue(String key, String rule) {
    errors.add(JsonForm.pointer(pointer, key), rule, get(key));
  }
}
