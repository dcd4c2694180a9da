package io.posthorn.core.message;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A criterion about the outcome of an attempt of a message: {@code success}, {@code failed}, {@code
 * none} (no attempt yet), an error kind such as {@code timeout}, a status such as {@code 503}, or a
 * class of statuses such as {@code 5xx}.
 */
public record OutcomeFilter(String text) {
  private static final String SUCCESS = "success";
  private static final String FAILED = "failed";
  private static final String NONE = "none";
  private static final Pattern STATUS = Pattern.compile("[1-9][0-9]{2}");
  private static final Pattern CLASS = Pattern.compile("[1-9]xx");

  /** The filter in a text, if the text names one. */
  public static Optional<OutcomeFilter> parse(String text) {
    boolean known =
        text.equals(SUCCESS)
            || text.equals(FAILED)
            || text.equals(NONE)
            || errorKind(text).isPresent()
            || STATUS.matcher(text).matches()
            || CLASS.matcher(text).matches();
    return known ? Optional.of(new OutcomeFilter(text)) : Optional.empty();
  }

  /** The words for the API's errors. */
  public static String words() {
    StringBuilder words = new StringBuilder("success, failed, none");
    for (ErrorKind kind : ErrorKind.values()) {
      words.append(", ").append(kind.text());
    }
    return words.append(", a status such as 503, or a class such as 5xx").toString();
  }

  /** Returns whether an outcome meets the criterion; null for a message without attempts. */
  public boolean holds(@Nullable Outcome last) {
    if (last == null) {
      return text.equals(NONE);
    }
    return switch (text) {
      case NONE -> false;
      case SUCCESS -> last.success();
      case FAILED -> !last.success();
      default -> holdsExactly(last);
    };
  }

  private boolean holdsExactly(Outcome last) {
    if (last.error() != null) {
      return last.error().text().equals(text);
    }
    String status = String.valueOf(last.status());
    return text.endsWith("xx")
        ? status.length() == text.length() && status.charAt(0) == text.charAt(0)
        : status.equals(text);
  }

  private static Optional<ErrorKind> errorKind(String text) {
    return Arrays.stream(ErrorKind.values()).filter(kind -> kind.text().equals(text)).findFirst();
  }
}
