package io.posthorn.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP route that an engine offers beside the API, such as for the other nodes of its
 * installation. The server mounts it, and lets anybody call it: the handler checks who calls.
 *
 * @param path with parameters in braces
 * @param queries the names of the query parameters that it takes
 */
public record EngineRoute(String method, String path, List<String> queries, Handler handler) {
  /** Answers calls of the route, on any thread. */
  @FunctionalInterface
  public interface Handler {
    Response handle(Request request);
  }

  /** A call. */
  public interface Request {
    /** A parameter of the path. */
    String path(String name);

    Optional<String> query(String name);

    Optional<String> header(String name);

    /** The body, which may have so many bytes. */
    byte[] body(int mostBytes);

    /** The caller has proved who it is: limits for unknown callers no longer hold for it. */
    void admit();
  }

  /**
   * An answer. To a caller without proof it is {@link #NOTHING_HERE}, as at any address that is not
   * there.
   */
  public record Response(int status, Map<String, String> headers, byte[] body) {
    public static final Response NOTHING_HERE = new Response(404, Map.of(), new byte[0]);
  }
}
