package io.posthorn.server.api.common;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.server.http.Call;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a call. Errors are collected per parameter, and {@link #done} reports all
 * of them.
 */
public final class QueryParameters {
  /** The largest time that fits the 48 bits of a key. */
  public static final long END_OF_TIME = (1L << 47) - 1;

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

  public Optional<String> text(String name) {
    return call.query(name);
  }

  /** Reads a time in milliseconds. */
  public long moment(String name, long otherwise) {
    Long moment =
        read(
            name,
            QueryParameters::moment,
            "must be a date-time with an offset, such as 2026-11-15T10:00:00Z.");
    return moment == null ? otherwise : moment;
  }

  private static Optional<Long> moment(String text) {
    try {
      // An unescaped plus sign arrives as a space.
      long millis = OffsetDateTime.parse(text.replace(' ', '+')).toInstant().toEpochMilli();
      return Optional.of(Math.clamp(millis, 0, END_OF_TIME));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  public void wrong(String name, String what) {
    errors.add(new FieldError(name, name + " " + what));
  }

  public void done() {
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }
}
