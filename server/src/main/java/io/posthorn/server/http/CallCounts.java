package io.posthorn.server.http;

/** Counts calls, each route by itself. */
@FunctionalInterface
public interface CallCounts {
  /** Counts nothing. */
  CallCounts NONE = (method, path) -> status -> {};

  /** Counts the calls of one route. */
  @FunctionalInterface
  interface Count {
    void answered(int status);
  }

  /**
   * The count of a route, asked for once, before its first call.
   *
   * @param path as in {@link Route#path}: never what a caller wrote
   */
  Count of(String method, String path);
}
