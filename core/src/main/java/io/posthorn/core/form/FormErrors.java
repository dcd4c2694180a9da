package io.posthorn.core.form;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.text.RejectedValue;
import java.util.ArrayList;
import java.util.List;

/** The errors of an input, collected while all of it is read. */
public final class FormErrors {
  private final int limit;
  private final List<FieldError> errors = new ArrayList<>();

  /**
   * A collection of errors.
   *
   * @param limit how many are kept, so that a response does not grow with the number of mistakes
   */
  public FormErrors(int limit) {
    this.limit = limit;
  }

  public void add(String pointer, String detail) {
    if (errors.size() < limit) {
      errors.add(new FieldError(pointer, detail));
    }
  }

  /** Adds an error and repeats the value that broke the rule, which must not be a secret. */
  public void add(String pointer, String rule, JsonValue got) {
    add(
        pointer,
        switch (got) {
          case JsonValue.JsonText text -> RejectedValue.got(rule, text.value());
          case JsonValue.JsonObject _ -> RejectedValue.gotPlain(rule, "an object");
          case JsonValue.JsonArray _ -> RejectedValue.gotPlain(rule, "an array");
          case JsonValue.JsonNumber _, JsonValue.JsonBoolean _, JsonValue.JsonNull _ ->
              RejectedValue.gotPlain(rule, CanonicalJson.of(got));
        });
  }

  public boolean isEmpty() {
    return errors.isEmpty();
  }

  public void addAll(InvalidInputException refusal) {
    refusal.errors().forEach(error -> add(error.pointer(), error.detail()));
  }

  /**
   * Rejects the input if there is any error.
   *
   * @throws InvalidInputException with all errors
   */
  public void throwIfAny() {
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }
}
