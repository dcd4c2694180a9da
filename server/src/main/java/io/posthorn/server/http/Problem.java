package io.posthorn.server.http;

import io.posthorn.core.input.FieldError;
import io.posthorn.server.access.AccessDeniedException;
import java.util.List;

/**
 * What is wrong with a call, in the form of RFC 9457.
 *
 * @param detail what to do about it, as a sentence for a person
 * @param errors one entry for each bad field
 */
public record Problem(int status, String title, String detail, List<FieldError> errors) {
  public static Problem of(int status, String title, String detail) {
    return new Problem(status, title, detail, List.of());
  }

  static Problem of(AccessDeniedException denied) {
    return switch (denied.reason()) {
      case NOT_AUTHENTICATED -> of(401, "Unauthorized", denied.detail());
      case CUSTOMER_NOT_NAMED -> badRequest(denied.detail());
      case NO_SUCH_CUSTOMER -> notFound(denied.detail());
    };
  }

  public static Problem badRequest(String detail) {
    return of(400, "Bad request", detail);
  }

  /** A single bad field. */
  public static Problem badField(String pointer, String detail) {
    return new Problem(400, "Bad request", detail, List.of(new FieldError(pointer, detail)));
  }

  public static Problem notFound(String detail) {
    return of(404, "Not found", detail);
  }

  public static Problem conflict(String detail) {
    return of(409, "Conflict", detail);
  }

  /** The same under another status. */
  public Problem withStatus(int other) {
    return new Problem(other, title, detail, errors);
  }

  public ProblemException asException() {
    return new ProblemException(this);
  }
}
