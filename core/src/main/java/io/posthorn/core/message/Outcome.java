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
 * @param unconnected whether no connection to the receiver could be opened: refused, no route, or
 *     not established in time. False for a response that is slow, and for a failed TLS handshake
 * @param resent whether the request was sent a second time, on a new connection, because a reused
 *     connection ended before any byte of a response
 * @param inAllowedNetwork whether an address that was connected to is reachable only because the
 *     operator allowed its network: what it says is for admins alone
 */
public record Outcome(
    int status,
    @Nullable ErrorKind error,
    long durationMillis,
    String detail,
    @Nullable String retryAfter,
    byte[] responseStart,
    boolean unconnected,
    boolean resent,
    boolean inAllowedNetwork) {
  private static final byte[] NOTHING = {};

  /** The flags share a byte with the error's number, so that earlier records can still be read. */
  private static final int IN_ALLOWED_NETWORK = 0x20;

  private static final int UNCONNECTED = 0x40;

  private static final int RESENT = 0x80;

  public Outcome(
      int status,
      @Nullable ErrorKind error,
      long durationMillis,
      String detail,
      @Nullable String retryAfter,
      byte[] responseStart) {
    this(status, error, durationMillis, detail, retryAfter, responseStart, false, false, false);
  }

  public static Outcome responded(int status, long durationMillis) {
    return new Outcome(status, null, durationMillis, "", null, NOTHING);
  }

  public static Outcome responded(int status, long durationMillis, String retryAfter) {
    return new Outcome(status, null, durationMillis, "", retryAfter, NOTHING);
  }

  public static Outcome failed(ErrorKind error, long durationMillis, String detail) {
    return new Outcome(0, error, durationMillis, detail, null, NOTHING);
  }

  /** The same outcome of a request for which no connection could be opened. */
  public Outcome asUnconnected() {
    return with(true, resent, inAllowedNetwork);
  }

  /** The same outcome of a request that was sent a second time. */
  public Outcome asResent() {
    return with(unconnected, true, inAllowedNetwork);
  }

  /** The same outcome of a request to an address in an allowed network. */
  public Outcome asInAllowedNetwork() {
    return with(unconnected, resent, true);
  }

  private Outcome with(boolean noConnection, boolean again, boolean allowed) {
    return new Outcome(
        status,
        error,
        durationMillis,
        detail,
        retryAfter,
        responseStart,
        noConnection,
        again,
        allowed);
  }

  /**
   * Returns whether the response and the text of the error are for admins alone: they reveal the
   * operator's network.
   */
  public boolean isForAdmins() {
    return inAllowedNetwork || error == ErrorKind.BLOCKED_ADDRESS;
  }

  /** Returns whether the response alone is for admins: that of a token server always is. */
  public boolean hasResponseForAdmins() {
    return isForAdmins() || (error == ErrorKind.AUTH && responseStart.length > 0);
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
   * Returns whether it indicates that the endpoint is overloaded: timeout, 429, 5xx or connection
   * refused.
   */
  private boolean overload() {
    return status == 429
        || status >= 500
        || error == ErrorKind.TIMEOUT
        || error == ErrorKind.REFUSED;
  }

  /** Returns whether a {@code Retry-After} in this response is honoured. */
  public boolean honoursRetryAfter() {
    return retryAfter != null && (status == 429 || status == 503);
  }

  public void write(ByteWriter out) {
    out.varint(status)
        .u8(
            (error == null ? 0 : error.number())
                | (unconnected ? UNCONNECTED : 0)
                | (resent ? RESENT : 0)
                | (inAllowedNetwork ? IN_ALLOWED_NETWORK : 0))
        .varint(durationMillis)
        .text(detail)
        .maybeText(retryAfter)
        .blob(responseStart);
  }

  public static Outcome read(ByteReader in) {
    int status = (int) in.varint();
    int flags = in.u8();
    int error = flags & ~(UNCONNECTED | RESENT | IN_ALLOWED_NETWORK);
    return new Outcome(
        status,
        error == 0 ? null : ErrorKind.of(error),
        in.varint(),
        in.text(),
        in.maybeText(),
        in.blob(),
        (flags & UNCONNECTED) != 0,
        (flags & RESENT) != 0,
        (flags & IN_ALLOWED_NETWORK) != 0);
  }
}
