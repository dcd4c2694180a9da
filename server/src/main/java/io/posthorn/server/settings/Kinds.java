package io.posthorn.server.settings;

import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.url.TargetUrl;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The plain kinds of values. */
final class Kinds {
  /** Failure rates are kept in millionths. */
  private static final int MAX_DECIMALS = 6;

  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  static final Kind<Boolean> BOOLEAN =
      Kind.of(
          "true or false",
          text ->
              switch (text) {
                case "true" -> Boolean.TRUE;
                case "false" -> Boolean.FALSE;
                default -> null;
              });

  static final Kind<Double> SHARE =
      Kind.of(
          "a number from 0 to 1 with at most 6 decimal places, such as 0.7, or 70%", Kinds::share);

  static final Kind<Integer> PORT = whole(0, 65_535).because("0 takes any free port");

  static final Kind<Path> PATH = Kind.of("a path", Kinds::path);

  static final Kind<TargetUrl> URL = Kind.of("a URL such as https://example.com/path", Kinds::url);

  static final Kind<String> TEXT = Kind.of("text", text -> text.isBlank() ? null : text);

  private Kinds() {}

  static Kind<Integer> whole(int from, int to) {
    Kind<Long> wide = wholeLong(from, to);
    return Kind.of(
        wide.expected(),
        text -> {
          Long value = wide.reading().read(text);
          return value == null ? null : value.intValue();
        });
  }

  static Kind<Long> wholeLong(long from, long to) {
    return Kind.of(
        "a whole number from " + from + " to " + to,
        text -> {
          long value = DIGITS.matcher(text).matches() ? Long.parseLong(text) : -1;
          return value < from || value > to ? null : value;
        });
  }

  static <E extends Enum<E>> Kind<E> oneOf(Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    String names = constants.stream().map(Kinds::written).collect(Collectors.joining(" or "));
    return Kind.of(
        names,
        text -> constants.stream().filter(c -> written(c).equals(text)).findFirst().orElse(null));
  }

  static <E> Kind<List<E>> listOf(String expected, Kind.Reading<E> element) {
    Kind<E> one = Kind.of(expected, element);
    return new Kind<>(
        "a list in which each is " + expected,
        Kind.Form.LIST,
        text -> elements(text).stream().map(one::parse).toList());
  }

  /** What stands between the commas. */
  static List<String> elements(String text) {
    return text.isBlank()
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
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
      // The address itself stays out: many services put a secret into the path.
      String detail = e.errors().getFirst().detail().replaceFirst("^The URL ", "the URL ");
      throw new BadValueException(detail.replaceFirst("\\.$", ""));
    }
  }
}
