package io.posthorn.cli.options;

import io.posthorn.cli.terminal.Printable;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of an option that is a time: a duration before now ({@code 2h}), a time of today
 * ({@code 10:00}), or a date with or without time and offset.
 */
final class PastTimeOption implements ITypeConverter<PastTime> {
  static final String LABEL = "TIME";

  private static final List<Function<String, PastTime>> FORMS =
      List.of(
          text -> new PastTime.Exact(OffsetDateTime.parse(text).toInstant()),
          text -> new PastTime.Local(LocalDateTime.parse(text)),
          text -> new PastTime.Local(LocalDate.parse(text).atStartOfDay()),
          text -> new PastTime.Today(LocalTime.parse(text)));

  @Override
  public PastTime convert(String text) {
    for (Function<String, PastTime> form : FORMS) {
      PastTime time = parsed(form, text);
      if (time != null) {
        return time;
      }
    }
    return DurationOption.find(text)
        .<PastTime>map(PastTime.Ago::new)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\" is neither a duration such as 30m, 2h or 7d, nor a time such as 10:00, 2026-11-15 or 2026-11-15T10:00:00Z."
                        .formatted(Printable.line(text))));
  }

  private static @Nullable PastTime parsed(Function<String, PastTime> form, String text) {
    try {
      return form.apply(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
