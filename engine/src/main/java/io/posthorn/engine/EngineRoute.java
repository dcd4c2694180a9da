package io.posthorn.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP route of an engine outside the API, such as for other nodes. The server does not
 * authenticate its callers: the handler does.
 *
 * @param path the path, with parameters in braces
 * @param queries the names of its query parameters
 */
public record EngineRoute(String method, String path, List<String> queries, Handler handler) {
  /** Handles requests of the route, on any thread. */
  @FunctionalInterface
  public interface Handler {
    Response handle(Request request);
  }

  /** A request. */
  public interface Request {
    /** A parameter of the path. */
    String path(String name);

    Optional<String> query(String name);

    Optional<String> header(String name);

    /** The body, of at most the given number of bytes. */
    byte[] body(int mostBytes);

    /** Marks the caller as authenticated: limits for anonymous callers no longer apply. */
    void admit();
  }

  /** A response. Unauthenticated callers get {@link #NOT_FOUND}, as for any unknown path. */
  public record Response(int status, Map<String, String> headers, byte[] body) {
    public static final Response NOT_FOUND = new Response(404, Map.of(), new byte[0]);
  }
}
