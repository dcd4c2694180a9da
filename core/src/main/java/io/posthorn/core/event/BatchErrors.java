package io.posthorn.core.event;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.input.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** The errors in the events of one request, in the order of the body. */
final class BatchErrors {
  /** More errors would not help the caller, and the response must not outgrow the request. */
  static final int MAX_ERRORS = 100;

  private final List<FieldError> errors = new ArrayList<>();
  private boolean tooLarge;

  int count() {
    return errors.size();
  }

  /** Records an error; reading stops at the first one beyond the limit. */
  void add(String pointer, String detail) {
    if (errors.size() == MAX_ERRORS) {
      errors.add(
          new FieldError(
              "", "There are more errors; only the first " + MAX_ERRORS + " are listed."));
      throw refusal();
    }
    errors.add(new FieldError(pointer, detail));
  }

  /** Records that something exceeds a size limit. */
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
