package io.posthorn.server.http;

/** Is told of errors of ours, which callers hear nothing of but the name of their call. */
@FunctionalInterface
public interface ErrorLog {
  /**
   * An error.
   *
   * @param what the call, as its route is written
   * @param requestId what the caller knows it by
   */
  void unexpected(String what, String requestId, Throwable error);
}
