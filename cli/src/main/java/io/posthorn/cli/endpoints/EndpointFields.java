package io.posthorn.cli.endpoints;

import io.posthorn.cli.options.DurationOption;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.request.EndpointUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options about the limits, retries and headers of an endpoint. */
final class EndpointFields {
  /** {@code 30s x 8}: offsets that double, as the console shows them too. */
  private static final Pattern DOUBLING = Pattern.compile("\\s*(\\S+)\\s*x\\s*([0-9]{1,4})\\s*");

  private static final Pattern HEADER = Pattern.compile("([^:\\s]+):(.*)", Pattern.DOTALL);

  private static final DurationOption DURATION = new DurationOption();

  @Option(
      names = "--max-in-flight",
      paramLabel = "N",
      description = "The most requests in flight at a time.")
  private @Nullable String maxInFlight;

  @Option(
      names = "--max-per-second",
      paramLabel = "N",
      description = "The most requests per second.")
  private @Nullable String maxPerSecond;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "The time an attempt may take, such as 10s; at most 30s.")
  private @Nullable String timeout;

  @Option(
      names = "--retry",
      paramLabel = "POLICY",
      description =
          "The times of the retries after acceptance, such as '5s, 30s, 2m'; or '30s x 8' for eight"
              + " retries of which the first comes after 30s, each delay twice the one before.")
  private @Nullable String retry;

  @Option(
      names = "--final-statuses",
      paramLabel = "STATUSES",
      description = "The statuses that are not retried, such as 400,410,413.")
  private @Nullable String finalStatuses;

  @Option(
      names = "--count-final",
      paramLabel = "yes|no",
      description = "Whether a final status counts for the circuit; default: yes.")
  private @Nullable YesNo countFinal;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      description =
          "Sends this header with every message; repeat it for more. Without a value it removes the"
              + " header; a dash as value reads standard input, which other users cannot see.")
  private List<String> headers = new ArrayList<>();

  @Option(names = "--no-headers", description = "Remove all static headers.")
  private boolean withoutHeaders;

  /** The values of an option; picocli shows these names. */
  enum YesNo {
    yes,
    no
  }

  /**
   * Adds the given options to a change.
   *
   * @param input reads standard input in place of a dash
   * @throws IllegalArgumentException if one cannot be read; the message says which
   */
  void addTo(EndpointUpdate.Builder update, UnaryOperator<String> input) {
    if (maxInFlight != null) {
      update.maxInFlight(value("--max-in-flight", maxInFlight, EndpointFields::whole));
    }
    if (maxPerSecond != null) {
      update.maxPerSecond(value("--max-per-second", maxPerSecond, EndpointFields::whole));
    }
    if (timeout != null) {
      update.timeout(value("--timeout", timeout, EndpointFields::duration));
    }
    if (retry != null) {
      addRetry(update, retry);
    }
    if (finalStatuses != null) {
      update.finalStatuses(
          list(finalStatuses).stream()
              .map(status -> checked("--final-statuses", status, EndpointFields::whole))
              .toList());
    }
    if (countFinal != null) {
      update.countFinal(countFinal == YesNo.yes);
    }
    if (withoutHeaders && !headers.isEmpty()) {
      throw new IllegalArgumentException("Give either --header or --no-headers, not both.");
    }
    headers.forEach(header -> addHeader(update, header, input));
    if (withoutHeaders) {
      update.clearHeaders();
    }
  }

  private static void addRetry(EndpointUpdate.Builder update, String policy) {
    Matcher doubling = DOUBLING.matcher(policy);
    if (policy.isBlank()) {
      update.clearRetry();
    } else if (doubling.matches()) {
      update.retry(
          checked("--retry", doubling.group(1), EndpointFields::duration),
          Integer.parseInt(doubling.group(2)));
    } else {
      update.retry(
          list(policy).stream()
              .map(offset -> checked("--retry", offset, EndpointFields::duration))
              .toList());
    }
  }

  private static void addHeader(
      EndpointUpdate.Builder update, String header, UnaryOperator<String> input) {
    Matcher parts = HEADER.matcher(header);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "--header: \"%s\" is not a header such as 'X-Source: shop'."
              .formatted(Printable.line(header)));
    }
    String value = parts.group(2).strip();
    update.header(parts.group(1), value.isEmpty() ? null : input.apply(value));
  }

  /** The value of an option; null, which resets it, if the text is empty. */
  private static <T> @Nullable T value(String option, String text, Function<String, T> parser) {
    return text.isBlank() ? null : checked(option, text.strip(), parser);
  }

  private static <T> T checked(String option, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is not a whole number.".formatted(option, Printable.line(text)), e);
    } catch (TypeConversionException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }

  private static Integer whole(String text) {
    return Integer.valueOf(text);
  }

  private static Duration duration(String text) {
    return DURATION.convert(text);
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split("[\\s,]+")).filter(part -> !part.isEmpty()).toList();
  }
}
