package io.posthorn.server.http;

/** Logs internal errors; callers only see the request id. */
@FunctionalInterface
public interface ErrorLog {
  /**
   * Logs an unexpected error.
   *
   * @param what the method and path pattern of the route
   * @param requestId the request id that the caller sees
   */
  void unexpected(String what, String requestId, Throwable error);
}
