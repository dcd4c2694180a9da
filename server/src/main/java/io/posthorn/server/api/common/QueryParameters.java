package io.posthorn.server.api.common;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.text.RejectedValue;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a call. Errors are collected per parameter, and {@link #done} reports all
 * of them.
 */
public final class QueryParameters {
  public static final String CURSOR_RULE =
      "must be the nextCursor of the previous page, or be omitted for the first page.";

  private final Call call;
  private final List<FieldError> errors = new ArrayList<>();

  public QueryParameters(Call call) {
    this.call = call;
  }

  /** Reads an optional value; null if it is missing or wrong. */
  public <T> @Nullable T read(String name, Function<String, Optional<T>> parser, String expected) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return null;
    }
    Optional<T> value = parser.apply(text.get());
    if (value.isEmpty()) {
      wrong(name, expected);
    }
    return value.orElse(null);
  }

  /** Reads an optional {@code true} or {@code false}; null if it is missing or wrong. */
  public @Nullable Boolean flag(String name) {
    return read(
        name,
        text ->
            switch (text) {
              case "true" -> Optional.of(true);
              case "false" -> Optional.of(false);
              default -> Optional.empty();
            },
        "must be true or false.");
  }

  /** Reads a filter that {@code true} narrows a list by, and that is left out otherwise. */
  public boolean only(String name) {
    return Boolean.TRUE.equals(
        read(
            name,
            text -> text.equals("true") ? Optional.of(true) : Optional.empty(),
            "must be true, or be omitted."));
  }

  /** Checks the cursor; that of a list of all customers begins with a customer. */
  public void checkCursor(Predicate<String> valid) {
    String text = text("cursor").orElse("");
    String cursor = text.substring(text.indexOf(CustomerPages.SEPARATOR) + 1);
    if (!cursor.isEmpty() && !valid.test(cursor)) {
      wrong("cursor", CURSOR_RULE);
    }
  }

  public Optional<String> text(String name) {
    return call.query(name);
  }

  /** Reads a time in milliseconds. */
  public long time(String name, long otherwise) {
    return time(name).orElse(otherwise);
  }

  /** Reads an optional time in milliseconds. */
  public Optional<Long> time(String name) {
    return Optional.ofNullable(
        read(
            name,
            QueryParameters::parseTime,
            "must be a date-time with an offset, such as 2026-11-15T10:00:00Z."));
  }

  private static Optional<Long> parseTime(String text) {
    try {
      // An unescaped plus sign arrives as a space.
      long millis = OffsetDateTime.parse(text.replace(' ', '+')).toInstant().toEpochMilli();
      return Optional.of(Math.clamp(millis, 0, TimeRange.END_OF_TIME));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Records an error of a parameter and repeats its value; the text continues after its name. */
  public void wrong(String name, String what) {
    String detail = name + " " + what;
    errors.add(
        new FieldError(
            name, text(name).map(value -> RejectedValue.got(detail, value)).orElse(detail)));
  }

  /** The refusal of a cursor that no page of the list has returned. */
  public static RuntimeException badCursor(String text) {
    return Problem.badField("cursor", RejectedValue.got("cursor " + CURSOR_RULE, text))
        .asException();
  }

  public void done() {
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }
}
