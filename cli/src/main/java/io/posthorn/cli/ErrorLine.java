package io.posthorn.cli;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.ApiErrorException;
import io.posthorn.client.ApiErrorException.FieldError;
import io.posthorn.client.NoResponseException;
import io.posthorn.client.PosthornException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The one-line text of a failed call: what is wrong and what to do. */
final class ErrorLine {
  private static final int MAX_BODY = 200;

  private ErrorLine() {}

  /**
   * The line of an error.
   *
   * @param flag the option that a field of the API was given with
   */
  static String of(PosthornException error, String url, Function<String, Optional<String>> flag) {
    return Printable.line(
        switch (error) {
          case ApiErrorException refused -> refused(refused, url, flag);
          case NoResponseException none -> ConnectionError.line(none, url);
        });
  }

  private static String refused(
      ApiErrorException refused, String url, Function<String, Optional<String>> flag) {
    StringBuilder line = new StringBuilder();
    if (refused.title().isEmpty()) {
      line.append(refused.status()).append(" from ").append(url);
      String text = refused.body().strip();
      line.append(text.isEmpty() ? "" : ": " + Printable.line(text, MAX_BODY));
    } else {
      line.append(refused.status()).append(' ').append(refused.title());
      parts(refused, flag).forEach(line::append);
    }
    if (refused.status() == 401) {
      line.append(" Set POSTHORN_KEY or pass --key.");
    }
    if (refused.status() == 404 && refused.detail().startsWith("No customer ")) {
      line.append(" Check --customer or POSTHORN_CUSTOMER; posthorn customers lists them.");
    }
    if (refused.errors().stream().anyMatch(e -> e.detail().startsWith("customerId is missing"))) {
      line.append(" Pass --customer or set POSTHORN_CUSTOMER.");
    }
    refused
        .retryAfter()
        .ifPresent(wait -> line.append(" Retry in ").append(wait.toSeconds()).append(" s."));
    // The API names its header; the command line has an option for it.
    return line.toString()
        .replace("X-Customer-Id: ", "")
        .replace("in the header X-Customer-Id", "with --customer")
        .replace("X-Customer-Id", "--customer");
  }

  /** The detail repeats the first error; the list says it with its field or option. */
  private static List<String> parts(
      ApiErrorException refused, Function<String, Optional<String>> flag) {
    List<String> parts = new ArrayList<>();
    List<FieldError> errors = refused.errors();
    boolean repeated = errors.stream().anyMatch(e -> refused.detail().contains(e.detail()));
    if (!refused.detail().isEmpty() && !repeated) {
      parts.add(": " + refused.detail());
    }
    for (int i = 0; i < errors.size(); i++) {
      String start = i > 0 ? " | " : parts.isEmpty() ? ": " : " ";
      String pointer = errors.get(i).pointer();
      String field = pointer.isEmpty() ? "" : flag.apply(pointer).orElse(pointer) + ": ";
      parts.add(start + field + errors.get(i).detail());
    }
    return parts;
  }
}
