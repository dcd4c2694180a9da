package io.posthorn.core.input;

import java.util.List;
import java.util.stream.Collectors;

/** A rejected input, with an error for each invalid field. Nothing was changed. */
public sealed class InvalidInputException extends RuntimeException permits InputTooLargeException {
  private final transient List<FieldError> errors;

  public InvalidInputException(List<FieldError> errors) {
    super(describe(errors), null, false, false);
    this.errors = List.copyOf(errors);
  }

  public InvalidInputException(String pointer, String detail) {
    this(List.of(new FieldError(pointer, detail)));
  }

  public List<FieldError> errors() {
    return errors;
  }

  private static String describe(List<FieldError> errors) {
    return errors.stream()
        .map(e -> e.pointer().isEmpty() ? e.detail() : e.pointer() + ": " + e.detail())
        .collect(Collectors.joining("; "));
  }
}
