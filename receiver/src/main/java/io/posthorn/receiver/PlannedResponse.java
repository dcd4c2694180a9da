package io.posthorn.receiver;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The way a receiver handles one request: it responds, at once or after a delay; it never responds;
 * or it closes the connection without a response.
 *
 * @param status the HTTP status; without meaning unless {@link Kind#RESPOND}
 * @param delay the time before the response leaves or the connection is closed
 * @param headers more headers, by name
 * @param body the response's body; empty for none
 */
public record PlannedResponse(
    Kind kind, int status, Duration delay, Map<String, String> headers, String body) {

  /** The treatment of the request. */
  public enum Kind {
    /** A response is sent. */
    RESPOND,
    /** The connection stays open without a response until the receiver is closed. */
    HANG,
    /** The connection is closed without a response. */
    CLOSE
  }

  /** 200 with a short body. */
  public static final PlannedResponse OK = status(200);

  /** No response as long as the receiver runs: the sender runs into its timeout. */
  public static final PlannedResponse HANG =
      new PlannedResponse(Kind.HANG, 0, Duration.ZERO, Map.of(), "");

  /** The connection is closed once the request has been read. */
  public static final PlannedResponse CLOSE =
      new PlannedResponse(Kind.CLOSE, 0, Duration.ZERO, Map.of(), "");

  public PlannedResponse {
    if (kind == Kind.RESPOND && (status < 200 || status > 599)) {
      throw new IllegalArgumentException("status must be from 200 to 599, not " + status);
    }
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay must not be negative: " + delay);
    }
    headers = Map.copyOf(headers);
  }

  /** Responds with a status and a body that says whether that is a failure on purpose. */
  public static PlannedResponse status(int status) {
    String body = status < 300 ? "ok\n" : "failing on purpose\n";
    return new PlannedResponse(Kind.RESPOND, status, Duration.ZERO, Map.of(), body);
  }

  /** The same after a delay. */
  public PlannedResponse after(Duration otherDelay) {
    return new PlannedResponse(kind, status, otherDelay, headers, body);
  }

  /** The same with a body. */
  public PlannedResponse body(String otherBody) {
    return new PlannedResponse(kind, status, delay, headers, otherBody);
  }

  /** The same with one more header. */
  public PlannedResponse header(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new PlannedResponse(kind, status, delay, more, body);
  }

  /** The same with a {@code Retry-After} header, in whole seconds. */
  public PlannedResponse retryAfter(Duration wait) {
    return header("Retry-After", Long.toString(wait.toSeconds()));
  }

  /** Returns whether the sender gets a 2xx status. */
  public boolean isSuccess() {
    return kind == Kind.RESPOND && status < 300;
  }

  /** The body to send; none for statuses that have no body in HTTP. */
  byte[] bodyBytes() {
    return status == 204 || status == 304 ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
  }
}
