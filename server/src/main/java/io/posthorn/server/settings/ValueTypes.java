package io.posthorn.server.settings;

import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.text.DurationText;
import io.posthorn.core.url.TargetUrl;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types of values that several settings share: numbers, durations, sizes, paths, choices. */
final class ValueTypes {
  /** Failure rates are kept in millionths. */
  private static final int MAX_DECIMALS = 6;

  /** A hundred years: longer than any use, and far below an overflow of milliseconds. */
  private static final String LONGEST = "36500d";

  private static final List<String> DURATIONS = List.of("500ms", "5s", "10m", "72h", "30d");

  static final String SIZES = "such as 64KiB, 256MiB, 1GiB or a plain number of bytes";

  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})(|KiB|MiB|GiB|TiB)");

  static final ValueType<Boolean> BOOLEAN =
      ValueType.of(
          "true or false",
          text ->
              switch (text) {
                case "true" -> Boolean.TRUE;
                case "false" -> Boolean.FALSE;
                default -> null;
              });

  static final ValueType<Double> SHARE =
      ValueType.of(
          "a number from 0 to 1 with at most 6 decimal places, such as 0.7, or 70%",
          ValueTypes::share);

  static final ValueType<Integer> PORT = whole(0, 65_535).because("0 takes any free port");

  static final ValueType<Path> PATH = ValueType.of("a path", ValueTypes::path);

  static final ValueType<TargetUrl> URL =
      ValueType.of("a URL such as https://example.com/path", ValueTypes::url);

  static final ValueType<String> URI_REFERENCE =
      ValueType.of("a URI or a path such as https://example.com/ or /path/", ValueTypes::uri);

  static final ValueType<InetAddress> LOCAL_ADDRESS =
      ValueType.of("an IP address of this machine", ValueTypes::localAddress);

  static final ValueType<String> TEXT = ValueType.of("text", text -> text.isBlank() ? null : text);

  private ValueTypes() {}

  private static @Nullable InetAddress localAddress(String text) {
    try (ServerSocket _ = new ServerSocket(0, 1, InetAddress.ofLiteral(text))) {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException | IOException e) {
      return null;
    }
  }

  private static @Nullable String uri(String text) {
    try {
      return text.isEmpty() ? null : new URI(text).toASCIIString();
    } catch (URISyntaxException e) {
      return null;
    }
  }

  static ValueType<Integer> whole(int from, int to) {
    ValueType<Long> wide = wholeLong(from, to);
    return ValueType.of(
        wide.expected(),
        text -> {
          Long value = wide.reader().read(text);
          return value == null ? null : value.intValue();
        });
  }

  static ValueType<Long> wholeLong(long from, long to) {
    return ValueType.of(
        "a whole number from " + from + " to " + to,
        text -> {
          long value = DIGITS.matcher(text).matches() ? Long.parseLong(text) : -1;
          return value < from || value > to ? null : value;
        });
  }

  static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    String names = constants.stream().map(ValueTypes::written).collect(Collectors.joining(" or "));
    return ValueType.of(
        names,
        text -> constants.stream().filter(c -> written(c).equals(text)).findFirst().orElse(null));
  }

  static ValueType<Duration> duration(String shortest) {
    return duration(shortest, LONGEST);
  }

  static ValueType<Duration> duration(String shortest, String longest) {
    long from = millis(shortest);
    long to = millis(longest);
    List<String> examples =
        DURATIONS.stream().filter(text -> millis(text) >= from && millis(text) <= to).toList();
    int last = examples.size() - 1;
    return ValueType.of(
        "a duration from %s to %s, such as %s or %s"
            .formatted(
                shortest,
                longest,
                String.join(", ", examples.subList(0, last)),
                examples.get(last)),
        text -> {
          long value = DurationText.parse(text).orElse(-1);
          return value < from || value > to ? null : Duration.ofMillis(value);
        });
  }

  static ValueType<Long> size(long fewest) {
    return ValueType.of(
        "a size of at least " + fewest + " bytes, " + SIZES,
        text -> {
          Long bytes = bytes(text);
          return bytes == null || bytes < fewest ? null : bytes;
        });
  }

  /** Reads a size: {@code 1GiB}, {@code 256MiB}, {@code 64KiB}, plain bytes. */
  static @Nullable Long bytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    long number = Long.parseLong(matcher.group(1));
    int shift =
        switch (matcher.group(2)) {
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          case "TiB" -> 40;
          default -> 0;
        };
    return number > Long.MAX_VALUE >> shift ? null : Long.valueOf(number << shift);
  }

  private static long millis(String duration) {
    return DurationText.parse(duration).orElseThrow();
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable Double share(String text) {
    boolean percent = text.endsWith("%");
    String digits = percent ? text.substring(0, text.length() - 1) : text;
    if (!DECIMAL.matcher(digits).matches()) {
      return null;
    }
    BigDecimal share = new BigDecimal(digits).movePointLeft(percent ? 2 : 0).stripTrailingZeros();
    boolean fits = share.compareTo(BigDecimal.ONE) <= 0 && share.scale() <= MAX_DECIMALS;
    return fits ? share.doubleValue() : null;
  }

  private static @Nullable Path path(String text) {
    try {
      return text.isBlank() ? null : Path.of(text);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static TargetUrl url(String text) {
    try {
      return TargetUrl.parse(text);
    } catch (InvalidInputException e) {
      // Omits the URL: many services put a secret into the path.
      String detail = e.errors().getFirst().detail().replaceFirst("^The URL ", "the URL ");
      throw new ValueType.BadValueException(detail.replaceFirst("\\.$", ""));
    }
  }
}
