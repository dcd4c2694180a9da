package io.posthorn.core.input;

import java.util.List;

/**
 * An input that is refused because it, or a part of it, is larger than the limits allow. A smaller
 * input may succeed; other errors found on the way are listed as well.
 */
public final class InputTooLargeException extends InvalidInputException {
  public InputTooLargeException(List<FieldError> errors) {
    super(errors);
  }

  public InputTooLargeException(String pointer, String detail) {
    super(pointer, detail);
  }
}
