package io.posthorn.cli.options;

import io.posthorn.cli.terminal.Printable;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of an option that is a duration: {@code 500ms}, {@code 30s}, {@code 2h}. */
public final class DurationOption implements ITypeConverter<Duration> {
  /** Nine digits of days are more than any retention, and do not overflow. */
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    return find(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\""
                        + Printable.line(text)
                        + "\" is not a duration such as 500ms, 30s, 10m, 2h or 7d."));
  }

  /** The duration in a text, if the text is one. */
  static Optional<Duration> find(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofDays(number);
        });
  }
}
