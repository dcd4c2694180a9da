package io.posthorn.server.http;

import io.posthorn.core.input.FieldError;
import io.posthorn.server.access.AccessDeniedException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An error response in the format of RFC 9457 (problem details).
 *
 * @param detail a sentence that says what is wrong and what to do
 * @param errors one entry for each bad field
 */
public record Problem(int status, String title, String detail, List<FieldError> errors) {
  /** Ids that are short and plain enough to repeat in an answer. */
  private static final Pattern PLAIN_ID = Pattern.compile("[!-~]{1,100}");

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

  /** A 404 for an id that this customer does not have, such as "No endpoint ep_1...". */
  public static Problem unknown(String kind, String id) {
    return notFound("No %s for this customer.".formatted(named(kind, id)));
  }

  /** A 404 for a customer that does not exist, or is not the caller's. */
  public static Problem unknownCustomer(String id) {
    return notFound(noCustomer(id));
  }

  /** The sentence for an unknown customer, for errors of single fields. */
  public static String noCustomer(String id) {
    return "No %s.".formatted(named("customer", id));
  }

  private static String named(String kind, String id) {
    return kind + (PLAIN_ID.matcher(id).matches() ? " " + id : " with this id");
  }

  public static Problem conflict(String detail) {
    return of(409, "Conflict", detail);
  }

  /** Returns a copy with another status. */
  public Problem withStatus(int other) {
    return new Problem(other, title, detail, errors);
  }

  public ProblemException asException() {
    return new ProblemException(this);
  }
}
