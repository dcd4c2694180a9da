package io.posthorn.core.message;

import io.posthorn.core.endpoint.InFlightLimit;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The result of one request.
 *
 * @param status the response's status; 0 where there was no response
 * @param error why there was no response; null where there was one
 * @param durationMillis from the start of the attempt to the response's head, or to the error
 * @param detail the error in words; empty where there was a response
 * @param retryAfter the response's {@code Retry-After}, unparsed
 * @param responseStart the first bytes of the response's body
 */
public record Outcome(
    int status,
    @Nullable ErrorKind error,
    long durationMillis,
    String detail,
    @Nullable String retryAfter,
    byte[] responseStart) {
  private static final byte[] NOTHING = {};

  public static Outcome answered(int status, long durationMillis) {
    return new Outcome(status, null, durationMillis, "", null, NOTHING);
  }

  public static Outcome answered(int status, long durationMillis, String retryAfter) {
    return new Outcome(status, null, durationMillis, "", retryAfter, NOTHING);
  }

  public static Outcome failed(ErrorKind error, long durationMillis, String detail) {
    return new Outcome(0, error, durationMillis, detail, null, NOTHING);
  }

  /** A 2xx; everything else is a failure, redirects included. */
  public boolean success() {
    return status >= 200 && status < 300;
  }

  /** Adapts an endpoint's in-flight limit: up by a quick success, down by a sign of overload. */
  public void adapt(InFlightLimit limit, int most) {
    if (success()) {
      limit.succeeded(durationMillis, most);
    } else if (overload()) {
      limit.overloaded(most);
    }
  }

  /**
   * Whether it indicates that the endpoint is overloaded: timeout, 429, 5xx or connection refused.
   */
  private boolean overload() {
    return status == 429
        || status >= 500
        || error == ErrorKind.TIMEOUT
        || error == ErrorKind.REFUSED;
  }

  /** Whether a {@code Retry-After} in this response is honoured. */
  public boolean honoursRetryAfter() {
    return retryAfter != null && (status == 429 || status == 503);
  }

  public void write(ByteWriter out) {
    out.varint(status)
        .u8(error == null ? 0 : error.number())
        .varint(durationMillis)
        .text(detail)
        .maybeText(retryAfter)
        .blob(responseStart);
  }

  public static Outcome read(ByteReader in) {
    int status = (int) in.varint();
    int error = in.u8();
    return new Outcome(
        status,
        error == 0 ? null : ErrorKind.of(error),
        in.varint(),
        in.text(),
        in.maybeText(),
        in.blob());
  }
}
