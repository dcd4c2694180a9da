package io.posthorn.server.http;

/** A counter of calls per route. */
@FunctionalInterface
public interface CallCounts {
  /** Counts nothing. */
  CallCounts NONE = (method, path) -> status -> {};

  /** Counts the calls of one route. */
  @FunctionalInterface
  interface Count {
    void responded(int status);
  }

  /**
   * Returns the counter of a route; called once, before the first call.
   *
   * @param path the pattern of {@link Route#path}, never caller input
   */
  Count of(String method, String path);
}
