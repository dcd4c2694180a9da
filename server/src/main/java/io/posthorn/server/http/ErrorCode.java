package io.posthorn.server.http;

import java.util.Locale;

/**
 * The machine-readable codes of errors. A code never changes its meaning and is never renamed;
 * clients decide by it. The OpenAPI document lists them all.
 */
public enum ErrorCode {
  /** A field, a parameter or the body is wrong; {@code errors} has an entry for each. */
  INVALID_REQUEST(400, "Bad request"),
  /** The request is not HTTP that can be read in one way only. */
  MALFORMED_HTTP(400, "Bad request"),
  /** No key or session, or one that is not valid. */
  UNAUTHORIZED(401, "Unauthorized"),
  /** The role or the scope of the key does not allow the call. */
  FORBIDDEN(403, "Forbidden"),
  /** The resource does not exist, or belongs to another customer. */
  NOT_FOUND(404, "Not found"),
  UNKNOWN_CUSTOMER(404, "Not found"),
  UNKNOWN_PATH(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  REQUEST_TIMEOUT(408, "Request timeout"),
  /** The state of the resource does not allow the call. */
  CONFLICT(409, "Conflict"),
  /** Another call changed the same resource at the same time; the call can be repeated. */
  CONCURRENT_CHANGE(409, "Conflict"),
  CUSTOMER_ERASING(409, "Conflict"),
  SUBSCRIPTION_EXISTS(409, "Conflict"),
  /** 403 in the Workfront-compatible API. */
  SUBSCRIPTION_LIMIT(409, "Conflict"),
  ENDPOINT_FROZEN(409, "Conflict"),
  /** The engine of this server has no such function. */
  UNSUPPORTED_BY_ENGINE(409, "Conflict"),
  CONTENT_TOO_LARGE(413, "Content too large"),
  URI_TOO_LONG(414, "URI too long"),
  UNSUPPORTED_ENCODING(415, "Unsupported media type"),
  /** Over {@code limits.events-per-second}, or a limit of tests or logins. */
  RATE_LIMITED(429, "Too many requests"),
  /** Over {@code limits.waiting-messages}. */
  WAITING_LIMIT(429, "Too many requests"),
  HEADERS_TOO_LARGE(431, "Request header fields too large"),
  INTERNAL_ERROR(500, "Internal error"),
  /** The method is none of HTTP's; methods are case-sensitive. */
  NOT_IMPLEMENTED(501, "Not implemented"),
  /** The server is full for the moment; the call had no effect. */
  OVERLOADED(503, "Service unavailable"),
  /** The server, or a node of it, is starting, stopping or out of reach. */
  UNAVAILABLE(503, "Service unavailable"),
  /** No reply in time: the call may still take effect. */
  OUTCOME_UNKNOWN(503, "Service unavailable"),
  HTTP_VERSION_NOT_SUPPORTED(505, "HTTP version not supported"),
  STORAGE_FULL(507, "Insufficient storage");

  private final int status;
  private final String title;

  ErrorCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** The default HTTP status; a call may return another one with this code. */
  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** The code in responses, such as {@code invalid_request}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
