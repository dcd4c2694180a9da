package io.posthorn.core.filter;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the filters that a caller sent, collected until all were looked at. */
final class FilterErrors {
  /**
   * More than 50 filters can earn; it keeps the answer to nonsense from outgrowing the nonsense.
   */
  private static final int MOST = 250;

  private final List<FieldError> errors = new ArrayList<>();

  void add(String pointer, String detail) {
    if (errors.size() < MOST) {
      errors.add(new FieldError(pointer, detail));
    }
  }

  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }
}
