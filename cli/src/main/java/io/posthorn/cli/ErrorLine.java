package io.posthorn.cli;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.ApiErrorException;
import io.posthorn.client.ApiErrorException.FieldError;
import io.posthorn.client.NoResponseException;
import io.posthorn.client.PosthornException;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** The one-line text of a failed call: what is wrong and what to do. */
final class ErrorLine {
  private static final int MAX_BODY = 200;

  private ErrorLine() {}

  static String of(PosthornException error, String url) {
    return Printable.line(
        switch (error) {
          case ApiErrorException refused -> refused(refused, url);
          case NoResponseException none -> withoutResponse(none, url);
        });
  }

  private static String withoutResponse(NoResponseException none, String url) {
    return switch (none.reason()) {
      case NOT_REACHED ->
          none.getCause() instanceof HttpTimeoutException
              ? tooLate(url)
              : "Cannot connect to "
                  + url
                  + ". Is the server running? Start one with: ./posthorn serve --dev, or name another one"
                  + " with --url or POSTHORN_URL.";
      case TIMEOUT -> tooLate(url);
      case CONNECTION_LOST ->
          "The connection to "
              + url
              + " was lost before the response arrived."
              + " The server may or may not have carried out the call; check that it is running.";
      case INVALID, INTERRUPTED -> String.valueOf(none.getMessage());
    };
  }

  private static String tooLate(String url) {
    return "Timed out waiting for " + url + ": the server is busy, or it is not a Posthorn server.";
  }

  private static String refused(ApiErrorException refused, String url) {
    StringBuilder line = new StringBuilder();
    if (refused.title().isEmpty()) {
      line.append(refused.status()).append(" from ").append(url);
      String text = refused.body().strip();
      line.append(text.isEmpty() ? "" : ": " + Printable.line(text, MAX_BODY));
    } else {
      line.append(refused.status()).append(' ').append(refused.title());
      parts(refused).forEach(line::append);
    }
    if (refused.status() == 401) {
      line.append(" Set POSTHORN_KEY or pass --key.");
    }
    refused
        .retryAfter()
        .ifPresent(wait -> line.append(" Retry in ").append(wait.toSeconds()).append(" s."));
    // The API names its header; the command line has an option for it.
    return line.toString().replace("in the header X-Customer-Id", "with --customer");
  }

  /** The detail repeats the first error; the list says it with its field. */
  private static List<String> parts(ApiErrorException refused) {
    List<String> parts = new ArrayList<>();
    List<FieldError> errors = refused.errors();
    boolean repeated = errors.stream().anyMatch(e -> refused.detail().contains(e.detail()));
    if (!refused.detail().isEmpty() && !repeated) {
      parts.add(": " + refused.detail());
    }
    for (int i = 0; i < errors.size(); i++) {
      String start = i > 0 ? " | " : parts.isEmpty() ? ": " : " ";
      String pointer = errors.get(i).pointer();
      parts.add(start + (pointer.isEmpty() ? "" : pointer + ": ") + errors.get(i).detail());
    }
    return parts;
  }
}
