package io.posthorn.server.http;

import io.posthorn.core.event.CodeSyntax;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.access.AccessDeniedException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An error response in the format of RFC 9457 (problem details), with a code for machines.
 *
 * @param status the HTTP status; by default that of the code
 * @param detail a sentence that says what is wrong and what to do
 * @param errors one entry for each bad field
 */
public record Problem(int status, ErrorCode code, String detail, List<FieldError> errors) {
  /**
   * Ids that are plain and not longer than the longest valid id, so that a response may repeat
   * them.
   */
  private static final Pattern PLAIN_ID =
      Pattern.compile("[!-~]{1," + CodeSyntax.MAX_EVENT_ID_LENGTH + "}");

  public static Problem of(ErrorCode code, String detail) {
    return new Problem(code.status(), code, detail, List.of());
  }

  public static Problem of(AccessDeniedException denied) {
    return switch (denied.reason()) {
      case NOT_AUTHENTICATED -> of(ErrorCode.UNAUTHORIZED, denied.detail());
      case NO_SUCH_CUSTOMER -> of(ErrorCode.UNKNOWN_CUSTOMER, denied.detail());
      case ALL_CUSTOMERS -> badField("X-Customer-Id", denied.detail());
    };
  }

  /** The detail says the first error in full, because many clients show nothing else. */
  public static Problem of(InvalidInputException invalid) {
    ErrorCode code =
        invalid instanceof InputTooLargeException
            ? ErrorCode.CONTENT_TOO_LARGE
            : ErrorCode.INVALID_REQUEST;
    return new Problem(code.status(), code, summary(invalid.errors()), invalid.errors());
  }

  public static Problem of(RefusedException refused) {
    ErrorCode code =
        switch (refused.reason()) {
          case OVER_RATE -> ErrorCode.RATE_LIMITED;
          case OVER_LIMIT -> ErrorCode.WAITING_LIMIT;
          case VOLUME_FULL -> ErrorCode.STORAGE_FULL;
          case INTAKE_FULL -> ErrorCode.OVERLOADED;
          case STOPPED, FAILED, STARTING, UNREACHABLE -> ErrorCode.UNAVAILABLE;
          case OUTCOME_UNKNOWN -> ErrorCode.OUTCOME_UNKNOWN;
        };
    return of(code, refused.detail());
  }

  private static String summary(List<FieldError> errors) {
    FieldError first = errors.getFirst();
    String field = first.pointer().substring(first.pointer().lastIndexOf('/') + 1);
    boolean nested = first.pointer().indexOf('/', 1) >= 0;
    String sentence =
        first.pointer().isEmpty() || (!nested && first.detail().startsWith(field + " "))
            ? first.detail()
            : first.pointer() + ": " + first.detail();
    return switch (errors.size()) {
      case 1 -> sentence;
      case 2 -> sentence + " (1 more error)";
      default -> sentence + " (" + (errors.size() - 1) + " more errors)";
    };
  }

  public static Problem badRequest(String detail) {
    return of(ErrorCode.INVALID_REQUEST, detail);
  }

  /** A single bad field. */
  public static Problem badField(String pointer, String detail) {
    return of(new InvalidInputException(pointer, detail));
  }

  public static Problem notFound(String detail) {
    return of(ErrorCode.NOT_FOUND, detail);
  }

  /** A 404 for an id that this customer does not have, such as "No endpoint ep_1...". */
  public static Problem unknown(String kind, String id) {
    return notFound("No %s for this customer.".formatted(named(kind, id)));
  }

  /** A 404 for an id that belongs to no customer, such as "No backup monday.". */
  public static Problem unknownHere(String kind, String id) {
    return notFound("No %s.".formatted(named(kind, id)));
  }

  /** A 404 for a customer that does not exist, or is not the caller's. */
  public static Problem unknownCustomer(String id) {
    return of(ErrorCode.UNKNOWN_CUSTOMER, noCustomer(id));
  }

  /** The sentence for an unknown customer, for errors of single fields. */
  public static String noCustomer(String id) {
    return "No %s.".formatted(named("customer", id));
  }

  private static String named(String kind, String id) {
    return kind + (PLAIN_ID.matcher(id).matches() ? " " + id : " with this id");
  }

  public static Problem conflict(String detail) {
    return of(ErrorCode.CONFLICT, detail);
  }

  public static Problem forbidden(String detail) {
    return of(ErrorCode.FORBIDDEN, detail);
  }

  public String title() {
    return status == code.status() ? code.title() : "Forbidden";
  }

  /** Returns a copy with the status 403, as in the Workfront-compatible API. */
  public Problem asForbidden() {
    return new Problem(ErrorCode.FORBIDDEN.status(), code, detail, errors);
  }

  public ProblemException asException() {
    return new ProblemException(this);
  }
}
