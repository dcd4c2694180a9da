package io.posthorn.core.event;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.input.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the events of one request, in the order of the body. */
final class BatchErrors {
  /** More would help nobody, and the answer must not outgrow the request. */
  static final int MAX_ERRORS = 100;

  private final List<FieldError> errors = new ArrayList<>();
  private boolean tooLarge;

  int count() {
    return errors.size();
  }

  /** Notes an error; the one that no longer fits ends the reading. */
  void add(String pointer, String detail) {
    if (errors.size() == MAX_ERRORS) {
      errors.add(
          new FieldError("", "There are more errors; these are the first " + MAX_ERRORS + "."));
      throw refusal();
    }
    errors.add(new FieldError(pointer, detail));
  }

  /** Notes that something is larger than the limits allow. */
  void addTooLarge(String pointer, String detail) {
    tooLarge = true;
    add(pointer, detail);
  }

  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw refusal();
    }
  }

  InvalidInputException refusal() {
    return tooLarge ? new InputTooLargeException(errors) : new InvalidInputException(errors);
  }
}
